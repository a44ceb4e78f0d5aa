"""A person plays whole matches of both games by typing."""

from typing import Any

import pytest

from arena.bots import Bot
from arena.cli.table.person import LeftError
from arena.hosts.inprocess import InProcessPlayers, Seating
from arena.match.differences import differences
from arena.match.referee import play_match
from arena.records import Termination
from tests.cli.table.kit import FIRST_FOR_EVER, SCREENS, Session, then_first

TABLES: list[tuple[str, dict[str, object]]] = [
    ("bridgette", {}),
    ("bridgette", {"passed_out": "redeal"}),
    ("fiftysix", {"players": 4, "tables": 3, "max_deals": 4}),
    ("fiftysix", {"players": 6, "tables": 3, "max_deals": 4}),
    ("fiftysix", {"players": 8, "tables": 3, "max_deals": 4}),
    ("fiftysix", {"players": 8, "teams": "two_sides", "tables": 3, "max_deals": 4}),
]

BRIDGETTE_SCREEN = """\
Deal 1 ─────────────────────────────────────────────────────────────────────────
Dealt by you. Points: you: 0, random_legal: 0. Up-card DK
Exchanged by random_legal: 2 cards
Drawn by you: H6 DA S9 DT S6 D8 D7 CJ

Hand  ♠ A K Q T 9 6  ♥ A Q 6 5 3  ♦ A T 8 7 6 5  ♣ J 6 5 4  : –
1 SA   2 SK   3 SQ   4 ST   5 S9   6 S6   7 HA   8 HQ   9 H6   10 H5  11 H3
12 DA  13 DT  14 D8  15 D7  16 D6  17 D5  18 CJ  19 C6  20 C5  21 C4
give up 8> c4 c5 c6 cj d5 d6 d7 d8
Given up by you: C4 C5 C6 CJ D5 D6 D7 D8

Hand  ♠ A K Q T 9 6  ♥ A Q 6 5 3  ♦ A T  ♣ –  : –
1 P
2 1D  3 1H  4 1S
5 2D  6 2H  7 2S
8 3D  9 3H  10 3S
11 4D  12 4H  13 4S
14 5D  15 5H  16 5S
17 6D  18 6H  19 6S
20 7D  21 7H  22 7S
call> 4s

you   random_legal
──────────────────
4S    X
Hand  ♠ A K Q T 9 6  ♥ A Q 6 5 3  ♦ A T  ♣ –  : –
1 P  2 XX
3 5D  4 5H  5 5S
6 6H  7 6S
8 7H  9 7S
call> 1
you   random_legal
──────────────────
4S    X
P
Contract: 4S doubled by you. The lead is with random_legal.

Trick 1. 4S doubled by you. Tricks: you: 0, random_legal: 0
Table random_legal S2
Hand  ♠ A K Q T 9 6  ♥ A Q 6 5 3  ♦ A T  ♣ –  : –
1 SA  2 SK  3 SQ  4 ST  5 S9  6 S6
play> 5
Trick 1: random_legal S2, you S9. Won by you

Trick 2. 4S doubled by you. Tricks: you: 1, random_legal: 0
Your lead
"""

FIFTYSIX_SCREEN = """\
Deal 1 ─────────────────────────────────────────────────────────────────────────
Dealt by you. Tables: your side: 3, side 1: 3

seat 1   partner 2   seat 3   you
─────────────────────────────────
D31      +3S         35NT
Hand  ♠ J A A Q  ♥ 9 T K K Q  ♦ A Q  ♣ J
1 P  2 X
36:      3 36C   4 36D   5 36H   6 36S   7 C36  8 D36  9 H36  10 S36  11 36NT
12 36NO  13 +1C  14 +1D  15 +1H  16 +1S
37:      17 37C   18 37D  19 37H   20 37S   21 C37   22 D37    23 H37  24 S37
25 37NT  26 37NO  27 +2C  #28 +2D  #29 +2H  #30 +2S  #31 +2NO
… and so on up to +21S: type the call, or a to see all with their numbers
call> 38h

seat 1   partner 2   seat 3   you
─────────────────────────────────
D31      +3S         35NT     38H
D47      S54         +2D
Hand  ♠ J A A Q  ♥ 9 T K K Q  ♦ A Q  ♣ J
1 P  2 X
call> p
seat 1   partner 2   seat 3   you
─────────────────────────────────
D31      +3S         35NT     38H
D47      S54         +2D      P
P        P
Contract: 56D (+2D) by seat 3. The lead is with seat 1.

Trick 1. 56D (+2D) by seat 3. Points: your side: 0, side 1: 0
Table seat 1 SQ, partner 2 ST, seat 3 SK; the best is that of partner 2
Hand  ♠ J A A Q  ♥ 9 T K K Q  ♦ A Q  ♣ J
1 SJ  2 SA  3 SQ
play> 1
Trick 1: seat 1 SQ, partner 2 ST, seat 3 SK, you SJ. Won by you, 4 points
"""


