"""For every two entrants of a pool the deals that moved the result between them most.

A set plays the same deals once in each seating. What one entrant gained more than another by a deal, over all
seatings together, is the deal's swing: the luck of the cards is gone. It needs no replay, for a stored match has
what each deal came to.
"""

import heapq
from collections.abc import Collection, Iterator
from itertools import combinations

import msgspec

from arena.records import DealResult, MatchResult, SetResult

MOST = 10
"""So many deals are kept of every two entrants."""

Cards = tuple[int, int, tuple[int, ...]]
"""What fixes the cards of a deal, besides the seed: its number, its dealer and the sides still in."""


class Swing(msgspec.Struct, frozen=True):
    """A deal of a set, and the points (Bridgette) or tables (56) it gave the first of two entrants more."""

    set: str
    deal: int
    gain: int


class Swings:
    """The fold of a pool's sets; `start` is the score that sides start a match with (56: tables)."""

    def __init__(self, start: int) -> None:
        self._start = start
        self._sets = 0
        self._kept: dict[tuple[str, str], list[tuple[int, int, int, Swing]]] = {}

    def add(self, result: SetResult) -> None:
        """Take in the next set of the schedule."""
        self._sets += 1
        seatings = [dict(_deals(match, self._start)) for match in result.matches]
        names = ["&".join(side) for side in result.sides]
        for cards, first in seatings[0].items():
            if not all(cards in seating for seating in seatings[1:]):
                continue
            total = list(_by_entrant(first, result.matches[0]))
            for seating, match in zip(seatings[1:], result.matches[1:], strict=True):
                for side, gain in enumerate(_by_entrant(seating[cards], match)):
                    total[side] += gain
            for one, other in combinations(range(len(names)), 2):
                if total[one] != total[other]:
                    self._keep(result, names[one], names[other], cards[0], total[one] - total[other])

    def of(self, field: Collection[str]) -> dict[tuple[str, str], tuple[Swing, ...]]:
        """By two entrants of `field` (the lesser key first) the swings, the largest first, then the earliest."""
        return {
            pair: tuple(swing for *_, swing in sorted(kept, reverse=True, key=lambda entry: entry[:3]))
            for pair, kept in sorted(self._kept.items())
            if pair[0] in field and pair[1] in field
        }

    def _keep(self, result: SetResult, one: str, other: str, deal: int, gain: int) -> None:
        if other < one:
            one, other, gain = other, one, -gain
        kept = self._kept.setdefault((one, other), [])
        if len(kept) == MOST and abs(gain) <= kept[0][0]:
            return
        entry = (abs(gain), -self._sets, -deal, Swing(result.name, deal, gain))
        if len(kept) < MOST:
            heapq.heappush(kept, entry)
        else:
            heapq.heapreplace(kept, entry)


def _deals(match: MatchResult, start: int) -> Iterator[tuple[Cards, DealResult]]:
    """The finished deals of a match by what fixes their cards; a side without tables is out (F22)."""
    tables = [start] * len(match.order)
    inside: tuple[int, ...] = tuple(range(len(tables)))
    for number, deal in enumerate(match.deals, start=1):
        yield (number, deal.dealer, inside), deal
        if start and len(inside) > 2:
            tables = [left + gain for left, gain in zip(tables, deal.gains, strict=True)]
            inside = tuple(side for side in inside if tables[side])


def _by_entrant(deal: DealResult, match: MatchResult) -> Iterator[int]:
    """What each side of the pairing gained by a deal."""
    return (deal.gains[match.order.index(side)] for side in range(len(match.order)))
