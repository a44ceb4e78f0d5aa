"""How an entrant bids and plays Bridgette, against what the exported record of the same match says."""

from collections import Counter
from typing import Any

import pytest

from arena.analysis.bridgette_habits import BridgetteFold, BridgetteHabits
from arena.cards import Card
from arena.games.bridgette.game import BRIDGETTE
from tests.analysis.kit import played

SEEDS = [f"habits {n}" for n in range(12)]


def habits_of(*seeds: str) -> tuple[list[BridgetteHabits], list[dict[str, Any]]]:
    """Both entrants' habits over these matches, and the deals of their records."""
    fold, deals = BridgetteFold(), []
    for seed in seeds:
        state, events, _ = played("bridgette", seed)
        fold.add(("a@1", "b@1"), events, state.public.history)
        deals += BRIDGETTE.deals(state.public.variant, events)
    habits = fold.habits()
    return [habits["a@1"], habits["b@1"]], deals


@pytest.mark.parametrize("seat", [0, 1])
def test_contracts_bonuses_and_undertricks_are_those_of_the_records(seat: int) -> None:
    habits, deals = habits_of(*SEEDS)
    own = [deal for deal in deals if deal["contract"] and deal["contract"]["declarer"] == seat]
    over = [deal["tricks"][seat] - 6 - int(deal["contract"]["bid"][0]) for deal in own]
    found = habits[seat]
    bids = Counter(deal["contract"]["bid"] for deal in own)
    assert {bid: one.declared for bid, one in found.contracts.items()} == bids
    assert sum(one.made for one in found.contracts.values()) == sum(one >= 0 for one in over)
    assert found.three_over == over.count(3)
    levels = [deal["contract"]["bid"][0] for deal in own]
    assert found.exact == sum(one == 0 and level != "7" for one, level in zip(over, levels, strict=True))
    assert found.undertricks == Counter(min(-one, 6) for one in over if one < 0)
    assert found.passed_out == sum(deal["contract"] is None for deal in deals)
    assert (found.matches, found.deals) == (len(SEEDS), len(deals))


@pytest.mark.parametrize("seat", [0, 1])
def test_doubles_are_those_of_the_records(seat: int) -> None:
    habits, deals = habits_of(*SEEDS)
    calls = [call["call"] for deal in deals for call in deal["calls"] if call["seat"] == seat]
    doubled = [deal for deal in deals if deal["contract"] and deal["contract"]["doubling"] > 1]
    assert (habits[seat].doubles, habits[seat].redoubles) == (calls.count("X"), calls.count("XX"))
    assert habits[seat].doubled.declared == sum(deal["contract"]["declarer"] == seat for deal in doubled)
    assert habits[seat].doubled_against == habits[1 - seat].doubled


@pytest.mark.parametrize("seat", [0, 1])
def test_discards_and_colons_are_those_of_the_records(seat: int) -> None:
    habits, deals = habits_of(*SEEDS)
    thrown = Counter(
        "colon" if card[0] == ":" else card[1]
        for deal in deals
        for exchange in deal["exchanges"]
        if exchange["seat"] == seat
        for card in exchange["discards"]
    )
    assert habits[seat].discards == thrown
    led = followed = 0
    for deal in deals:
        for n, play in enumerate(deal["plays"]):
            if play["seat"] == seat and play["card"][0] == ":":
                led += n % 2 == 0
                followed += n % 2
    assert habits[seat].colons_led.declared == led
    assert habits[seat].colons_matched + habits[seat].colons_thrown == followed


def test_colons_led_win_as_the_rules_say() -> None:
    habits, deals = habits_of(*SEEDS)
    won = 0
    for deal in deals:
        plays = deal["plays"]
        for n in range(0, len(plays), 2):
            if plays[n]["card"][0] == ":":
                trump = deal["contract"]["bid"][1:]
                cards = Card.parse(plays[n]["card"]), Card.parse(plays[n + 1]["card"])
                won += BRIDGETTE.trick_winner(cards, trump) == 0
    assert sum(one.colons_led.made for one in habits) == won
