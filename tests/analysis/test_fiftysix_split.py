"""The parts of a deal of 56 add up to what it brought each side, and each falls to whom it belongs."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from arena.analysis.fiftysix_split import split_deal
from arena.games.fiftysix.calls import Call
from arena.games.fiftysix.game import FIFTYSIX
from arena.games.fiftysix.state import FiftySixState
from arena.solvers.fiftysix.playout import Playout
from tests.analysis.kit import played
from tests.games.fiftysix.kit import VARIANTS

FOUR = FIFTYSIX.variant({"players": 4, "max_deals": 1})
Choose = Callable[[FiftySixState, list[int]], int]
"""Picks one of the legal cards."""


def deal_of(seed: str, calls: str, choose: Choose) -> dict[str, Any]:
    """The one deal of a match for four with these calls, all others passing, and cards."""
    script = iter(calls.split())
    state, opening = FIFTYSIX.start(FOUR, seed)
    assert isinstance(state, FiftySixState)
    events = list(opening)
    while state.to_act >= 0:
        legal = state.legal()
        if state.public.play is None:
            action = Call.parse(next(script, "P")).id
        else:
            action = choose(state, [card for card in range(legal.bit_length()) if legal >> card & 1])
        events += state.apply(action)
    return FIFTYSIX.deals(FOUR, events)[0]


def simulated(state: FiftySixState, card: int = -1) -> int:
    """What the declarer's side still takes by simulated play, after this card if one is given."""
    play, contract = state.public.play, state.public.contract
    assert play is not None
    assert contract is not None
    trick = play.trick()
    leader = trick[0][0] if trick else state.to_act
    playout = Playout(state.public.seats, FOUR.side_of, contract.trump)
    side = FOUR.side_of[contract.declarer]
    return playout.points(dict(enumerate(state.hands)), side, leader, [one.id for _, one in trick], card)


def as_simulated(state: FiftySixState, cards: list[int]) -> int:
    """A card after which the declarer's side still takes what it was to take."""
    due = simulated(state)
    return next(card for card in cards if simulated(state, card) == due)


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_the_parts_add_up_to_what_each_side_got(options: dict[str, object]) -> None:
    variant = FIFTYSIX.variant(options | {"tables": 4, "max_deals": 12})
    _, events, _ = played("fiftysix", "adds up", **variant.options())
    for deal in FIFTYSIX.deals(variant, events):
        split = split_deal(variant.side_of, deal)
        gained = (after - before for before, after in zip(deal["tables_before"], deal["tables"], strict=True))
        assert split.gains == tuple(gained)
        assert split.points == deal["points"][variant.side_of[split.declarer]]
        for part in (split.cards, split.bidding, split.doubling, split.play_declarer, split.play_defender):
            assert sum(part) == 0


def test_play_as_it_is_simulated_changes_nothing() -> None:
    deal = deal_of("as simulated", "28H", as_simulated)
    split = split_deal(FOUR.side_of, deal)
    assert (split.play_declarer, split.play_defender) == ((0, 0), (0, 0))
    assert split.points == split.expected


@pytest.mark.parametrize("worse", ["declarer", "defender"])
def test_bad_play_is_that_of_the_side_that_played_so(worse: str) -> None:
    """The worse side throws away what it can by simulated play, the other plays as simulated."""

    def choose(state: FiftySixState, cards: list[int]) -> int:
        contract = state.public.contract
        assert contract is not None
        declares = FOUR.side_of[state.to_act] == FOUR.side_of[contract.declarer]
        if declares != (worse == "declarer"):
            return as_simulated(state, cards)
        return (min if declares else max)(cards, key=lambda card: simulated(state, card))

    for seed in range(20):
        split = split_deal(FOUR.side_of, deal_of(f"bad play {seed}", "28H", choose))
        assert split.gains[FOUR.side_of[split.declarer]] in (1, -2)
        lost, kept = split.play_declarer, split.play_defender
        if worse == "defender":
            lost, kept = kept, lost
        assert kept == (0, 0)
        if lost != (0, 0):
            return
    pytest.fail("in none of these deals did it matter")


def test_only_what_was_doubled_is_put_down_to_doubling() -> None:
    choose = random.Random("doubled").choice
    plain, doubled = (
        split_deal(FOUR.side_of, deal_of("doubled", calls, lambda _, cards: choose(cards)))
        for calls in ("28H", "28H X")
    )
    assert plain.doubling == (0, 0)
    assert doubled.doubling in ((1, -1), (-1, 1), (2, -2), (-2, 2))
    assert (plain.cards, plain.bidding) == (doubled.cards, doubled.bidding)
