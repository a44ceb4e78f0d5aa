"""What happens at a Bridgette table, in the order in which it happens.

A match: `MatchStarted`; then for each deal `DealStarted`, `HandDealt` (seat 0, seat 1), `StockDealt`, for the
non-dealer and then the dealer `Drew`, a `Discarded` for each card and `Exchanged`, then `Called` …, `Played` …
and `BridgetteDealEnded`; at last `MatchEnded`. What follows from these (contract, trick winners, bans, whose
turn it is) has no event of its own: `BridgettePublic` works it out.
"""

from arena.games.base import DealEnded, Event, PrivateEvent


def _tag(name: str) -> str:
    return f"bridgette.{name}"


class DealStarted(Event, frozen=True, gc=False, tag=_tag):
    """A deal begins; `upcard` is the card id turned up (B6). `number` counts all deals, redealt ones too."""

    number: int
    dealer: int
    upcard: int


class StockDealt(PrivateEvent, frozen=True, gc=False, tag=_tag):
    """The stock, 29 card ids with the top one first (B6); `seat` is NOBODY, for only the record may have it."""

    cards: tuple[int, ...]


class Drew(PrivateEvent, frozen=True, gc=False, tag=_tag):
    """A seat drew these cards from the stock, top first (B7, B8)."""

    cards: tuple[int, ...]


class Discarded(PrivateEvent, frozen=True, gc=False, tag=_tag):
    """A seat discarded one card (B9)."""

    card: int


class Exchanged(Event, frozen=True, gc=False, tag=_tag):
    """A seat has finished its exchange of `count` cards (B9)."""

    seat: int
    count: int


class Called(Event, frozen=True, gc=False, tag=_tag):
    """A seat called; `call` is the action id of the call, 110 … 148 (B10)."""

    seat: int
    call: int


class Played(Event, frozen=True, gc=False, tag=_tag):
    """A seat played a card, 0 … 54, as leader or follower (B19)."""

    seat: int
    card: int


class BridgetteDealEnded(DealEnded, frozen=True, gc=False, tag=_tag):
    """A deal is over: its contract, the tricks won and points scored by each seat, and the totals after it.

    `bid` is the action id of the contract's bid; a passed-out deal has `bid` and `declarer` −1 and `doubling` 1
    (B18). `counted` is False if the deal does not count as one of the six.
    """

    bid: int
    declarer: int
    doubling: int
    tricks: tuple[int, int]
    scores: tuple[int, int]
    totals: tuple[int, int]
    counted: bool
