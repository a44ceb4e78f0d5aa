"""Margins: by how much a side did better than another with the same cards in the same places.

In a set every side plays the same deals once in each seating. A *swing* is what one side gained more than
another in all seatings together: the luck of the cards was both's, so it is gone.
"""

from collections.abc import Iterator
from itertools import combinations, compress
from typing import NamedTuple

from arena.records import SetResult
from arena.stats.imps import imps
from arena.stats.set_points import gains, place_points


class Swing(NamedTuple):
    """What one side of a set did better than another."""

    gain: int
    """Points or tables gained more."""
    ranked: float
    """The same in IMPs (deal by deal) or in place points (whole matches)."""


class SetMargins(NamedTuple):
    """The swings of a set, and in how much they came about."""

    over: int
    """Deals that were played and compared, those of every seating; 1 if whole matches are compared."""
    ranked_over: int
    """Deals compared, whatever the number of seatings; 1 if whole matches are compared."""
    swings: dict[tuple[int, int], Swing]
    """By (side, later side of the pairing), seen from the first."""

    def of(self, side: int) -> Swing:
        """What a side did better than the mean of all others, times their number."""
        gain, ranked = 0, 0.0
        for (one, other), swing in self.swings.items():
            if one == side:
                gain += swing.gain
                ranked += swing.ranked
            elif other == side:
                gain -= swing.gain
                ranked -= swing.ranked
        return Swing(gain, ranked)


def set_margins(result: SetResult, deal_by_deal: bool) -> SetMargins | None:
    """The margins of a set without a forfeited match; None if no deal of it compares.

    `deal_by_deal` tells whether the n-th deals of all seatings are the same, so that they can be compared one by
    one; otherwise the matches are, as a whole.
    """
    pairs = combinations(range(len(result.sides)), 2)
    if not deal_by_deal:
        totals, points = gains(result, 0), place_points(result)
        swings = {(a, b): Swing(totals[a] - totals[b], points[a] - points[b]) for a, b in pairs}
        return SetMargins(1, 1, swings)
    compared = compared_deals(result)
    deals = sum(compared)
    if not deals:
        return None
    swings = {}
    for a, b in pairs:
        leads = list(compress(_leads(result, a, b), compared))
        swings[a, b] = Swing(sum(leads), sum(map(imps, leads)))
    return SetMargins(deals * len(result.matches), deals, swings)


def compared_deals(result: SetResult) -> list[bool]:
    """Which of the deals that every seating finished have the same dealer, and so the same cards."""
    dealers = zip(*[[deal.dealer for deal in match.deals] for match in result.matches], strict=False)
    return [len(set(by_seating)) == 1 for by_seating in dealers]


def _leads(result: SetResult, a: int, b: int) -> Iterator[int]:
    """What side a gained more than side b by each deal that every seating finished, over all of them."""
    by_match = []
    for match in result.matches:
        at_a, at_b = match.order.index(a), match.order.index(b)
        by_match.append([deal.gains[at_a] - deal.gains[at_b] for deal in match.deals])
    return map(sum, zip(*by_match, strict=False))
