"""`arena replay --worst` and `--with`, on a ladder that was really played."""

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from arena.cli.main import app
from arena.errors import ArenaError
from arena.ladder.entrants import load_ladder
from arena.ladder.runner import run_ladder

ROOT = Path(__file__).parents[2]
CONFIG = """
ladder: small
seed: small
games:
  - {id: bridgette, game: bridgette}
  - {id: six, game: fiftysix, variant: {players: 6, tables: 60, max_deals: 4}}
format: {kind: round_robin, sets_per_pairing: 3}
isolation: none
names: shown
entrants:
  - {bot: tuned.py, name: one, options: {first: false}}
  - {bot: tuned.py, name: two}
  - {bot: fails.py, name: "fails now"}
"""
TUNED = """
from arena.bots import Bot, Option

class Tuned(Bot):
    games = ("bridgette", "fiftysix")
    OPTIONS = {"first": Option(True, "whether it takes the first card")}

    def match_start(self, view):
        self.names = view.names

    def act(self, view):
        if view.phase == "call":
            return self.rng.choice(view.legal[:4])
        if view.names and len(view.names[0]) > 3 and view.deal_number == 2:
            return view.legal[len(view.legal) // 2]
        return view.legal[0 if self.options["first"] else -1]
"""
FAILS = """
from arena.bots import Bot

class Fails(Bot):
    games = ("bridgette", "fiftysix")

    def act(self, view):
        if view.phase == "play" and view.deal_number == 3:
            raise RuntimeError("deal 3")
        return view.legal[-1 if view.phase == "call" and len(view.calls) < 3 else 0]
"""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("small")
    for name, text in {"small.yaml": CONFIG, "tuned.py": TUNED, "fails.py": FAILS}.items():
        (folder / name).write_text(text, encoding="utf-8")
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


def replay(*arguments: object) -> str:
    return arena("replay", "small", *arguments)


def commands(text: str) -> list[list[str]]:
    return [shlex.split(line)[1:] for line in text.splitlines() if line.startswith("      arena replay ")]


def a_match(one: str, other: str) -> str:
    """The first Bridgette match of two entrants."""
    shown = replay("--worst", one, "--against", other)
    return next(command[2] for command in commands(shown) if command[2].startswith("bridgette/"))


def test_worst_lists_the_costliest_deals_of_every_pool_with_commands_that_work() -> None:
    shown = replay("--worst", "one", "-n", 2)
    assert "Pool bridgette: " in shown
    assert "Pool six: " in shown
    ranks = re.findall(r"^(\d)\. Deal (\d+) of (\S+ ?\S+) cost ([\d,.]+) (points?|tables?)$", shown, re.MULTILINE)
    assert [rank[0] for rank in ranks] == ["1", "2", "1", "2"]
    assert {rank[4].rstrip("s") for rank in ranks} == {"point", "table"}
    found = commands(shown)
    assert len(found) == 2 * 2 + 2 * 3
    for command in found[::3]:
        assert f"Deal {command[-1]}, dealt by" in arena(*command)


def test_worst_tells_contract_declarer_and_gains() -> None:
    shown = replay("--worst", "one", "--against", "two", "-n", 1)
    assert re.search(
        r"^   one in seat [01]: \d(C|D|H|S|NT)( doubled| redoubled)? by (one|two), (made|failed): ", shown, re.M
    )
    assert re.search(r"(one|two) (0|\+[\d,]+), (one|two) (0|\+[\d,]+)$", shown, re.M)
    assert "fails now 0" not in shown.split("Pool six")[0]


def test_worst_tells_of_faults() -> None:
    shown = replay("--worst", "fails now", "-n", 1)
    bridgette, six = shown.split("Pool six")
    assert re.search(r"^Lost a match \d+ times by a fault, crash: RuntimeError: deal 3$", bridgette, re.MULTILINE)
    assert commands(bridgette)[0][-2:] == ["--deal", "3"]
    assert "by a fault, crash: RuntimeError: deal 3" in six


def test_a_deal_in_which_actions_were_substituted_says_so() -> None:
    assert "; fault: crash: RuntimeError: deal 3" in replay("--worst", "fails now", "-n", 50).split("Pool six")[1]


