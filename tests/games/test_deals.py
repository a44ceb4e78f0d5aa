"""What every game tells of a deal in the same terms, on matches cut anywhere."""

import random
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

import pytest

from arena.cards import Card, ids_of
from arena.games import GAMES
from arena.games.base import DealSide, Event, State

TABLES: list[tuple[str, Mapping[str, object]]] = [
    ("bridgette", {"passed_out": "count"}),
    ("bridgette", {"passed_out": "redeal"}),
    *(("fiftysix", {"players": players, "tables": 12, "max_deals": 4}) for players in (4, 6, 8)),
]
EACH = pytest.mark.parametrize(("name", "options"), TABLES)


def played(
    name: str, options: Mapping[str, object], seed: int, take: int | None = None
) -> tuple[State, list[Event]]:
    """A random match of many passes, cut after `take` actions."""
    game = GAMES[name]
    chance = random.Random(seed)
    state, opening = game.start(game.variant(options), f"deals {seed}")
    events = list(opening)
    while state.to_act >= 0 and take != 0:
        legal = ids_of(state.legal())
        passes = game.action_text(legal[0]) == "call P" and chance.random() < 0.6
        events += state.apply(legal[0] if passes else chance.choice(legal))
        take = None if take is None else take - 1
    return state, events


def deals(name: str, options: Mapping[str, object], seed: int, take: int | None = None) -> list[dict[str, Any]]:
    return GAMES[name].deals(GAMES[name].variant(options), played(name, options, seed, take)[1])


def tricks(deal: dict[str, Any], seats: int) -> Iterator[list[dict[str, Any]]]:
    plays = deal["plays"]
    for start in range(0, len(plays) - seats + 1, seats):
        yield plays[start : start + seats]


@EACH
def test_the_winner_of_a_trick_leads_to_the_next(name: str, options: Mapping[str, object]) -> None:
    game = GAMES[name]
    seen = 0
    for deal in deals(name, options, 1):
        summary = game.summary(deal)
        for trick, following in pairwise(tricks(deal, len(summary.callers))):
            cards = [Card.parse(play["card"]) for play in trick]
            assert summary.trump is not None
            assert trick[game.trick_winner(cards, summary.trump)]["seat"] == following[0]["seat"]
            seen += 1
    assert seen > 15


@EACH
def test_the_sides_scores_run_from_the_start_of_the_match_to_its_end(
    name: str, options: Mapping[str, object]
) -> None:
    game = GAMES[name]
    for seed in range(3):
        state, events = played(name, options, seed)
        variant = game.variant(options)
        score: tuple[int, ...] = (game.starting_score(variant),) * len(game.sides(variant))
        for deal in game.deals(variant, events):
            sides = game.summary(deal).sides
            assert sides is not None
            assert tuple(side.before for side in sides) == score
            score = tuple(side.after for side in sides)
            whole = {"tricks": 0 if deal["contract"] is None else 13, "points": 56}[game.taken_unit]
            assert sum(side.taken for side in sides) == whole
        assert score == state.scores()


@EACH
def test_the_seats_call_in_the_order_told(name: str, options: Mapping[str, object]) -> None:
    for deal in deals(name, options, 2):
        callers = GAMES[name].summary(deal).callers
        seats = [call["seat"] for call in deal["calls"]]
        assert seats == [callers[i % len(callers)] for i in range(len(seats))]


@EACH
def test_the_call_that_became_the_contract_is_one_that_the_declarers_side_made(
    name: str, options: Mapping[str, object]
) -> None:
    for seed in range(4):
        for deal in deals(name, options, seed):
            summary, contract = GAMES[name].summary(deal), deal["contract"]
            assert (summary.terms is None) == (summary.trump is None) == (contract is None)
            if summary.call is not None:
                assert {"seat": contract["declarer"], "call": summary.call} in deal["calls"]
                assert summary.call in summary.terms
            assert summary.trump in ("C", "D", "H", "S", "NT", None)


@EACH
def test_a_state_tells_who_dealt_who_declared_and_what_each_side_gained(
    name: str, options: Mapping[str, object]
) -> None:
    game = GAMES[name]
    start = game.starting_score(game.variant(options))
    for seed in range(5):
        state, events = played(name, options, seed)
        recorded = game.deals(game.variant(options), events)
        assert len(state.deals()) == len(recorded)
        for result, deal in zip(state.deals(), recorded, strict=True):
            sides = game.summary(deal).sides
            assert sides is not None
            assert result.dealer == deal["dealer"]
            assert result.declarer == (deal["contract"] or {}).get("declarer")
            assert result.gains == tuple(side.after - side.before for side in sides)
        totals = zip(*(result.gains for result in state.deals()), strict=True)
        assert tuple(start + sum(gains) for gains in totals) == state.scores()


@EACH
def test_what_has_not_come_about_is_none(name: str, options: Mapping[str, object]) -> None:
    for take in range(0, 60, 3):
        last = deals(name, options, 5, take)[-1]
        summary = GAMES[name].summary(last)
        if last["contract"] is None:
            assert (summary.call, summary.terms, summary.trump) == (None, None, None)
        assert summary.sides is None
        assert summary.callers


def test_a_deal_of_56_that_everyone_passed_has_terms_but_nobodys_call() -> None:
    game = GAMES["fiftysix"]
    state, events = game.start(game.variant({}), "s")
    log = list(events)
    while not state.deals():
        log += state.apply(state.substitute())
    summary = game.summary(game.deals(game.variant({}), log)[0])
    assert (summary.call, summary.terms, summary.trump) == (None, "28 NT (nobody bid)", "NT")


def test_a_passed_out_deal_of_bridgette_is_finished_without_terms() -> None:
    game = GAMES["bridgette"]
    state, events = game.start(game.variant({}), "s")
    log = list(events)
    while not state.deals():
        log += state.apply(state.substitute())
    summary = game.summary(game.deals(game.variant({}), log)[0])
    assert (summary.terms, summary.sides) == (None, (DealSide(0, 0, 0), DealSide(0, 0, 0)))


@pytest.mark.parametrize(
    ("name", "options", "by_deal"),
    [
        ("bridgette", {"passed_out": "count"}, True),
        ("bridgette", {"passed_out": "redeal"}, False),
        ("fiftysix", {"players": 4}, False),
    ],
)
def test_deals_compare_one_by_one_where_all_count_and_none_changes_the_next(
    name: str, options: Mapping[str, object], by_deal: bool
) -> None:
    game = GAMES[name]
    assert game.compares_by_deal(game.variant(options)) is by_deal
