"""A class that does not declare what a bot has to declare is refused when it is loaded, never later."""

import textwrap
from pathlib import Path

import pytest

from arena.bots.loading import BotError, load_bot, load_class

SOURCE = """
from collections import UserDict
from arena.bots import Bot, Option

class Mine(Bot):
    games = ("bridgette",)
    act = print
    {line}
"""

WRONG = [
    ("games = 5", "says games = 5; expected games = ('bridgette',), ('fiftysix',) or both"),
    ("games = 'bridgette'", "says games = 'bridgette'; expected games = ('bridgette',)"),
    ("games = None", "says games = None; expected games"),
    ("games = {'bridgette'}", "says games = {'bridgette'}; expected games"),
    ("games = ()", "names no games; expected games"),
    ("games = (5,)", "names the game 5; expected games"),
    ("games = (['bridgette'],)", "names the game ['bridgette']; expected games"),
    ("games = ('bridgete',)", "names the game 'bridgete'; known: bridgette, fiftysix; did you mean 'bridgette'?"),
    ("OPTIONS = {'x': 3}", "has option x: expected an Option such as Option(3, 'how far it looks ahead'), got 3"),
    ("OPTIONS = ['x']", "says OPTIONS = ['x']; expected a dictionary of options by name"),
    ("OPTIONS = None", "says OPTIONS = None; expected a dictionary of options by name"),
    ("OPTIONS = {Option(1, 'y')}", "expected a dictionary of options by name"),
    ("OPTIONS = {3: Option(3, 'y')}", "has an option named 3; expected a text"),
    ("OPTIONS = {'': Option(3, 'y')}", "has an option named ''; expected a text"),
    ("OPTIONS = {'x': Option}", "has option x: expected an Option such as"),
    ("OPTIONS = {'x': Option(None, 'y')}", "has option x: expected true or false, a number or a text as default"),
    ("OPTIONS = {'x': Option(5, 'y', low=10)}", "has option x: default: expected at least 10, got 5"),
    ("OPTIONS = {'x': Option(10**400, 'y')}", "has option x: default: expected at most"),
    ("timed = 1", "says timed = 1; expected True or False"),
    ("open_cards = 1", "says open_cards = 1; expected True or False"),
]


@pytest.mark.parametrize(("line", "message"), WRONG)
def test_a_wrong_declaration_is_refused_in_the_words_of_what_was_expected(
    tmp_path: Path, line: str, message: str
) -> None:
    (tmp_path / "x.py").write_text(SOURCE.format(line=line))
    with pytest.raises(BotError) as caught:
        load_bot("x.py", tmp_path)
    assert str(caught.value).startswith(f"x.py: class Mine {message}") or message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_all_that_is_wrong_is_told_at_once(tmp_path: Path) -> None:
    body = "games = ('bridgette', 'chess')\n    OPTIONS = {'x': 3, 'y': Option(1, 2)}\n    timed = 'yes'"
    (tmp_path / "x.py").write_text(SOURCE.format(line=body))
    with pytest.raises(BotError) as caught:
        load_bot("x.py", tmp_path)
    lines = str(caught.value).splitlines()
    assert len(lines) == 4
    assert all(line.startswith("x.py: class Mine ") for line in lines)


@pytest.mark.parametrize(
    "line", ["games = ['bridgette']", "OPTIONS = UserDict(x=Option(3, 'y'))", "OPTIONS = {}", "timed = True"]
)
def test_whatever_can_be_understood_is_taken(tmp_path: Path, line: str) -> None:
    (tmp_path / "x.py").write_text(SOURCE.format(line=line))
    assert load_bot("x.py", tmp_path).games == ("bridgette",)


def test_a_class_from_a_notebook_is_held_to_the_same(tmp_path: Path) -> None:
    for line, message in WRONG:
        scope: dict[str, type] = {"__name__": "notebook"}
        exec(textwrap.dedent(SOURCE.format(line=line)), scope)
        with pytest.raises(BotError) as caught:
            load_class(scope["Mine"])
        assert message in str(caught.value)
