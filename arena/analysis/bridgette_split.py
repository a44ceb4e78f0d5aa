"""What made the margin of a deal of Bridgette: the cards, the exchange, the auction or the play.

All parts are points of seat 0 less points of seat 1, and add up to what the deal was won by. They are differences
of values with open hands and best play (`arena.solvers`): of the hands as dealt and as kept (par, before and after
the exchange), of the contract, plain and as it was doubled, and of every position of the play.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import msgspec

from arena.cards import Card, mask_of
from arena.games.bridgette.calls import DENOMINATIONS, Call
from arena.games.bridgette.contract import Contract
from arena.games.bridgette.play import banned_by, follower_wins
from arena.games.bridgette.record import held_hands
from arena.games.bridgette.scoring import deal_scores
from arena.solvers.bridgette.par import Par, par_of
from arena.solvers.bridgette.solver import BridgetteSolver


class DealSplit(msgspec.Struct, frozen=True, array_like=True):
    """The margin of a deal in its parts, in points of seat 0 less points of seat 1.

    `cards`: par of the hands as dealt. `exchange`: what par gained by the exchange. `bidding`: the contract
    without its doubling less par, or 0 less par if passed out. `doubling`: what double and redouble added.
    `play[s]`: what the cards that seat s played changed in the score to come. `tricks[s]`: the tricks that they
    cost it, at least 0, and `costs` those of each card in the order played. `declarer` is a seat or None.
    Fields and their order are part of what a ladder stores (`arena.ladder.analyses`).
    """

    cards: int
    exchange: int
    bidding: int
    doubling: int
    play: tuple[int, int]
    tricks: tuple[int, int]
    declarer: int | None
    costs: tuple[int, ...]

    @property
    def margin(self) -> int:
        """The sum of the parts: what the deal was won by."""
        return self.cards + self.exchange + self.bidding + self.doubling + sum(self.play)


def split_deal(solver: BridgetteSolver, deal: dict[str, Any]) -> DealSplit:
    """Split a finished deal of a match record (transcript.md)."""
    dealt = [mask_of([Card.parse(card).id for card in hand]) for hand in deal["hands"]]
    held = held_hands(deal)
    before, after = (_margin_of(par_of(solver, hands, deal["dealer"])) for hands in (dealt, held))
    if deal["contract"] is None:
        return DealSplit(before, after - before, -after, 0, (0, 0), (0, 0), None, ())
    contract = Contract(
        Call.parse(deal["contract"]["bid"]), deal["contract"]["declarer"], deal["contract"]["doubling"]
    )
    trump = DENOMINATIONS.index(contract.bid.text[1:])
    cards = [Card.parse(play["card"]).id for play in deal["plays"]]
    seats = [play["seat"] for play in deal["plays"]]
    course = declarers_tricks(solver, held, trump, contract.declarer, seats, cards)
    scores = [_score(contract, tricks) for tricks in course]
    plain = _score(msgspec.structs.replace(contract, doubling=1), course[0])
    play, lost, costs = [0, 0], [0, 0], []
    for seat, (old, new), (one, other) in zip(seats, pairwise(scores), pairwise(course), strict=True):
        play[seat] += new - old
        costs.append(one - other if seat == contract.declarer else other - one)
        lost[seat] += costs[-1]
    return DealSplit(
        cards=before,
        exchange=after - before,
        bidding=plain - after,
        doubling=scores[0] - plain,
        play=(play[0], play[1]),
        tricks=(lost[0], lost[1]),
        declarer=contract.declarer,
        costs=tuple(costs),
    )


def declarers_tricks(
    solver: BridgetteSolver,
    held: Sequence[int],
    trump: int,
    declarer: int,
    seats: Sequence[int],
    cards: Sequence[int],
) -> list[int]:
    """The tricks that the declarer takes with best play from then on: before the first card, and after each.

    `held` are the hands as masks when the play begins, `seats` and `cards` (ids) the play.
    """
    hands = list(held)
    won = 0

    def declarers(leader: int, **position: int) -> int:
        tricks = solver.tricks(hands, trump, leader, **position)
        assert tricks is not None  # without a limit of nodes there is always an answer
        left = hands[leader ^ 1].bit_count()
        return won + (tricks if leader == declarer else left - tricks)

    course = [declarers(seats[0])]
    for i in range(0, len(cards), 2):
        leader, led, followed = seats[i], cards[i], cards[i + 1]
        hands[leader] ^= 1 << led
        course.append(declarers(leader, led=led))
        hands[leader ^ 1] ^= 1 << followed
        winner = leader ^ 1 if follower_wins(led, followed, trump) else leader
        won += winner == declarer
        course.append(declarers(winner, ban=banned_by(led, followed)) if hands[winner] else won)
    return course


def _margin_of(par: Par) -> int:
    return 0 if par.result is None else par.result.scores[0] - par.result.scores[1]


def _score(contract: Contract, tricks: int) -> int:
    """Seat 0's margin if the declarer takes so many tricks."""
    made, defended = deal_scores(contract.bid, contract.doubling, tricks)
    return defended - made if contract.declarer else made - defended
