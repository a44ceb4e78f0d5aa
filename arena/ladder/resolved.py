"""`stop: {resolved: …}`: a pool ends once its sets have settled the order of the field, or of the first of it."""

from collections import Counter
from math import ceil
from typing import Final

from arena.ladder.formats import Epoch
from arena.ladder.schedule import first_pairings
from arena.records import SetResult
from arena.stats.fit import fit
from arena.stats.ranked_sets import RankedSet, ranked_set
from arena.stats.resolution import resolution

LEAST_GROWTH: Final = 0.01
"""After a hundred cycles the next look waits until there are so many more of them, or looking would cost more than
playing."""


class ResolvedJudge:
    """Looks at the fit of all sets after each cycle, and answers once the order is right with probability `p`.

    `top` counts the first entrants whose order matters; None: all of them. Cycles are those of the present epoch,
    so that a new field is looked at as if for the first time.
    """

    def __init__(self, sides: int, p: float, top: int | None) -> None:
        self._sides = sides
        self._p = p
        self._top = top
        self._ranked: Counter[RankedSet] = Counter()
        self._epoch = 0
        self._cycle = 0
        self._sets = 0
        self._next_look = 0
        self._found: float | None = None

    @property
    def question(self) -> str:
        """What is to be settled, and how surely."""
        return f"the order of {self._whom}, right with {self._p:g}"

    def add(self, result: SetResult, epoch: Epoch, /) -> str | None:
        """Take in the next set; the answer, if there is one now."""
        if epoch.number != self._epoch:
            self._epoch = epoch.number
            self._sets = 0
            self._next_look = self._cycle = first_pairings(self._sides, epoch)
        self._ranked[ranked_set(result)] += 1
        self._sets += 1
        if self._sets < self._next_look:
            return None
        cycles = self._sets // self._cycle
        self._next_look = self._cycle * max(cycles + 1, ceil(cycles * (1 + LEAST_GROWTH)))
        self._found = resolution(fit(self._ranked, epoch.entrants), self._p, cycles, self._top)
        return f"the order of {self._whom} is right with {self._found:.3f}" if self._found >= self._p else None

    def text(self) -> str:
        """The probability that the order is right, and the one that is enough."""
        found = "not known yet" if self._found is None else f"right with {self._found:.2f}"
        return f"the order of {self._whom} {found} (stop at {self._p:g})"

    @property
    def _whom(self) -> str:
        return "all" if self._top is None else f"the first {self._top}"
