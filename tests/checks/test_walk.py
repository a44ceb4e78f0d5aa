"""A program is walked through the protocol, and told what is wrong in plain words."""

from pathlib import Path

import pytest

from arena.checks.walk import walk
from arena.hosts.limits import Limits
from tests.hosts.command.kit import EXTERNAL, PYTHON, answering, command, program

LIMITS = Limits(decision_ms=300, startup_s=1)


def test_every_kind_of_line_is_met() -> None:
    walked = walk(command(PYTHON, "first_legal.py", base=EXTERNAL), "process", Limits())
    assert walked.wrong is None
    assert walked.command.games == ("bridgette", "fiftysix")
    assert set(walked.passed) == {
        "hello",
        *(f"bridgette: {kind}" for kind in ("start", "discard", "call", "play", "tell")),
        *(f"fiftysix: {kind}" for kind in ("start", "call", "play", "tell")),
    }


def test_a_program_for_one_game_is_not_asked_for_the_other(tmp_path: Path) -> None:
    body = """
    honest = reply
    def reply(line):
        return {**honest(line), "games": ["fiftysix"]} if line["type"] == "hello" else honest(line)
    """
    walked = walk(answering(tmp_path, body), "process", Limits())
    assert walked.wrong is None
    assert not any("bridgette" in kind for kind in walked.passed)


BODIES = {
    "def act(line): return first_legal(line)[0]": (
        "bridgette: discard",
        'A right reply looks like {"id": 3, "action": ["C2", "D3"]}',
    ),
    "def act(line): return 'CA' if line['decision'] == 'play' else first_legal(line)": (
        "bridgette: play",
        "Choose one of `legal` in the line that was read.",
    ),
    "def act(line): print('thinking'); return first_legal(line)": (
        "bridgette: discard",
        "Write exactly one line for each line read; write everything else to standard error.",
    ),
    "def act(line): time.sleep(100)": ("bridgette: discard", "Does the program flush its output after each line"),
    "def act(line): raise ValueError('boom')": ("bridgette: discard", "The program ended."),
    "honest = reply\ndef reply(line): return {**honest(line), 'id': 1}": ("bridgette: start", "Copy the id"),
    "honest = reply\ndef reply(line): return {**honest(line), 'move': 1}": ("hello", "A reply has only the keys"),
    "honest = reply\ndef reply(line): return {**honest(line), 'action': 'P'}": (
        "hello",
        "A right reply looks like",
    ),
}


@pytest.mark.parametrize("body", BODIES)
def test_what_is_wrong_is_explained(tmp_path: Path, body: str) -> None:
    where, advice = BODIES[body]
    wrong = walk(answering(tmp_path, body), "process", LIMITS).wrong
    assert wrong is not None
    assert wrong.where == where
    assert wrong.advice.startswith(advice)
    assert wrong.line.startswith('{"type":')
    assert len(wrong.line) < 1000


def test_the_lines_and_the_last_words_are_shown(tmp_path: Path) -> None:
    said = "import sys\nprint('bye', file=sys.stderr, flush=True)\nprint('hello')"
    wrong = walk(program(tmp_path, said), "process", LIMITS).wrong
    assert wrong is not None
    assert (wrong.where, wrong.line, wrong.heard) == ("hello", '{"type":"hello","id":1,"protocol":1}', "hello")
    assert wrong.trace.endswith("bye")


def test_a_launcher_is_explained_in_the_sandbox(tmp_path: Path) -> None:
    launcher = program(tmp_path, "import os, sys\nsys.exit(os.spawnv(os.P_WAIT, sys.executable, ['python']))")
    wrong = walk(launcher, "sandbox", LIMITS).wrong
    assert wrong is not None
    assert "name that one, and not its launcher" in wrong.advice
