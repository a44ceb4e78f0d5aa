"""How often every pairing ended in which ranks: all that the fit needs to know of the sets."""

from collections.abc import Mapping
from typing import NamedTuple

from arena.records import SetResult
from arena.stats.set_points import has_margin, place_points, ranks


class RankedSet(NamedTuple):
    """A pairing and one way its set can end.

    `ranks` are the sides' by place points over the set: 1 is best, equal ones drew (`set_points.ranks`).
    """

    sides: tuple[tuple[str, ...], ...]
    """Entrants as `name@version`."""
    ranks: tuple[int, ...]
    forfeited: bool
    """Whether some match of the set was forfeited."""


RankedSets = Mapping[RankedSet, int]
"""How often each came. It grows with the pairings that met, never with the sets."""


def ranked_set(result: SetResult) -> RankedSet:
    """How a set ended."""
    return RankedSet(result.sides, ranks(place_points(result)), not has_margin(result))


def without_forfeits(played: RankedSets) -> dict[RankedSet, int]:
    """Only the sets in which no match was forfeited."""
    return {ranked: times for ranked, times in played.items() if not ranked.forfeited}
