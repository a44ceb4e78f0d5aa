"""How an entrant bids and plays 56, against what the exported record of the same match says."""

from collections import Counter
from typing import Any

import pytest

from arena.analysis.fiftysix_habits import MOST_DEALS, FiftySixFold, FiftySixHabits
from arena.games.fiftysix.calls import Call, Form
from arena.games.fiftysix.game import FIFTYSIX
from tests.analysis.kit import played

SEEDS = [f"habits {n}" for n in range(6)]
OPTIONS: dict[str, object] = {"players": 6, "tables": 4, "max_deals": 40}
NAMES = ("a@1", "b@1", "c@1")


def habits_of(*seeds: str) -> tuple[dict[str, FiftySixHabits], list[list[dict[str, Any]]]]:
    """All entrants' habits over these matches, and the deals of each match's record."""
    fold, matches = FiftySixFold(4), []
    for seed in seeds:
        state, events, _ = played("fiftysix", seed, **OPTIONS)
        fold.add(NAMES * 2, 3, state.public.history)
        matches.append(FIFTYSIX.deals(state.public.variant, events))
    return fold.habits(), matches


@pytest.mark.parametrize("side", range(3))
def test_contracts_are_those_of_the_records(side: int) -> None:
    habits, matches = habits_of(*SEEDS)
    found = habits[NAMES[side]]
    own = [deal for deals in matches for deal in deals if deal["contract"]["declarer"] % 3 == side]
    bid = [deal for deal in own if deal["contract"]["call"] is not None]
    made = [deal for deal in bid if deal["points"][side] >= deal["contract"]["number"]]
    assert sum(one.declared for one in found.contracts.values()) == len(bid)
    assert sum(one.made for one in found.contracts.values()) == len(made)
    assert found.bound.declared == len(own) - len(bid)
    low = [deal for deal in bid if deal["contract"]["number"] < 40]
    assert ("28–39" in found.contracts) == bool(low)
    over = [deal["points"][side] - deal["contract"]["number"] for deal in bid]
    assert found.surplus == pytest.approx(sum(over) / len(over))


@pytest.mark.parametrize("side", range(3))
def test_calls_are_those_of_the_records(side: int) -> None:
    habits, matches = habits_of(*SEEDS)
    found = habits[NAMES[side]]
    forms = Counter(
        Call.parse(call["call"]).form
        for deals in matches
        for deal in deals
        for call in deal["calls"]
        if call["seat"] % 3 == side
    )
    assert (found.passes, found.doubles, found.redoubles) == (
        forms.pop(Form.PASS, 0),
        forms.pop(Form.DOUBLE, 0),
        forms.pop(Form.REDOUBLE, 0),
    )
    assert found.forms == {form.value: count for form, count in forms.items()}


def test_whoever_doubled_last_is_who_doubled_the_contract() -> None:
    habits, matches = habits_of(*SEEDS)
    doubled = [deal for deals in matches for deal in deals if deal["contract"]["doubling"] > 1]
    assert sum(one.doubled.declared for one in habits.values()) == len(doubled)
    assert sum(one.doubled_against.declared for one in habits.values()) == len(doubled)


@pytest.mark.parametrize("side", range(3))
def test_tables_and_eliminations_are_those_of_the_records(side: int) -> None:
    habits, matches = habits_of(*SEEDS)
    found = habits[NAMES[side]]
    first = sum(deals[0]["tables"][side] for deals in matches) / len(matches)
    last = sum(deals[-1]["tables"][side] for deals in matches) / len(matches)
    assert found.tables[0] == pytest.approx(first)
    assert found.tables[-1] == pytest.approx(last)
    assert len(found.tables) == min(max(map(len, matches)), MOST_DEALS)
    assert found.eliminated == sum(not deals[-1]["tables"][side] for deals in matches)
    assert found.matches == len(matches)


def test_an_entrant_in_two_seats_counts_a_deal_once() -> None:
    habits, matches = habits_of(SEEDS[0])
    assert habits["a@1"].deals == sum(0 in deal["seats"] for deal in matches[0])