class FirstInReadingOrder(Bot):
    """What a person is who always types 1."""

    games = ("bridgette", "fiftysix")

    def act(self, view: Any) -> object:
        return SCREENS[view.game](Session(view.game, ()).line_up.labels).choices(view)[0][1][0]


@pytest.mark.parametrize(("game", "options"), TABLES, ids=str)
def test_a_person_is_a_player_like_a_bot(game: str, options: dict[str, object]) -> None:
    """Same deals, same bots, same choices: the same match, in each of the first two seats."""
    for seat in (0, 1):
        session = Session(game, FIRST_FOR_EVER, seat=seat, **options)
        result = session.play()
        assert result.fault is None
        assert differences(session.game, session.variant, "table", result) == []
        seatings = session.seatings | {seat: Seating(FirstInReadingOrder, {})}
        players = InProcessPlayers(session.game, session.variant, "table", seatings)
        order = range(len(session.line_up.sides))
        assert play_match(session.game, session.variant, "table", players, order=order) == result


@pytest.mark.parametrize(("game", "options"), TABLES, ids=str)
def test_the_screen_tells_of_every_deal_and_of_the_end(game: str, options: dict[str, object]) -> None:
    session = Session(game, FIRST_FOR_EVER, **options)
    result = session.play()
    headings = [line.split()[1] for line in session.screen.splitlines() if line.startswith("Deal ")]
    assert headings == [str(number) for number in range(1, len(result.deals) + 1)]
    assert "End of the match ───" in session.screen
    assert all(f"{score}" in session.screen.splitlines()[-1].replace(",", "") for score in result.scores)


def test_a_person_who_is_out_follows_the_match_to_its_end() -> None:
    session = Session("fiftysix", FIRST_FOR_EVER, players=8, tables=2)
    result = session.play("c")
    assert result.termination is Termination.PLAYED_OUT
    assert result.places[0] > 1
    assert "your side: out" in session.screen


def test_the_screens_of_bridgette() -> None:
    session = Session("bridgette", ["c4 c5 c6 cj d5 d6 d7 d8", "4s", "1", "5"])
    with pytest.raises(LeftError):
        session.play()
    assert session.screen.startswith(BRIDGETTE_SCREEN)


def test_the_screens_of_56() -> None:
    session = Session("fiftysix", ["38h", "p", "1"], tables=3)
    with pytest.raises(LeftError):
        session.play()
    assert session.screen.startswith(FIFTYSIX_SCREEN)


@pytest.mark.parametrize("typed", [["c4 c5 c6 cj d5 d6 d7 d8"], ["21", "20", "c6", "CJ", "d5,d6", "d7, d8"]])
def test_discards_are_named_one_by_one_or_as_a_list(typed: list[str]) -> None:
    session = Session("bridgette", typed)
    with pytest.raises(LeftError):
        session.play()
    assert "Given up by you: C4 C5 C6 CJ D5 D6 D7 D8" in session.screen


def test_a_list_with_a_mistake_gives_up_nothing() -> None:
    session = Session("bridgette", ["c4 c5 c9", "c4 c5 c6 cj d5 d6 d7 d8"])
    with pytest.raises(LeftError):
        session.play()
    assert "You do not hold C9." in session.screen
    assert session.screen.count("give up 8> ") == 2
    assert "Given up by you: C4 C5 C6 CJ D5 D6 D7 D8" in session.screen


