"""Means over sets with their standard errors.

A set is the unit: its deals and matches share cards, sets share none. What is estimated is a ratio, all that was
gained over all that it was gained in (deals, say), since sets differ in length. Source: W. Cochran, "Sampling
Techniques" (3rd edition, 1977), chapter 6 for ratios and section 5A.12 for strata of one set.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import fsum, sqrt
from typing import Final

import msgspec
import scipy

from arena.stats.confidence import CONFIDENCE

FEWEST_SETS: Final = 2
"""With fewer sets nothing can be said about their spread."""


@dataclass(slots=True)
class SetSums:
    """What is kept of sets of one kind, in each of which `x` was gained in `y`: deals, say, or 1 for the set.

    `y` is above 0. Both are whole or halves, so the sums are exact and the order of the sets makes no difference.
    Sums of whole numbers stay such (`int`), however large.
    """

    sets: int = 0
    x: int | float = 0
    y: int | float = 0
    xx: int | float = 0
    xy: int | float = 0
    yy: int | float = 0

    def add(self, x: float, y: float) -> None:
        """Take in a set."""
        self.sets += 1
        self.x += x
        self.y += y
        self.xx += x * x
        self.xy += x * y
        self.yy += y * y

    def __add__(self, other: "SetSums") -> "SetSums":
        return SetSums(
            self.sets + other.sets,
            self.x + other.x,
            self.y + other.y,
            self.xx + other.xx,
            self.xy + other.xy,
            self.yy + other.yy,
        )

    def __neg__(self) -> "SetSums":
        """The same sets seen from the other side."""
        return SetSums(self.sets, 0 - self.x, self.y, self.xx, 0 - self.xy, self.yy)  # 0 - 0.0 is no -0.0

    def spread(self, ratio: float) -> float:
        """The estimated variance of the sum of x − ratio · y over so many sets of this kind."""
        n = self.sets
        squares = (n * self.xx - self.x**2) - 2 * ratio * (n * self.xy - self.x * self.y)
        return (squares + ratio**2 * (n * self.yy - self.y**2)) / (n - 1)


class Mean(msgspec.Struct, frozen=True):
    """A mean over sets."""

    value: float
    error: float | None
    """Its standard error; None with fewer than two sets."""
    low: float | None
    """The 95 % interval from `low` to `high`, by Student's t; None with fewer than two sets."""
    high: float | None
    sets: int


def mean_over_sets(strata: Iterable[SetSums]) -> Mean | None:
    """The ratio of all x to all y; None without any.

    Only the spread within a stratum counts as chance: strata are kinds of sets of which it is given how many there
    are, such as those against one opponent. Strata of a single set show no spread; they are taken together, which
    makes the error larger rather than smaller.
    """
    kinds = [sums for sums in strata if sums.sets]
    if not kinds:
        return None
    total = sum(kinds[1:], kinds[0])
    ratio = total.x / total.y
    if total.sets < FEWEST_SETS:
        return Mean(ratio, None, None, None, total.sets)
    kinds = _with_spread(kinds, ratio)
    error = sqrt(max(0, fsum(sums.spread(ratio) for sums in kinds))) / total.y
    half = error * float(scipy.special.stdtrit(total.sets - len(kinds), (1 + CONFIDENCE) / 2))
    return Mean(ratio, error, ratio - half, ratio + half, total.sets)


def _with_spread(kinds: Sequence[SetSums], ratio: float) -> list[SetSums]:
    """The strata with those of a single set joined; a lone one to whichever other makes the error largest."""
    several = [sums for sums in kinds if sums.sets >= FEWEST_SETS]
    single = [sums for sums in kinds if sums.sets < FEWEST_SETS]
    if not single:
        return several
    joined = sum(single[1:], single[0])
    if joined.sets < FEWEST_SETS:
        other = max(several, key=lambda sums: (joined + sums).spread(ratio) - sums.spread(ratio))
        several.remove(other)
        joined = joined + other
    return [joined, *several]
