"""The deals that are over, and who made which call and play."""

from collections.abc import Iterator, Sequence

import msgspec

from arena.cards import CARDS, Card
from arena.games.bridgette.calls import CALLS, PASS, Call
from arena.games.bridgette.contract import Contract


def calls_by_seat(dealer: int, calls: Sequence[int]) -> Iterator[tuple[int, Call]]:
    """Action ids of calls, each with the seat that made it: the dealer first, then by turns (B10)."""
    return ((dealer ^ i & 1, CALLS[call - PASS]) for i, call in enumerate(calls))


def plays_by_seat(leaders: Sequence[int], plays: Sequence[int]) -> Iterator[tuple[int, Card]]:
    """Card ids in the order played, each with the seat that played it; `leaders` has one seat a trick."""
    return ((leaders[i >> 1] ^ i & 1, CARDS[card]) for i, card in enumerate(plays))


class FinishedDeal(msgspec.Struct, frozen=True):
    """What both players know of a deal that is over.

    `number` counts all deals from 1; `contract` is None if the deal was passed out, and `counted` False if it
    did not count (B18). `tricks`, `scores` and `totals` (after this deal) are by seat. `upcard` and the last
    three are ids: `calls` and `plays` give them with their seats.
    """

    number: int
    dealer: int
    upcard: int
    contract: Contract | None
    tricks: tuple[int, int]
    scores: tuple[int, int]
    totals: tuple[int, int]
    counted: bool
    call_ids: tuple[int, ...]
    play_ids: tuple[int, ...]
    leaders: tuple[int, ...]

    @property
    def calls(self) -> tuple[tuple[int, Call], ...]:
        """The auction: seat and call, in order."""
        return tuple(calls_by_seat(self.dealer, self.call_ids))

    @property
    def plays(self) -> tuple[tuple[int, Card], ...]:
        """The play: seat and card, in order, two a trick."""
        return tuple(plays_by_seat(self.leaders, self.play_ids))
