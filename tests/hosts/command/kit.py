"""Programs seated in real processes, with what was said on both sides."""

import shutil
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

from arena.bots import Bot
from arena.bots.command import Command, load_command
from arena.bots.loading import LoadedBot, load_class
from arena.games import GAMES

HERE = Path(__file__).parent
EXTERNAL = Path(__file__).parents[3] / "bots" / "external"
PYTHON = str(Path(sys.executable).resolve())
NODE = shutil.which("node")

needs_node = pytest.mark.skipif(NODE is None, reason="node is not installed")


class FirstLegal(Bot):
    games = tuple(GAMES)

    def act(self, view: Any) -> object:
        return view.legal[0]


def first_legal() -> LoadedBot:
    """The rule of the shortest examples, as a bot in this process."""
    return load_class(FirstLegal)


def command(*words: str, base: Path = HERE) -> Command:
    """A command whose program is known to play both games."""
    return load_command(words, base).answering(tuple(GAMES), timed=False)


def program(folder: Path, source: str, name: str = "program.py") -> Command:
    """A program in Python from its source text."""
    (folder / name).write_text(textwrap.dedent(source))
    return command(PYTHON, name, base=folder)


ANSWERING = """
import json, os, sys, time

def first_legal(line):
    legal = line["legal"]
    return legal[: line["count"]] if line["decision"] == "discard" else legal[0]

def reply(line):
    if line["type"] == "hello":
        return {"id": line["id"], "protocol": 1, "games": ["bridgette", "fiftysix"]}
    if line["type"] == "ask":
        return {"id": line["id"], "action": act(line)}
    return {"id": line["id"]}

def say(words):
    sys.stdout.write((words if isinstance(words, str) else json.dumps(words)) + "\\n")
    sys.stdout.flush()

act = first_legal
"""
LOOP = """
for text in sys.stdin:
    say(reply(json.loads(text)))
"""


def answering(folder: Path, body: str, name: str = "program.py") -> Command:
    """A program that takes the first legal action, with something else defined in between."""
    return program(folder, ANSWERING + textwrap.dedent(body) + LOOP, name)
