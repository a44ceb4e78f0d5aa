"""What made a deal of 56: the cards, the auction or the play.

There is no best play of a whole deal to compare with. In its place stands the simulated play of
`arena.solvers.fiftysix.playout`: all hands open, fixed rules of thumb, no chance, so a position always comes to
the same points. All parts are tables gained by each side, and add up to what the deal brought it. They are
differences of what the deal is worth by simulated play: by its cards, in its contract, plain and as it was
doubled, and after every card.

The cards are worth what the best of open hands would get for them: the side that takes most points with any trump
suit of its choice makes just that number, at the price of it (F19). Where no side takes 28, all pass and the one
bound to the contract fails (F13, F20).
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

import msgspec

from arena.cards import SUITS, Card
from arena.games.fiftysix.calls import LOWEST, NO_TRUMPS
from arena.games.fiftysix.contract import Contract
from arena.games.fiftysix.pack import hand_of, without
from arena.games.fiftysix.play import Play
from arena.games.fiftysix.settlement import price, settle
from arena.solvers.fiftysix.playout import Playout

_TRUMPS: Final = (*SUITS, NO_TRUMPS)

Tables = tuple[int, ...]
"""Tables gained, by side of the table."""


class FiftySixDealSplit(msgspec.Struct, frozen=True, array_like=True):
    """What each side of the table gained by a deal, in its parts.

    `cards`: the worth of the hands. `bidding`: the contract without its doubling less that. `doubling`: what
    double and redouble added. `play_declarer` and `play_defender`: what the cards of the declarer's side, and
    those of all others, changed in the tables to come. `declarer` is a seat. `expected` are the points that the
    declarer's side takes by simulated play of the contract, `points` those it took.
    Fields and their order are part of what a ladder stores (`arena.ladder.analyses`).
    """

    cards: Tables
    bidding: Tables
    doubling: Tables
    play_declarer: Tables
    play_defender: Tables
    declarer: int
    expected: int
    points: int

    @property
    def gains(self) -> Tables:
        """The sum of the parts: the tables that the deal brought each side."""
        parts = (self.cards, self.bidding, self.doubling, self.play_declarer, self.play_defender)
        return tuple(map(sum, zip(*parts, strict=True)))


class _Worth:
    """What a deal brings each side in tables, by its contract and the declarer's points (F18 – F21)."""

    def __init__(self, seats: Sequence[int], side_of: Sequence[int], tables: Sequence[int]) -> None:
        self._seats = tuple(seats)
        self._side_of = side_of
        self._tables = tables

    def of(self, contract: Contract, points: int) -> Tables:
        """The gain of every side, those out as well."""
        side = self._side_of[contract.declarer]
        turn = self._seats.index(contract.declarer)
        in_turn = dict.fromkeys(self._side_of[seat] for seat in self._seats[turn:] + self._seats[:turn])
        others = [other for other in in_turn if other != side]
        made = points >= contract.number
        return _less(settle(self._tables, side, others, price(contract, made), made), self._tables)


def split_deal(side_of: Sequence[int], deal: Mapping[str, Any]) -> FiftySixDealSplit:
    """Split a finished deal of a match record (transcript.md); `side_of` is the side of each seat."""
    seats: list[int] = deal["seats"]
    hands = {seat: hand_of([Card.parse(card).id for card in deal["hands"][str(seat)]]) for seat in seats}
    first = seats.index(deal["dealer"]) + 1
    told = deal["contract"]
    contract = Contract(None, told["number"], told["trump"], told["declarer"], told["doubling"])
    worth = _Worth(seats, side_of, deal["tables_before"])
    cards = worth.of(*_par(hands, seats[first:] + seats[:first], side_of))
    players = [play["seat"] for play in deal["plays"]]
    kinds = [Card.parse(play["card"]).id for play in deal["plays"]]
    course = declarers_points(hands, seats, side_of, contract, players, kinds)
    plain = worth.of(msgspec.structs.replace(contract, doubling=1), course[0])
    values = [worth.of(contract, points) for points in course]
    nothing = (0,) * len(deal["tables_before"])
    by_declarer, by_defender = nothing, nothing
    for player, (old, new) in zip(players, pairwise(values), strict=True):
        if side_of[player] == side_of[contract.declarer]:
            by_declarer = _plus(by_declarer, _less(new, old))
        else:
            by_defender = _plus(by_defender, _less(new, old))
    return FiftySixDealSplit(
        cards=cards,
        bidding=_less(plain, cards),
        doubling=_less(values[0], plain),
        play_declarer=by_declarer,
        play_defender=by_defender,
        declarer=contract.declarer,
        expected=course[0],
        points=course[-1],
    )


def declarers_points(
    hands: Mapping[int, int],
    seats: Sequence[int],
    side_of: Sequence[int],
    contract: Contract,
    players: Sequence[int],
    cards: Sequence[int],
) -> list[int]:
    """The points of the declarer's side if the play is simulated from then on: before the first card, after each.

    `hands` are masks by seat as dealt, `players` and `cards` (kinds) the play. The last one is what the side took.
    """
    held = dict(hands)
    side = side_of[contract.declarer]
    playout = Playout(seats, side_of, contract.trump)
    play = Play(contract.trump, tuple(seats), tuple(side_of))
    course = [playout.points(held, side, players[0])]
    for player, card in zip(players, cards, strict=True):
        held[player] = without(held[player], card)
        to_act = play.add(player, card)
        trick = play.trick()
        leader = trick[0][0] if trick else to_act
        left = playout.points(held, side, leader, [kind.id for _, kind in trick]) if play.tricks_left else 0
        course.append(play.points[side] + left)
    return course


def _par(hands: Mapping[int, int], in_turn: Sequence[int], side_of: Sequence[int]) -> tuple[Contract, int]:
    """The contract that the cards are worth, and the points of its side; of equals that of the first in turn."""
    playouts = {trump: Playout(sorted(in_turn), side_of, trump) for trump in _TRUMPS}
    first = in_turn[0]
    best = Contract(None, LOWEST, NO_TRUMPS, first, 1)
    most = playouts[NO_TRUMPS].points(hands, side_of[first], first)
    declarers = {side_of[seat]: seat for seat in reversed(in_turn)}
    for seat in in_turn:
        if declarers[side_of[seat]] != seat:
            continue
        for trump, playout in playouts.items():
            points = playout.points(hands, side_of[seat], first)
            if points > max(most, LOWEST - 1):
                best, most = Contract(None, points, trump, seat, 1), points
    return best, most


def _plus(one: Tables, other: Tables) -> Tables:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def _less(one: Sequence[int], other: Sequence[int]) -> Tables:
    return tuple(a - b for a, b in zip(one, other, strict=True))
