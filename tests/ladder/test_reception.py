"""Where the bots of a config are met: apart from this process, and held as the config says."""

import os
import time
from pathlib import Path
from typing import Any

import pytest

from arena.hosts.layers import missing_layers
from arena.ladder.config import ConfigError
from arena.ladder.entrants import record_of
from arena.ladder.stored import open_ladder
from tests.hosts.command.kit import PYTHON
from tests.ladder.kit import make_ladder, opened

needs_sandbox = pytest.mark.skipif(bool(missing_layers()), reason="this machine cannot give a sandbox")
BOT = """
import os
from arena.bots import BridgetteBot, Option

with open("{seen}", "a") as file:
    print(os.getpid(), file=file)

class Mine(BridgetteBot):
    OPTIONS = {{"depth": Option(3, "how far", low=1)}}

    def act(self, view):
        return view.legal[0]
"""


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    """A bot that notes by which processes it is loaded."""
    path = tmp_path / "mine.py"
    path.write_text(BOT.format(seen=tmp_path / "seen"))
    return path


def processes(folder: Path) -> list[int]:
    seen = folder / "seen"
    return list(map(int, seen.read_text().split())) if seen.exists() else []


def entrants(bot: Path, **keys: Any) -> list[dict[str, Any]]:
    return [{"bot": str(bot), "name": name, **keys} for name in "ab"]


@pytest.mark.parametrize("isolation", [None, "process"])
def test_a_bot_in_a_process_is_never_run_in_this_one(bot: Path, tmp_path: Path, isolation: str | None) -> None:
    ladder = make_ladder(tmp_path, entrants(bot, options={"depth": 5}), isolation=isolation)
    assert [entrant.options for entrant in ladder.entrants] == [{"depth": 5}] * 2
    found = processes(tmp_path)
    assert len(set(found)) == 2
    assert os.getpid() not in found


@needs_sandbox
def test_a_sandboxed_bot_is_met_in_the_sandbox(bot: Path, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"tiny.yaml:\d+: entrants\[0\].bot: .*/mine.py:5: PermissionError"):
        make_ladder(tmp_path, entrants(bot, isolation="sandbox"), isolation=None)
    assert processes(tmp_path) == []


def test_a_trusted_bot_is_loaded_here_so_that_a_debugger_works(bot: Path, tmp_path: Path) -> None:
    make_ladder(tmp_path, entrants(bot), isolation="none")
    assert set(processes(tmp_path)) == {os.getpid()}


@pytest.mark.parametrize(
    ("whole", "own"),
    [
        ("sandbx", {}),
        ({"kind": "sandbox", "require": "bubblewrap"}, {}),
        ("sandbox", {"isolation": "sandbx"}),
    ],
)
def test_without_knowing_how_to_hold_it_no_bot_is_run(
    bot: Path, tmp_path: Path, whole: object, own: dict[str, str]
) -> None:
    with pytest.raises(ConfigError) as caught:
        make_ladder(tmp_path, entrants(bot, **own), isolation=whole)
    assert processes(tmp_path) == []
    assert all("isolation" in problem.key for problem in caught.value.problems)


def test_whatever_else_is_wrong_a_bots_problems_are_told(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("def (:")
    wrong = [
        {"bot": str(tmp_path / "bad.py"), "name": "a"},
        {"command": [PYTHON, str(tmp_path / "bad.py")], "name": "b"},
    ]
    with pytest.raises(ConfigError) as caught:
        make_ladder(tmp_path, wrong, isolation=None, workers="many")
    told = {problem.key: problem.message for problem in caught.value.problems}
    assert told.keys() == {"workers", "entrants[0].bot", "entrants[1].command"}
    assert "bad.py:1: syntax error" in told["entrants[0].bot"]
    assert "said no hello" in told["entrants[1].command"]


def test_a_bot_that_never_ends_to_load_is_told_of(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("while True: pass")
    stuck = [{"bot": str(tmp_path / "bad.py"), "limits": {"startup_s": 0.3}}]
    with pytest.raises(ConfigError, match=r"bad.py: cannot be loaded .*: longer than startup_s, 0.3 s"):
        make_ladder(tmp_path, [*stuck, "b"], isolation=None)


def test_sixty_bots_are_met_in_a_moment(bot: Path, tmp_path: Path) -> None:
    """About 0.3 s for the process that forks the others, and 5 ms a bot."""
    many = [{"bot": str(bot), "name": f"b{n}", "options": {"depth": 1 + n}} for n in range(60)]
    before = time.process_time()
    started = time.perf_counter()
    ladder = make_ladder(tmp_path, many, isolation=None)
    assert len(ladder.entrants) == len(processes(tmp_path)) == 60
    assert time.process_time() - before < 2
    assert time.perf_counter() - started < 20


def test_what_a_bot_says_of_time_is_kept(bot: Path, tmp_path: Path) -> None:
    timed = tmp_path / "timed.py"
    timed.write_text(bot.read_text().replace("OPTIONS =", "timed = True; OPTIONS ="))
    program = tmp_path / "program.py"
    program.write_text(
        "import json\n"
        "line = json.loads(input())\n"
        "print(json.dumps({'id': line['id'], 'protocol': 1, 'games': ['bridgette'], 'timed': True}), flush=True)\n"
        "input()\n"
    )
    for isolation in ("process", "none"):
        folder = tmp_path / isolation
        folder.mkdir()
        ladder = make_ladder(
            folder,
            [
                {"bot": str(bot), "name": "a"},
                {"bot": str(timed), "name": "b"},
                {"command": [PYTHON, str(program)], "name": "c", "isolation": "process"},
            ],
            isolation=isolation,
        )
        assert [record_of(entrant).timed for entrant in ladder.entrants] == [False, True, True]
        opened(folder / "results", ladder).close()
        with open_ladder(folder / "results") as stored:
            assert [entrant.timed for entrant in stored.entrants()] == [False, True, True]
