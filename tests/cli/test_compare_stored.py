"""`arena compare RESULTS A B`, on a ladder that was really played."""

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from arena.cli.main import app
from arena.errors import ArenaError
from arena.ladder.entrants import load_ladder
from arena.ladder.runner import run_ladder
from arena.ladder.stored import open_ladder
from arena.stats.set_points import place_points

ROOT = Path(__file__).parents[2]
CONFIG = """
ladder: small
seed: small
games:
  - {id: bridgette, game: bridgette}
  - {id: six, game: fiftysix, variant: {players: 6, tables: 2, max_deals: 3}}
format: {kind: round_robin, sets_per_pairing: 6}
isolation: none
entrants:
  - {bot: BOTS/bridgette_steady.py, name: steady}
  - {bot: BOTS/random_legal.py, name: a}
  - {bot: BOTS/random_legal.py, name: b}
  - {bot: BOTS/fiftysix_plain.py, name: plain}
"""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("small")
    (folder / "small.yaml").write_text(CONFIG.replace("BOTS", str(ROOT / "bots")), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        run_ladder(load_ladder(Path("small.yaml")), Path("results/small"), workers=0, quiet=True)
    return folder


@pytest.fixture(autouse=True)
def in_its_folder(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(played)


def arena(*arguments: object) -> str:
    done = CliRunner().invoke(app, list(map(str, arguments)))
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == 0, done.output
    return done.stdout


def test_two_entrants_are_compared_in_every_pool_where_they_met() -> None:
    shown = arena("compare", "small", "a", "b")
    assert re.findall(r"^Pool (\w+): a@\w+ against b@\w+, (\d+) sets", shown, re.M) == [
        ("bridgette", "6"),
        ("six", "6"),
    ]
    for part in ("sets W/D/L", "set score", "is the stronger", "side 0 of the table", "declarer", "median ms"):
        assert shown.count(part) == 2
    assert "points per deal" in shown
    assert "tables per set" in shown
    assert ("–" in shown) == ("–: not enough sets" in shown)


def test_the_figures_are_those_of_the_sets_in_which_both_played() -> None:
    shown = arena("compare", "small", "steady", "a")
    with open_ladder(Path("results/small")) as ladder:
        names = lambda result: [side[0].partition("@")[0] for side in result.sides]  # noqa: E731
        points = [
            dict(zip(names(result), place_points(result), strict=True))
            for result in ladder.counted_sets("bridgette")
            if set(names(result)) == {"steady", "a"}
        ]
    won = sum(each["steady"] > each["a"] for each in points)
    lost = sum(each["steady"] < each["a"] for each in points)
    assert len(points) == 6
    assert f"{won}/{6 - won - lost}/{lost}" in shown


def test_the_other_way_round_everything_is_turned_round() -> None:
    one, other = (arena("compare", "small", *pair) for pair in (("steady", "a"), ("a", "steady")))
    margins = [re.search(r"^margin\s+([+-][\d.]+) points per deal", shown, re.M) for shown in (one, other)]
    assert margins[0] is not None
    assert margins[1] is not None
    assert float(margins[0][1]) == -float(margins[1][1]) > 0
    deals = [re.findall(r"^\d+\. (.*)", shown, re.M) for shown in (one, other)]
    assert deals[0] == deals[1] != []


def test_the_command_of_a_deal_shows_all_its_seatings_side_by_side_where_there_is_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown = arena("compare", "small", "steady", "a")
    command = next(line for line in shown.splitlines() if line.startswith("      arena replay "))
    monkeypatch.setenv("COLUMNS", "200")
    wide = arena(*shlex.split(command)[1:])
    assert re.search(r"^Match \S+/1 +Match \S+/2 *$", wide, re.M)
    assert re.search(r"^Deal \d+, dealt by seat (\d) +Deal \d+, dealt by seat \1 *$", wide, re.M)
    monkeypatch.setenv("COLUMNS", "80")
    narrow = arena(*shlex.split(command)[1:])
    assert re.findall(r"^Match \S+/(\d) *$", narrow, re.M) == ["1", "2"]


def test_the_only_ladder_need_not_be_named() -> None:
    assert arena("compare", "a", "b") == arena("compare", "small", "a", "b").replace("small", "results/small")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("a",), "expected RESULTS and two entrants, got a; "),
        (("small", "a"), "no entrant 'small'"),
        (("small", "a", "bb"), "no entrant 'bb'.*did you mean"),
        (("small", "a", "a"), "the same entrant"),
        (("small", "steady", "plain"), "have not met"),
        (("nowhere", "a", "b"), "nowhere: no such ladder"),
        (("small", "a", "b", "--fixed", "3"), "--fixed"),
    ],
)
def test_what_cannot_be_compared_is_refused_in_one_message(words: tuple[str, ...], message: str) -> None:
    with pytest.raises(ArenaError, match=message):
        arena("compare", *words)


def test_a_set_that_is_not_there_and_a_bot_beside_a_whole_set_are_refused() -> None:
    shown = arena("compare", "small", "steady", "a")
    command = next(line for line in shown.splitlines() if line.startswith("      arena replay "))
    name = shlex.split(command)[3]
    with pytest.raises(ArenaError, match="not played"):
        arena("replay", "small", f"{name}000")
    with pytest.raises(ArenaError, match="--with looks at one match"):
        arena("replay", "small", name, "--with", ROOT / "bots/random_legal.py")
