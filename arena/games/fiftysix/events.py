"""The events of 56 beside those of every game (`MatchStarted`, `HandDealt`, `MatchEnded`).

One call or card is one event; what follows from it (the trick's winner, the contract, the next turn) is worked
out by `FiftySixPublic`, the same way for everyone.
"""

from arena.games.base import DealEnded, Event
from arena.games.fiftysix.contract import Contract


class DealStarted(Event, frozen=True, gc=False, tag="fiftysix.DealStarted"):
    """A deal begins: its number from 1, its dealer, and the seats still in, ascending (F23)."""

    number: int
    dealer: int
    seats: tuple[int, ...]


class Called(Event, frozen=True, gc=False, tag="fiftysix.Called"):
    """A seat made a call, given as its action id; the form of a bid is public (F10)."""

    seat: int
    call: int


class Played(Event, frozen=True, gc=False, tag="fiftysix.Played"):
    """A seat played a card, given as its kind; which of two identical copies it was never shows."""

    seat: int
    card: int


class FiftySixDealEnded(DealEnded, frozen=True, gc=False, tag="fiftysix.DealEnded"):
    """A deal was played out and settled (F18 – F22): points and tables are by side."""

    contract: Contract
    made: bool
    points: tuple[int, ...]
    tables_before: tuple[int, ...]
    tables: tuple[int, ...]
