"""What a bot may use up."""

import msgspec


class Limits(msgspec.Struct, frozen=True):
    """The limits of an entrant: CPU time of a decision, of a whole match and of starting, and memory.

    `memory_mb` is what the bot may take on top of a Python that has loaded its packages, in MiB. They hold in
    the isolations `process` and `sandbox`.
    """

    decision_ms: int = 1000
    match_s: float = 60
    memory_mb: int = 512
    startup_s: float = 10
