"""The auction (F7 – F14)."""

from typing import Final, Self

from arena.games.fiftysix.calls import CALLS, DOUBLE, HIGHEST, LOWEST, NO_TRUMPS, PASS, REDOUBLE, Call
from arena.games.fiftysix.contract import Contract
from arena.games.fiftysix.seating import right_of


def _legal_calls(last: int) -> int:
    """The mask of a pass and the bids that are legal after the number last bid, 0 for none (F9, F10)."""
    mask = 1 << PASS.id
    for call in CALLS:
        if call.is_bid and (call.plus is None or last) and last < call.number_over(last) <= HIGHEST:
            mask |= 1 << call.id
    return mask


_LEGAL: Final = tuple(_legal_calls(last) if last == 0 or last >= LOWEST else 0 for last in range(HIGHEST + 1))
_LEGAL_X: Final = tuple(mask | 1 << DOUBLE.id for mask in _LEGAL)
_LEGAL_XX: Final = tuple(mask | 1 << REDOUBLE.id for mask in _LEGAL)


class Auction:
    """The auction of one deal so far.

    `calls` are the calls in order with their seats; `bid`, `bidder` and `number` the last bid, its maker and the
    number it named (None, −1 and 0 before the first); `doubling` is 1, 2 or 4 and `passes` counts the passes
    since the last other call.
    """

    __slots__ = ("bid", "bidder", "calls", "doubling", "first", "number", "passes", "players", "right", "side_of")

    def __init__(self, dealer: int, seats: tuple[int, ...], side_of: tuple[int, ...]) -> None:
        self.right = right_of(seats)
        self.first = self.right[dealer]  # F7
        self.players = len(seats)
        self.side_of = side_of
        self.calls: list[tuple[int, Call]] = []
        self.bid: Call | None = None
        self.bidder = -1
        self.number = 0
        self.doubling = 1
        self.passes = 0

    def add(self, seat: int, call: Call) -> int:
        """Take in a legal call; return the seat that calls next, −1 if the auction is over (F12)."""
        self.calls.append((seat, call))
        if call is PASS:
            self.passes += 1
            if self.passes == self.players - (self.bid is not None):
                return -1
            return self.right[seat]
        self.passes = 0
        if call is REDOUBLE:
            self.doubling = 4
            return -1
        if call is DOUBLE:
            self.doubling = 2
        else:
            self.bid = call
            self.bidder = seat
            self.number = call.number_over(self.number)
            self.doubling = 1  # F11: a new bid cancels a double
        return self.right[seat]

    def legal(self, seat: int) -> int:
        """The mask of the legal calls of the seat on turn (F8 – F11)."""
        if self.bid is not None:
            own = self.side_of[seat] == self.side_of[self.bidder]
            if self.doubling == 1 and not own:
                return _LEGAL_X[self.number]
            if self.doubling == 2 and own:
                return _LEGAL_XX[self.number]
        return _LEGAL[self.number]

    def contract(self) -> Contract:
        """The contract of an auction that is over (F13, F14)."""
        if self.bid is None:
            return Contract(None, LOWEST, NO_TRUMPS, self.first, 1)
        trump = self.bid.trump or NO_TRUMPS
        return Contract(self.bid.id, self.number, trump, self.bidder, self.doubling)

    def copy(self) -> Self:
        """An independent copy."""
        new = self.__class__.__new__(self.__class__)
        new.right = self.right
        new.first = self.first
        new.players = self.players
        new.side_of = self.side_of
        new.calls = self.calls[:]
        new.bid = self.bid
        new.bidder = self.bidder
        new.number = self.number
        new.doubling = self.doubling
        new.passes = self.passes
        return new
