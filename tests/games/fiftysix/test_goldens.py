"""Rare events in stored matches: tests/golden/fiftysix."""

import json
from pathlib import Path

import pytest

from arena.games.fiftysix.game import FIFTYSIX
from tests.games.fiftysix.oracle import check_match

GOLDENS = sorted((Path(__file__).parents[2] / "golden" / "fiftysix").glob("*.json"))


@pytest.fixture(params=GOLDENS, ids=lambda path: path.stem)
def golden(request):
    return json.loads(request.param.read_text())


def test_the_engine_plays_it_again(golden):
    rules = FIFTYSIX.variant(golden["variant"])
    state, events = FIFTYSIX.start(rules, golden["seed"])
    log = list(events)
    for deal in golden["deals"]:
        for entry in deal["calls"]:
            assert state.to_act == entry["seat"]
            log += state.apply(FIFTYSIX.parse_action(f"call {entry['call']}"))
        for entry in deal["plays"]:
            assert state.to_act == entry["seat"]
            log += state.apply(FIFTYSIX.parse_action(f"play {entry['card']}"))
    assert state.to_act == -1
    assert FIFTYSIX.deals(rules, log) == golden["deals"]
    assert list(state.places()) == golden["places"]
    assert list(state.scores()) == golden["scores"]
    assert state.termination == golden["termination"]


def test_it_agrees_with_a_naive_reading_of_the_rules(golden):
    check_match(golden)


def test_the_rare_events_are_there():
    assert {path.stem for path in GOLDENS} >= {
        "all_others_out_in_one_deal",
        "all_pass",
        "capped_payments_of_others",
        "eight_to_six_to_four",
        "every_form_of_bid",
        "last_allowed_deal_leaves_one_team",
        "max_deals",
        "redoubled_failed",
        "redoubled_made",
        "shared_capped_payment",
        "two_out_in_one_deal",
    }