def test_solve_adds_what_a_deal_was_worth() -> None:
    match = a_match("one", "two")
    plain, solved = replay(match, "--deal", 2), replay(match, "--deal", 2, "--solve")
    added = [line for line in solved.splitlines() if line not in plain.splitlines()]
    assert added[0] == "Open hands after the exchange, tricks of seat 0 – seat 1 with best play:"
    assert added[-1].startswith("Par, the best calls of both (")


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        (["--worst", "onne"], "no entrant 'onne'; this ladder has: one, two, fails now; did you mean 'one'?"),
        (["--worst", "one", "--against", "three"], "no entrant 'three'"),
        (["--worst", "one", "--against", "one"], "one has no set that counts yet against one"),
        (["MATCH", "--worst", "one"], "--worst lists deals of all matches; leave out MATCH"),
        (["--worst", "one", "--deal", "1", "--with", "x.py"], "leave out --deal and --with"),
        (["--worst", "one", "--solve"], "--worst lists deals of all matches; leave out --solve"),
        (["MATCH", "--solve", "--with", "x.py"], "--with shows a match in another way; leave out --solve"),
        (["MATCH", "--against", "one"], "--against and -n are for --worst NAME; leave out --against"),
        (["MATCH", "-n", "3"], "are for --worst NAME; leave out -n"),
        (["MATCH", "--seat", "1"], "--seat is for --with BOT; leave out --seat"),
        ([], "which match? Give its id, as in `arena export RESULTS"),
        (["MATCH", "--with", "nobody.py"], "no match 'MATCH'"),
    ],
)
def test_options_that_do_not_fit_are_refused(arguments: list[str], answer: str) -> None:
    with pytest.raises(ArenaError) as refused:
        replay(*arguments)
    assert answer in str(refused.value)


@pytest.mark.parametrize("seat", [0, 1])
def test_unchanged_code_with_the_entrants_options_acts_as_it_did(seat: int) -> None:
    """So names, random numbers and options are those that the ladder gave."""
    match = a_match("one", "two")
    assert re.search(
        rf"^It acts the same in all \d+ decisions of seat {seat} ",
        replay(match, "--with", "tuned.py", "--seat", seat),
    )


def test_changed_code_is_shown_where_it_differs(played: Path) -> None:
    match = a_match("one", "two")
    changed = played / "elsewhere" / "tuned.py"
    changed.parent.mkdir(exist_ok=True)
    changed.write_text(
        TUNED.replace("view.legal[0 if self", "view.legal[0] if view.phase == 'discard' else view.legal[0 if self")
    )
    shown = replay(match, "--with", changed, "--deal", 4)
    assert re.search(r"^Deal 4, action [01]: discard [^,]+, now discard ", shown)
    assert "Deal 3" not in shown
    assert re.search(r"^\d+ of \d+ decisions of seat [01] \(one\) differ\.$", shown.splitlines()[-1])


def test_a_bots_seat_is_that_of_its_entrant_else_the_first(played: Path) -> None:
    match = a_match("fails now", "two")
    own = replay(match, "--with", "fails.py")
    assert "(fails now)" in own.splitlines()[-1]
    (played / "stranger.py").write_text(FAILS.replace('"deal 3"', '"no idea"'))
    other = replay(match, "--with", "stranger.py")
    assert "of seat 0 (" in other.splitlines()[-1]


def test_a_fault_is_shown_with_the_line_of_code() -> None:
    match = a_match("one", "two")
    shown = replay(match, "--with", "fails.py", "--seat", 1, "--deal", 3)
    assert "now a fault, crash: RuntimeError: deal 3" in shown
    assert 'raise RuntimeError("deal 3")' in shown


def test_what_a_substitute_did_is_marked() -> None:
    shown = replay("--worst", "fails now", "-n", 50).split("Pool six")[1]
    told = shown[: shown.index("; fault: crash")].splitlines()[-1]
    after = shown[shown.index(told) :]
    (command, *_) = commands(after)
    assert "(by the substitute), now" in arena(
        *command[:3], "--with", "tuned.py", "--seat", told.split()[4].rstrip(",:")
    )


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        (["--with", "nobody.py"], "no bot"),
        (["--with", "tuned.py", "--seat", "7"], "--seat 7: this match has the seats 0 to 1"),
        (["--with", "tuned.py", "--deal", "99"], "has no deal 99"),
        (["--with", str(ROOT / "bots" / "fiftysix_plain.py")], "does not play bridgette; it plays fiftysix"),
    ],
)
def test_a_bot_that_does_not_fit_is_refused(arguments: list[str], answer: str) -> None:
    with pytest.raises(ArenaError) as refused:
        replay(a_match("one", "two"), *arguments)
    assert answer in str(refused.value)


def test_an_exported_file_can_be_replayed_too(played: Path) -> None:
    arena("export", "small", "--out", "m.jsonl")
    match = a_match("one", "two")
    assert arena("replay", "m.jsonl", match) == replay(match)
    with pytest.raises(ArenaError, match="holds single matches"):
        arena("replay", "m.jsonl", "--worst", "one")