@pytest.mark.parametrize(
    ("game", "typed", "answer"),
    [
        ("bridgette", "", "Type the number of a choice, or the card itself such as C4; ? shows the rules."),
        ("bridgette", "   ", "Type the number of a choice"),
        ("bridgette", "0", "There is no choice 0: expected 1 to 21, or the card itself such as C4."),
        ("bridgette", "22", "There is no choice 22: expected 1 to 21"),
        ("bridgette", "-1", "'-1' is none of the choices: expected a card such as 'SA'"),
        ("bridgette", "S1", "'S1' is none of the choices"),
        ("bridgette", "\x1b[31m", "'\\x1b[31m' is none of the choices"),
        ("bridgette", "[red]", "'[red]' is none of the choices"),
        ("bridgette", "S2", "You do not hold S2."),
        ("bridgette", ":G", "You do not hold :G."),
        ("bridgette", "SA 1", "SA is named twice."),
        ("bridgette", "1 2 3 4 5 6 7 8 9", "Expected at most 8, got 9."),
        ("bridgette", "? nothing", "no part of the rules is called 'nothing': there are ? match, ? exchange"),
        ("fiftysix", "30", "30 may mean a bid or a choice: type the bid in full, such as 30H, or #30"),
        ("fiftysix", "28", "28 may mean a bid or a choice"),
        ("fiftysix", "27H", "'27H' is none of the choices: expected a call of 56"),
        ("fiftysix", "4NT", "'4NT' is none of the choices"),
        ("fiftysix", "#999", "There is no choice 999: expected 1 to"),
        ("fiftysix", "28H", "28H is not legal here; ? shows the rules."),
        ("fiftysix", "p p", "P is named twice."),
        ("fiftysix", "p 56nt", "Expected one choice, got 2."),
        ("fiftysix", "SA", "'SA' is none of the choices"),
    ],
)
def test_bad_input_is_explained_and_asked_for_again(game: str, typed: str, answer: str) -> None:
    session = Session(game, [typed], tables=3) if game == "fiftysix" else Session(game, [typed])
    with pytest.raises(LeftError):
        session.play()
    assert session.asked == 2
    assert answer in " ".join(session.screen.split("\n")).replace("  ", " ")


def test_a_card_that_breaks_the_rules_of_play_is_refused() -> None:
    session = Session("bridgette", ["c4 c5 c6 cj d5 d6 d7 d8", "4s", "p", "da"])
    with pytest.raises(LeftError):
        session.play()
    assert "DA is not legal here; ? shows the rules." in session.screen


@pytest.mark.parametrize(
    ("typed", "heading", "rule"),
    [
        (["?"], "Deal and exchange", "B9 After drawing"),
        (["? scoring"], "Scoring", "B25 Contract made"),
        (["?PLAY"], "Play", "B20 To a led card"),
        (["c4 c5 c6 cj d5 d6 d7 d8", "?"], "Auction", "B13 To bid a suit"),
        (["c4 c5 c6 cj d5 d6 d7 d8", "4s", "p", "?"], "Play", "B23 If the follower"),
    ],
)
def test_the_rules_of_the_moment_are_one_key_away(typed: list[str], heading: str, rule: str) -> None:
    session = Session("bridgette", typed)
    with pytest.raises(LeftError):
        session.play()
    lines = session.screen.splitlines()
    assert heading in lines or any(line.endswith(f"> {typed[-1]}") for line in lines)
    assert rule in session.screen
    assert "Other parts:" in session.screen


@pytest.mark.parametrize(("typed", "rule"), [(["?"], "F10 The forms of bid"), (["? scoring"], "F19 Made")])
def test_so_are_those_of_56(typed: list[str], rule: str) -> None:
    session = Session("fiftysix", typed, tables=3)
    with pytest.raises(LeftError):
        session.play()
    assert rule in session.screen


def test_all_bids_of_56_are_shown_on_demand() -> None:
    session = Session("fiftysix", ["a"], tables=3)
    with pytest.raises(LeftError):
        session.play()
    before, after = session.screen.split("> a\n")
    assert "to see all with their numbers" in before
    assert "56NO" not in before
    assert " 56NO" in after


@pytest.mark.parametrize("typed", ["q", "Q", "quit", "exit"])
def test_a_person_may_leave(typed: str) -> None:
    with pytest.raises(LeftError):
        Session("bridgette", [typed]).play()


def test_a_bot_that_fails_is_named_with_the_line_of_its_code(tmp_path: Any) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text(
        "from arena.bots import Bot\n\nclass Bad(Bot):\n    games = ('bridgette', 'fiftysix')\n\n"
        "    def act(self, view):\n        return 1 / 0\n"
    )
    session = Session("bridgette", FIRST_FOR_EVER, bots=[str(bad)])
    result = session.play()
    assert result.termination is Termination.FORFEIT
    assert result.places == (1, 2)
    assert "The bot at seat 1 did wrong: crash: ZeroDivisionError: division by zero" in session.screen
    assert 'bad.py", line 7, in act' in session.screen
    session = Session("fiftysix", FIRST_FOR_EVER, bots=[str(bad)], players=6, tables=2, max_deals=1)
    result = session.play()
    assert result.termination is Termination.FORFEIT
    assert session.screen.count("did wrong: crash") == 15  # three strikes of each of the five


def test_the_first_choice_may_follow_typed_ones() -> None:
    session = Session("bridgette", then_first("c4 c5 c6 cj d5 d6 d7 d8", "4s"))
    assert session.play().termination is Termination.PLAYED_OUT
