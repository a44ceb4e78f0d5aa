"""Saying hello to a program before anything is played, and what is said of one that does not answer rightly."""

import textwrap
from pathlib import Path

import pytest

from arena.bots.command import load_command
from arena.bots.files import BotError
from arena.hosts.command.greeting import greet
from arena.hosts.hosts import Hosts, Isolation
from arena.hosts.limits import Limits
from tests.hosts.command.kit import EXTERNAL, NODE, PYTHON, needs_node

LIMITS = Limits(startup_s=0.5)


@pytest.mark.parametrize("isolation", ["process", "sandbox"])
def test_a_program_says_what_it_plays(hosts: Hosts, isolation: Isolation) -> None:
    command = load_command([PYTHON, "first_legal.py"], EXTERNAL)
    assert command.games == ()
    assert greet(hosts, command, isolation, Limits()).games == ("bridgette", "fiftysix")


@needs_node
@pytest.mark.parametrize("isolation", ["process", "sandbox"])
def test_node_says_what_it_plays(hosts: Hosts, isolation: Isolation) -> None:
    for name in ("first_legal.mjs", "longest_suit.mjs"):
        command = load_command([NODE or "", name], EXTERNAL)
        assert greet(hosts, command, isolation, Limits()).games == ("bridgette", "fiftysix")


SAYING = "import sys, time\nprint({!r}, flush=True)\ntime.sleep(9)"
WRONG = {
    "raise ValueError('boom')": "said no hello as in bots/PROTOCOL.md: ended with exit code 1\n  printed last:\n",
    "import time; time.sleep(9)": "does not answer, though it computes little or nothing",
    "while True: pass": "longer than startup_s, 0.5 s of CPU time, to start",
    SAYING.format('{"id": 1, "protocol": 2}'): "the program speaks protocol 2; this arena speaks protocol 1",
    SAYING.format('{"id": 1, "error": "I speak 2"}'): "I speak 2",
    SAYING.format("hello"): "wrote a line that is no reply: JSON is malformed",
    SAYING.format('{"id": 1, "protocol": 1}'): "says of no game that it plays it; known: bridgette, fiftysix",
    SAYING.format('{"id": 1, "protocol": 1, "games": ["bridgete"]}'): "did you mean 'bridgette'?",
}


@pytest.mark.parametrize("source", WRONG)
def test_what_is_wrong_with_a_program_is_said(hosts: Hosts, tmp_path: Path, source: str) -> None:
    (tmp_path / "bot.py").write_text(textwrap.dedent(source))
    command = load_command([PYTHON, "bot.py"], tmp_path)
    with pytest.raises(BotError) as told:
        greet(hosts, command, "process", LIMITS)
    assert str(told.value).startswith(f"{PYTHON} bot.py: ")
    assert WRONG[source] in str(told.value)


def test_a_file_that_is_no_program_is_said(hosts: Hosts, tmp_path: Path) -> None:
    (tmp_path / "bot").write_text("not a program\n")
    (tmp_path / "bot").chmod(0o755)
    with pytest.raises(BotError, match="a script with a first line like #!/usr/bin/env node"):
        greet(hosts, load_command(["./bot"], tmp_path), "process", LIMITS)


def test_a_script_that_names_its_interpreter_needs_no_more(hosts: Hosts, tmp_path: Path) -> None:
    (tmp_path / "bot").write_text(f"#!{PYTHON}\n" + (EXTERNAL / "first_legal.py").read_text())
    (tmp_path / "bot").chmod(0o755)
    assert greet(hosts, load_command(["./bot"], tmp_path), "process", Limits()).default_name == "bot"
