"""How alike the workers of a ladder are in speed: measured, so for the section "This run"."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from arena.ladder.stored import StoredLadder
from arena.report.numbers import fixed

WIDE: Final = 0.15
"""The spread above which the report warns."""
MEASURED: Final = "Speed of the workers, as the CPU time of a fixed loop in Python that each plays now and then"
WARNING: Final = f"The workers of a run differ by more than {fixed(100 * WIDE, 0)} % in speed."
ADVICE: Final = (
    "A bot near its time limit fares worse on the slow ones: leave these out, or raise limits.decision_ms."
)


@dataclass(frozen=True)
class Paces:
    """A line for each run that has measured; `wide` says that the spread of one of them is to be warned about."""

    lines: tuple[str, ...]
    wide: bool


def spread(paces: Sequence[float]) -> float:
    """By how much more time the slowest takes than the fastest: 0.1 is 10 % more."""
    return max(paces) / min(paces) - 1


def paces_of(stored: StoredLadder) -> Paces:
    """What the workers of each run have measured, in words."""
    lines = []
    wide = False
    for session, paces in _by_session(stored).items():
        among = spread(list(paces.values()))
        wide = wide or among > WIDE
        mean = fixed(sum(paces.values()) / len(paces) / 1e6, 1)
        alike = ""
        if len(paces) > 1:
            slowest = max(paces, key=lambda worker: paces[worker])
            alike = (
                f"; of {len(paces)} workers the slowest (number {slowest}) took {fixed(100 * among, 0)} % more "
                "time than the fastest"
            )
        lines.append(f"run {session}: {mean} ms in the mean{alike}")
    return Paces(tuple(lines), wide)


def pace_text(stored: StoredLadder) -> str:
    """The same as Markdown, with the warning if there is one; empty if no run has measured."""
    paces = paces_of(stored)
    if not paces.lines:
        return ""
    lines = "".join(f"- {line}\n" for line in paces.lines)
    return f"\n{MEASURED}:\n\n{lines}" + (f"\n**{WARNING}** {ADVICE}\n" if paces.wide else "")


def _by_session(stored: StoredLadder) -> Mapping[int, dict[int, float]]:
    found: dict[int, dict[int, float]] = defaultdict(dict)
    for pace in stored.paces():
        found[pace.session][pace.worker] = pace.mean_ns
    return found
