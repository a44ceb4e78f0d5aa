"""Programs as entrants of a ladder."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from arena.ladder.config import ConfigError
from arena.ladder.entrants import Ladder
from arena.ladder.results import Results
from arena.ladder.runner import run_ladder
from arena.ladder.stored import open_ladder
from tests.hosts.command.kit import EXTERNAL, PYTHON, needs_node
from tests.ladder.kit import BRIDGETTE, make_ladder

FOUR = {"id": "four", "game": "fiftysix", "variant": {"players": 4, "tables": 2, "max_deals": 3}}
FIRST = """
from arena.bots import Bot

class First(Bot):
    games = ("bridgette", "fiftysix")

    def act(self, view):
        return view.legal[0]
"""


def ladder_of(folder: Path, *entrants: dict[str, Any], **keys: Any) -> Ladder:
    """A ladder that a random bot plays in too, held as `auto` says."""
    random = {"bot": "bots/random_legal.py", "name": "random"}
    wanted = {
        "isolation": None,
        "games": [BRIDGETTE, FOUR],
        "format": {"kind": "round_robin", "sets_per_pairing": 2},
    }
    return make_ladder(folder, [random, *entrants], **(wanted | keys))


def matches_of(ladder: Ladder, folder: Path, workers: int = 0) -> list[tuple[object, ...]]:
    """What the matches of a ladder came to, without names and versions."""
    run_ladder(ladder, folder, workers=workers, quiet=True)
    with open_ladder(folder) as stored:
        return [
            (record["seed"], record["deals"], record["places"], record["fault"])
            for record in map(json.loads, map(json.dumps, Results(stored).match_records()))
        ]


def command(name: str, *words: str, **keys: Any) -> dict[str, Any]:
    return {"name": name, "command": list(words), **keys}


PLAIN = (PYTHON, str(EXTERNAL / "first_legal.py"))


def test_programs_play_as_bots_in_this_process(tmp_path: Path) -> None:
    (tmp_path / "first.py").write_text(FIRST)
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    in_process = ladder_of(tmp_path / "a", {"bot": str(tmp_path / "first.py"), "name": "first"}, isolation="none")
    apart = ladder_of(tmp_path / "b", command("first", *PLAIN))
    expected = matches_of(in_process, tmp_path / "a" / "results")
    assert matches_of(apart, tmp_path / "b" / "results", workers=2) == expected
    assert len(expected) == 8


@needs_node
def test_a_ladder_of_javascript_python_and_a_sandbox(tmp_path: Path) -> None:
    javascript = [command(name, "node", str(EXTERNAL / f"{name}.mjs")) for name in ("first_legal", "longest_suit")]
    boxed = command("boxed", *PLAIN, isolation="sandbox")
    ladder = ladder_of(tmp_path, *javascript, boxed, games=[BRIDGETTE])
    assert [entrant.isolation for entrant in ladder.entrants] == ["process", "process", "process", "sandbox"]
    assert all(fault is None for *_, fault in matches_of(ladder, tmp_path / "results"))
    with open_ladder(tmp_path / "results") as stored:
        assert next(iter(Results(stored).standings())).entrant.startswith("longest_suit@")


@pytest.mark.system
def test_node_is_there_where_everything_is_to_be_tested(tmp_path: Path) -> None:
    """Elsewhere tests that need it are skipped."""
    assert shutil.which("node") is not None
    test_a_ladder_of_javascript_python_and_a_sandbox(tmp_path)


def test_a_program_that_fails_loses_and_its_last_words_are_kept(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(
        "import json, sys\n"
        "line = json.loads(input())\n"
        "print(json.dumps({'id': line['id'], 'protocol': 1, 'games': ['bridgette']}), flush=True)\n"
        "input()\n"
        "sys.exit('no idea')\n"
    )
    ladder = ladder_of(tmp_path, command("bad", PYTHON, "bad.py"), games=[BRIDGETTE])
    faults = [fault for *_, fault in matches_of(ladder, tmp_path / "results")]
    assert [(fault["entrant"], fault["kind"], fault["detail"]) for fault in faults] == [  # type: ignore[index]
        ("bad", "crash", "ended with exit code 1")
    ] * 4
    (log,) = (tmp_path / "results" / "logs").glob("*/bad@*.log")
    assert log.read_text().count("no idea") == 4


def test_a_running_ladder_plays_the_files_as_they_were(tmp_path: Path) -> None:
    script = tmp_path / "mine.py"
    script.write_text((EXTERNAL / "first_legal.py").read_text())
    ladder = ladder_of(tmp_path, command("mine", PYTHON, "mine.py"), games=[BRIDGETTE])
    script.write_text("raise SystemExit(1)")
    assert all(fault is None for *_, fault in matches_of(ladder, tmp_path / "results"))


@pytest.mark.parametrize(
    ("entrant", "message"),
    [
        (command("a", "nodee", "x.mjs"), "command: no program 'nodee' on the PATH"),
        (command("a", PYTHON, "none.py"), "command: no file 'none.py': looked in"),
        (command("a", PYTHON, "-c", "pass"), f"command: {PYTHON} -c pass: said no hello as in bots/PROTOCOL.md"),
        (command("a", *PLAIN, isolation="none"), "command: a command cannot be held in this process; give it"),
        (command("a", *PLAIN, options={"x": 1}), "options: a command has none; give it what it needs as further"),
        (command("a", *PLAIN, bot="bots/random_legal.py"), "command: either a bot or a command; leave out one"),
        ({"name": "a", "command": "node x.mjs"}, "command: expected a program and what it is given, such as"),
        (command("a", *PLAIN, games=["hearts"]), "games[0]: no pool or game 'hearts'"),
    ],
)
def test_what_is_wrong_is_said_before_anything_is_played(
    tmp_path: Path, entrant: dict[str, Any], message: str
) -> None:
    with pytest.raises(ConfigError) as told:
        ladder_of(tmp_path, entrant)
    assert f"entrants[1].{message}" in str(told.value)


def test_a_game_that_a_program_does_not_play_is_said(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text(
        (EXTERNAL / "first_legal.py").read_text().replace('"bridgette", "fiftysix"', '"fiftysix"')
    )
    with pytest.raises(ConfigError, match="plays in no pool: its bot plays fiftysix"):
        ladder_of(tmp_path, command("one", PYTHON, "one.py"), games=[BRIDGETTE])
