"""What two open hands are worth: tricks in every denomination, the best contracts and par."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from arena.cards import ids_of
from arena.games.bridgette.auction import NO_BID, legal_calls
from arena.games.bridgette.calls import CALLS, DENOMINATIONS, FIRST_BID, PASS, Call
from arena.games.bridgette.contract import Contract
from arena.games.bridgette.pack import HAND_SIZE
from arena.games.bridgette.scoring import deal_scores
from arena.solvers.bridgette.solver import BridgetteSolver


class Best(msgspec.Struct, frozen=True):
    """A contract, the tricks that its declarer takes in it with open hands, and what each seat scores."""

    contract: Contract
    tricks: int
    scores: tuple[int, int]


class Par(msgspec.Struct, frozen=True):
    """What two hands are worth before the auction, with open cards and best play.

    `tricks[leader][trump]` is what the seat that leads to the first trick takes of 13, in the order of
    DENOMINATIONS. `best` is, for each seat, the undoubled contract that scores it most among those it may open
    the bidding with, or None if it would make none. `calls` is an auction in which each call is the best against
    every reply, by the difference of the scores; `result` is what it comes to, None if it is passed out.
    """

    tricks: tuple[tuple[int, ...], tuple[int, ...]]
    best: tuple[Best | None, Best | None]
    calls: tuple[Call, ...]
    result: Best | None


def par_of(solver: BridgetteSolver, hands: Sequence[int], dealer: int) -> Par:
    """Work out par for two hands of 13 cards, given as masks, as they are after the exchange."""
    tricks = solved_tricks(solver, hands)
    auction = _Auction(hands, tricks)
    calls, result = auction.best_calls(dealer)
    return Par(tricks, (auction.best_contract(0), auction.best_contract(1)), calls, result)


def call_margins(
    hands: Sequence[int], tricks: Sequence[Sequence[int]], seat: int, bid: int, doubling: int, passes: int
) -> dict[int, int]:
    """What each legal call of a seat comes to for it, in points, if both play and call with open hands from there.

    `tricks` are as in `Par`; `bid` is the last one or NO_BID, `passes` how many calls before it were passes.
    """
    auction = _Auction(hands, tricks)
    turn = _Turn(bid, doubling, passes if bid == NO_BID else 0, seat)
    return {call: auction.margin(turn, call) * (-1 if seat else 1) for call in auction.legal(turn)}


def solved_tricks(solver: BridgetteSolver, hands: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The tricks of two hands of 13 cards as in `Par`."""
    return _tricks(solver, hands, 0), _tricks(solver, hands, 1)


def _tricks(solver: BridgetteSolver, hands: Sequence[int], leader: int) -> tuple[int, ...]:
    found = [solver.tricks(hands, trump, leader) for trump in range(len(DENOMINATIONS))]
    return tuple([tricks for tricks in found if tricks is not None])  # without a limit of nodes none is None


class _Turn(NamedTuple):
    """A moment of the auction: the last bid and its doubling, how many passes began it, and who calls."""

    bid: int
    doubling: int
    passes: int
    seat: int

    @property
    def bidder(self) -> int:
        """Who made the last bid: after a double he is on turn himself (B15)."""
        return self.seat if self.doubling == 2 else self.seat ^ 1

    def after(self, call: int) -> "_Turn | None":
        """The turn that a call leads to; None if it ends the auction (B17, B18)."""
        if call >= FIRST_BID:
            return _Turn(call, 1, 0, self.seat ^ 1)
        if call != PASS:
            return _Turn(self.bid, 2 * self.doubling, 0, self.seat ^ 1)
        return None if self.bid != NO_BID or self.passes else _Turn(NO_BID, 1, 1, self.seat ^ 1)


class _Auction:
    """All auctions between two open hands (B10 … B18), solved from their ends."""

    def __init__(self, hands: Sequence[int], tricks: Sequence[Sequence[int]]) -> None:
        self._hands = hands
        self._tricks = tricks
        self._best: dict[_Turn, tuple[int, int]] = {}

    def best_contract(self, seat: int) -> Best | None:
        """The undoubled contract that scores a seat most, the lowest of equals; None if it makes none."""
        bids = [call for call in ids_of(legal_calls(self._hands[seat], NO_BID, 1)) if call >= FIRST_BID]
        played = [self._played(bid, seat, 1) for bid in bids]
        best = max(played, key=lambda result: result.scores[seat], default=None)
        return best if best is not None and best.scores[seat] else None

    def best_calls(self, dealer: int) -> tuple[tuple[Call, ...], Best | None]:
        """An auction of best calls, the lowest of equals each time, and what it comes to."""
        calls: list[Call] = []
        last = _Turn(NO_BID, 1, 0, dealer)
        turn: _Turn | None = last
        while turn is not None:
            last = turn
            _, call = self._solved(turn)
            calls.append(CALLS[call - PASS])
            turn = turn.after(call)
        return tuple(calls), None if last.bid == NO_BID else self._played(last.bid, last.bidder, last.doubling)

    def _solved(self, turn: _Turn) -> tuple[int, int]:
        """Seat 0's margin from here on, and the best call of the seat on turn."""
        if turn not in self._best:
            legal = self.legal(turn)
            margins = [self.margin(turn, call) for call in legal]
            margin = min(margins) if turn.seat else max(margins)
            self._best[turn] = margin, legal[margins.index(margin)]
        return self._best[turn]

    def legal(self, turn: _Turn) -> list[int]:
        """The calls that the seat on turn may make."""
        return ids_of(legal_calls(self._hands[turn.seat], turn.bid, turn.doubling))

    def margin(self, turn: _Turn, call: int) -> int:
        """Seat 0's margin after a call."""
        after = turn.after(call)
        if after is not None:
            return self._solved(after)[0]
        if turn.bid == NO_BID:
            return 0
        scores = self._played(turn.bid, turn.bidder, turn.doubling).scores
        return scores[0] - scores[1]

    def _played(self, bid: int, declarer: int, doubling: int) -> Best:
        """A contract and what it comes to."""
        call = CALLS[bid - PASS]
        defender = self._tricks[declarer ^ 1][DENOMINATIONS.index(str(call.denomination))]
        tricks = HAND_SIZE - defender
        made, defended = deal_scores(call, doubling, tricks)
        return Best(Contract(call, declarer, doubling), tricks, (defended, made) if declarer else (made, defended))
