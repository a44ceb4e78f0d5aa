"""What of a pool counts, as the config last said, and what is stored besides."""

import msgspec


class Terms(msgspec.Struct, frozen=True):
    """The detail of a `terms` event: whether the config has the pool, and at how many sets its `stop` ends it.

    They hold for the whole pool, from its first set on: a stop that is lowered leaves sets beyond it behind, and
    one that is raised takes them in again.
    """

    open: bool = True
    stop: int | None = None


class Uncounted(msgspec.Struct, frozen=True):
    """How many stored sets of a pool count nowhere: those beyond a gap in the schedule, and beyond the stop."""

    beyond_gap: int = 0
    beyond_stop: int = 0
