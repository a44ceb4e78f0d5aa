"""The parts of a deal's margin add up, and each falls to whom it belongs."""

from collections.abc import Callable
from operator import sub
from random import Random
from typing import Any

import pytest

from arena.analysis.bridgette_split import split_deal
from arena.games.bridgette.calls import Call
from arena.games.bridgette.game import BRIDGETTE
from arena.games.bridgette.state import BridgetteState
from arena.solvers.bridgette.solver import BridgetteSolver

Choose = Callable[[BridgetteState, dict[int, int]], int]
"""Picks a card, given what each brings the leader with best play."""


def first_deal(seed: int, choose: Choose | None = None, calls: str = "") -> dict[str, Any]:
    """The first deal of a match as in the match record: random actions, but for these calls and cards."""
    script = iter(calls.split())
    rng = Random(seed)
    solver = BridgetteSolver()
    variant = BRIDGETTE.variant({})
    state, opening = BRIDGETTE.start(variant, f"split {seed}")
    assert isinstance(state, BridgetteState)
    events = list(opening)
    while state.deal_number == 1:
        legal = state.legal()
        action = rng.choice([i for i in range(legal.bit_length()) if legal >> i & 1])
        public = state.public
        if calls and public.phase == "call":
            action = Call.parse(next(script)).id
        if choose is not None and public.phase == "play":
            leader = state.to_act ^ (public.led >= 0)
            cards = solver.cards(state.hands, public.trump, leader, led=public.led, ban=public.ban)
            assert cards is not None
            action = choose(state, cards)
        events += state.apply(action)
    return BRIDGETTE.deals(variant, events)[0]


def best(state: BridgetteState, cards: dict[int, int]) -> int:
    return (max if state.public.led < 0 else min)(cards, key=lambda card: cards[card])


def worst_of(seat: int) -> Choose:
    """Best play but by one seat, which always picks what costs it most."""

    def choose(state: BridgetteState, cards: dict[int, int]) -> int:
        if state.to_act != seat:
            return best(state, cards)
        return (min if state.public.led < 0 else max)(cards, key=lambda card: cards[card])

    return choose


@pytest.mark.parametrize("seed", range(2))
def test_the_parts_add_up_to_the_margin(seed: int) -> None:
    deal = first_deal(seed)
    split = split_deal(BridgetteSolver(), deal)
    assert split.margin == sub(*deal["scores"])
    assert split.declarer == (deal["contract"] and deal["contract"]["declarer"])
    assert min(split.tricks) >= 0


def test_best_play_of_both_costs_nothing() -> None:
    split = split_deal(BridgetteSolver(), first_deal(1, best))
    assert (split.play, split.tricks) == ((0, 0), (0, 0))


@pytest.mark.parametrize("seat", [0, 1])
def test_bad_play_is_its_own_players(seat: int) -> None:
    split = split_deal(BridgetteSolver(), first_deal(2, worst_of(seat)))
    assert split.tricks[seat] > 0
    assert split.play[1 - seat] == split.tricks[1 - seat] == 0
    assert split.play[0] - split.play[1] != 0


def test_only_what_was_doubled_is_put_down_to_doubling() -> None:
    plain, doubled = (split_deal(BridgetteSolver(), first_deal(3, calls=calls)) for calls in ("0NT P", "0NT X P"))
    assert plain.doubling == 0
    assert doubled.doubling
    assert (plain.cards, plain.exchange, plain.bidding) == (doubled.cards, doubled.exchange, doubled.bidding)


def test_a_passed_out_deal_gives_away_par() -> None:
    split = split_deal(BridgetteSolver(), first_deal(4, calls="P P"))
    assert split.bidding == -(split.cards + split.exchange)
    assert split.bidding
    assert (split.margin, split.play, split.declarer) == (0, (0, 0), None)
