from typing import Any

import pytest
from rich.console import Console

from arena.errors import ArenaError
from arena.games import GAMES
from arena.match.record import match_record
from arena.match.transcript import encode
from arena.records import Fault, FaultKind, MatchResult, Substitution, Termination
from arena.report.match_text import match_text


def record(game: str, take: int | None = None, fault: Fault | None = None, **options: object) -> dict[str, Any]:
    """A match in which every seat takes its middle action, cut after `take` of them if a fault ended it."""
    rules = GAMES[game]
    variant = rules.variant(options)
    state, _ = rules.start(variant, "text")
    actions: list[int] = []
    while (legal := state.legal()) and len(actions) != take:
        ids = [i for i in range(legal.bit_length()) if legal >> i & 1]
        actions.append(ids[len(ids) // 2])
        state.apply(actions[-1])
    forfeited = () if fault is None else (fault.seat % len(rules.sides(variant)),)
    substituted = (Substitution(1, FaultKind.CRASH, 1, 3, "ValueError: x"),) if game == "fiftysix" else ()
    result = MatchResult(
        order=(0, 1),
        places=state.places(forfeited),
        scores=state.scores(),
        deals=state.deals(),
        termination=Termination.FORFEIT if fault else state.termination or Termination.PLAYED_OUT,
        forfeited=forfeited,
        fault=fault,
        substituted=substituted,
        transcript=encode(actions),
    )
    names = [f"bot{seat}" for seat in range(sum(map(len, rules.sides(variant))))]
    return match_record("pool/a@1+b@2/1/1", rules, variant, "text", names, result)


def printed(match: dict[str, Any], deal: int | None = None) -> str:
    console = Console(width=160, record=True, file=None, quiet=False, force_terminal=False)
    with console.capture() as capture:
        for part in match_text(match, deal):
            console.print(part, highlight=False)
    return capture.get()


def test_a_bridgette_match_shows_every_deal_from_hands_to_totals() -> None:
    match = record("bridgette")
    text = printed(match)
    for deal in match["deals"]:
        assert f"Deal {deal['number']}, dealt by seat {deal['dealer']}" in text
        assert f"up-card {deal['stock'][0]}" in text
        assert f"gives up {' '.join(deal['exchanges'][0]['discards'])}" in text
    assert "Contract" in text
    assert "bot0" in text
    assert "Result (played_out)" in text


def test_each_trick_names_the_seat_that_leads_to_the_next() -> None:
    for match, seats in ((record("bridgette"), 2), (record("fiftysix", max_deals=1), 4)):
        deal = next(deal for deal in match["deals"] if deal["plays"])
        rows = [line.split() for line in printed(match, deal["number"]).splitlines()]
        winners = [row[-1] for row in rows if row and row[0].isdecimal() and row[-2:-1] == ["seat"]]
        leaders = [str(play["seat"]) for play in deal["plays"][::seats]]
        assert winners[:-1] == leaders[1:]


def test_a_match_of_56_shows_points_and_tables() -> None:
    match = record("fiftysix", max_deals=2, tables=99)
    text = printed(match, 2)
    assert "Deal 1," not in text
    assert "tables before" in text
    assert "Result (max_deals)" in text


def test_substituted_actions_are_told() -> None:
    assert "the substitute acted for seat 1 (crash: ValueError: x)" in printed(record("fiftysix", max_deals=1))


@pytest.mark.parametrize("take", [0, 3, 14, 20])
@pytest.mark.parametrize("game", ["bridgette", "fiftysix"])
def test_a_forfeited_match_ends_at_the_fault(game: str, take: int) -> None:
    fault = Fault(1, FaultKind.CRASH, 1, "ValueError: no idea")
    text = printed(record(game, take, fault))
    assert "Forfeit: seat 1 (bot1) in deal 1: crash: ValueError: no idea" in text


def test_a_match_that_never_began_says_so() -> None:
    text = printed(record("bridgette", 0, Fault(0, FaultKind.CRASH, None, "ValueError")))
    assert "at the start" in text
    assert "Deal 1" not in text


def test_a_deal_that_was_not_dealt_is_refused_with_those_there_are() -> None:
    match = record("bridgette")
    with pytest.raises(ArenaError, match=r"has no deal 99: it has deals 1 … 6"):
        list(match_text(match, 99))


def test_a_match_is_solved_deal_by_deal_when_asked_to() -> None:
    match = record("bridgette")
    solved = list(match_text(match, solve=True))
    assert len([part for part in solved if "Par, " in str(part)]) == len(match["deals"])
    assert not [part for part in match_text(match) if "Par, " in str(part)]


def test_names_are_printed_as_they_are() -> None:
    match = record("bridgette")
    match["seats"][0] = "[red]bold[/red]"
    assert "[red]bold[/red]" in printed(match)
