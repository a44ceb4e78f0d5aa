"""Watching bots, a key a card or call."""

from itertools import repeat

import pytest

from arena.cli.table.person import LeftError
from arena.match.differences import differences
from arena.match.record import match_record
from arena.records import Termination
from tests.cli.table.kit import Session

SCREEN = """\
Deal 1 ─────────────────────────────────────────────────────────────────────────
Dealt by seat 0. Points: seat 0: 0, seat 1: 0. Up-card DK

Points: seat 0: 0, seat 1: 0
seat     ♠         ♥         ♦     ♣             :
──────────────────────────────────────────────────
seat 0   A K Q T   A Q 5 3   6 5   6 5 4         –
seat 1   7 3 2     J         Q 2   A K T 7 3 2   G
x
Drawn by seat 1: DK DJ
Given up by seat 1: C3 D2

Points: seat 0: 0, seat 1: 0
seat     ♠         ♥         ♦       ♣           :
──────────────────────────────────────────────────
seat 0   A K Q T   A Q 5 3   6 5     6 5 4       –
seat 1   7 3 2     J         K Q J   A K T 7 2   G
x
"""


def test_the_screens_with_all_hands_open() -> None:
    session = Session("bridgette", ["x"] * 2, seat=None)
    with pytest.raises(LeftError):
        session.play()
    assert session.screen.startswith(SCREEN)


@pytest.mark.parametrize(
    ("game", "options"),
    [("bridgette", {}), ("fiftysix", {"tables": 2}), ("fiftysix", {"players": 8, "tables": 1})],
    ids=str,
)
def test_each_call_and_card_takes_one_key(game: str, options: dict[str, object]) -> None:
    session = Session(game, repeat("x"), seat=None, **options)
    result = session.play()
    assert differences(session.game, session.variant, "table", result) == []
    record = match_record("", session.game, session.variant, "table", session.line_up.names, result)
    moves = [len(deal["calls"]) + len(deal["plays"]) + len(deal.get("exchanges", ())) for deal in record["deals"]]
    assert session.asked == sum(moves) + len(result.deals)  # one more to look at the hands dealt


def test_d_goes_on_to_the_end_of_the_deal() -> None:
    session = Session("bridgette", repeat("d"), seat=None)
    result = session.play()
    assert result.termination is Termination.PLAYED_OUT
    assert session.asked == len(result.deals)


def test_the_rules_may_be_asked_for_and_the_table_left() -> None:
    session = Session("bridgette", ["?", "x", "x", "?", "q"], seat=None)
    with pytest.raises(LeftError):
        session.play()
    assert "B9 After drawing" in session.screen
    assert "B13 To bid a suit" in session.screen


def test_every_hand_is_shown_until_it_is_played() -> None:
    session = Session("fiftysix", repeat("x"), seat=None, players=8, tables=1, max_deals=1)
    session.play()
    first = session.screen.split("\nx\n")[0]
    assert [line.split("  ")[0] for line in first.splitlines()[-8:]] == [f"seat {seat}" for seat in range(8)]
