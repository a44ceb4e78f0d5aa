"""The events that the replay viewer draws say what the engine says, and no seat is told what it may not see."""

from collections.abc import Mapping
from typing import Any

import pytest

from arena.games import GAMES
from arena.games.base import Game, PrivateEvent, Variant
from arena.match.transcript import replay
from arena.records import Fault, FaultKind, Substitution
from arena.report.viewer.table_events import match_events, table_events
from tests.kit import VARIANTS
from tests.report.viewer.kit import SEED, match_at_random, played_at_random

TABLES = [(game, options) for game, variants in VARIANTS.items() for options in variants]


@pytest.fixture(params=TABLES, ids=str)
def table(request: pytest.FixtureRequest) -> tuple[Game[Any], Variant]:
    game, options = request.param
    return GAMES[game], GAMES[game].variant(options)


def seats_of(game: Game[Any], variant: Variant) -> range:
    return range(sum(map(len, game.sides(variant))))


def test_a_seats_own_events_draw_what_all_events_show_that_seat(table: tuple[Game[Any], Variant]) -> None:
    game, variant = table
    _, events, _ = played_at_random(game, variant)
    whole = list(table_events(game, variant, events))
    for seat in seats_of(game, variant):
        own = [event for event in events if not isinstance(event, PrivateEvent) or event.seat == seat]
        assert list(table_events(game, variant, own)) == [
            event for event in whole if event.get("to", seat) == seat
        ]


def test_every_card_played_or_discarded_was_in_the_hand_shown(table: tuple[Game[Any], Variant]) -> None:
    game, variant = table
    hands: Mapping[int, list[str]] = {}
    for event in table_events(game, variant, played_at_random(game, variant)[1]):
        if event["e"] == "deal":
            hands = {seat: [] for seat in event["seats"]}
        elif event["e"] in ("hand", "drew"):
            hands[event["to"]].extend(event["cards"])
        elif event["e"] == "discarded":
            hands[event["to"]].remove(event["card"])
        elif event["e"] == "play":
            hands[event["seat"]].remove(event["card"])
        elif event["e"] == "contract":
            assert len({len(hand) for hand in hands.values()}) == 1
    assert not any(hands.values())


def test_tricks_contracts_and_scores_are_those_of_the_match_record(table: tuple[Game[Any], Variant]) -> None:
    game, variant = table
    _, events, _ = played_at_random(game, variant)
    deals = iter(game.deals(variant, events))
    taken: list[int] = []
    contract = None
    for event in table_events(game, variant, events):
        if event["e"] == "deal":
            contract, taken = None, [0] * len(game.sides(variant))
        elif event["e"] == "trick":
            taken = event["taken"]
        elif event["e"] == "contract":
            contract = event
        elif event["e"] == "scored":
            deal = next(deals)
            summary = game.summary(deal)
            assert summary.sides is not None
            assert event["taken"] == taken == [side.taken for side in summary.sides]
            assert event["totals"] == [side.after for side in summary.sides]
            assert event["gains"] == [side.after - side.before for side in summary.sides]
            stored = deal["contract"]
            assert (contract is None) == (stored is None)
            if contract is not None:
                assert contract["trump"] == summary.trump
                assert (contract["declarer"], contract["doubling"]) == (stored["declarer"], stored["doubling"])
    assert next(deals, None) is None


def test_a_ban_follows_the_trick_that_brought_it() -> None:
    game = GAMES["bridgette"]
    variant = game.variant({})
    bans = 0
    for k in range(20):
        before: list[dict[str, Any]] = []
        for event in table_events(game, variant, played_at_random(game, variant, f"ban {k}")[1]):
            if event["e"] == "ban":
                bans += 1
                led, followed, won = before[-3:]
                assert (led["card"][0], won["seat"]) == (event["suit"], event["seat"])
                assert led["seat"] == event["seat"]
                assert followed["card"][0] == ":"
            if event["e"] in ("play", "trick"):
                before.append(event)
    assert bans


def test_a_forfeited_match_ends_at_the_fault() -> None:
    game = GAMES["bridgette"]
    variant = game.variant({})
    fault = Fault(1, FaultKind.ILLEGAL_ACTION, 1, "not a card it holds", ("SA", "SK"))
    match = match_at_random(game, variant, (0, 1), take=20, fault=fault)
    *_, last = match_events(game, variant, SEED, match)
    assert last == {
        "e": "fault",
        "seat": 1,
        "kind": "illegal_action",
        "detail": "not a card it holds",
        "action": "SA SK",
        "places": list(match.places),
    }


def test_what_a_substitute_did_is_marked_at_the_action_the_record_names() -> None:
    game = GAMES["fiftysix"]
    variant = game.variant({"players": 6, "teams": "pairs", "tables": 4, "max_deals": 4})
    entries = (
        Substitution(1, FaultKind.CRASH, 1, 0, "ValueError: x"),
        Substitution(2, FaultKind.TIMEOUT, 2, 5, "too slow"),
    )
    match = match_at_random(game, variant, (0, 1, 2), substituted=entries)
    told = match_events(game, variant, SEED, match)
    assert [event["substituted"] for event in told if "substituted" in event] == [
        "crash: ValueError: x",
        "timeout: too slow",
    ]
    first = next(event for event in told if event["e"] == "call")
    assert "substituted" in first
    _, events = replay(game, variant, SEED, match.transcript)
    assert len(told) == len(list(table_events(game, variant, events)))
