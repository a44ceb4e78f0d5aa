"""The rules that a person may ask for."""

from io import StringIO

import pytest
from rich.console import Console

from arena.cli.table.rules import rules_text
from arena.errors import ArenaError
from tests.cli.table.kit import SCREENS


def printed(game: str, topic: str) -> str:
    out = StringIO()
    Console(file=out, width=80).print(rules_text(game, SCREENS[game].parts, topic))
    return out.getvalue()


@pytest.mark.parametrize(("game", "letter", "rules"), [("bridgette", "B", 32), ("fiftysix", "F", 25)])
def test_the_parts_hold_every_rule_of_the_game(game: str, letter: str, rules: int) -> None:
    text = "".join(printed(game, topic) for topic in SCREENS[game].parts)
    assert [n for n in range(1, rules + 1) if f" • {letter}{n} " not in text] == []


def test_an_unknown_part_is_refused_with_those_there_are() -> None:
    with pytest.raises(ArenaError, match=r"no part of the rules is called 'bidding': there are \? match, "):
        printed("bridgette", "bidding")
    with pytest.raises(ArenaError, match="did you mean 'auction'"):
        printed("fiftysix", "auctoin")
