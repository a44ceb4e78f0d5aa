"""A program and a bot in this process that follow the same rule play the same matches."""

from collections.abc import Mapping

import pytest

from arena.bots.command import Command
from arena.games import GAMES
from arena.match.referee import FaultPolicy
from arena.records import Termination
from tests.hosts.command.kit import EXTERNAL, NODE, PYTHON, command, first_legal, needs_node
from tests.hosts.kit import Kit
from tests.kit import VARIANTS

TABLES = [(game, variant) for game, variants in VARIANTS.items() for variant in variants]
PLAIN = command(PYTHON, "first_legal.py", base=EXTERNAL)


def seats(game: str, variant: Mapping[str, object]) -> int:
    rules = GAMES[game]
    return sum(map(len, rules.sides(rules.variant(variant))))


def same(apart: Kit, plain: Kit, program: Command, game: str, variant: Mapping[str, object]) -> None:
    """Play one match with the program at every other seat, and once with the bot at all."""
    bot = first_legal()
    table = [program if seat % 2 else bot for seat in range(seats(game, variant))]
    held = [apart.isolation if one is program else "none" for one in table]
    here = apart.play(table, game, variant, isolation=held)
    assert here.faults == []
    assert here.result == plain.play([bot] * len(table), game, variant).result
    assert here.result.termination is not Termination.FORFEIT


@pytest.mark.parametrize(("game", "variant"), TABLES)
def test_plain_python_plays_as_in_process(
    apart: Kit, plain: Kit, game: str, variant: Mapping[str, object]
) -> None:
    same(apart, plain, PLAIN, game, variant)


@needs_node
@pytest.mark.parametrize(("game", "variant"), TABLES)
def test_javascript_plays_as_in_process(apart: Kit, plain: Kit, game: str, variant: Mapping[str, object]) -> None:
    assert NODE is not None
    same(apart, plain, command(NODE, "first_legal.mjs", base=EXTERNAL), game, variant)


def test_programs_alone_at_a_table(apart: Kit, plain: Kit) -> None:
    for game, variant in (TABLES[0], TABLES[2]):
        count = seats(game, variant)
        expected = plain.play([first_legal()] * count, game, variant).result
        assert apart.play([PLAIN] * count, game, variant).result == expected


def test_a_seat_that_is_out_is_told_to_the_end(apart: Kit, plain: Kit) -> None:
    variant = {"players": 8, "teams": "pairs", "tables": 1, "max_deals": 30}
    same(apart, plain, PLAIN, "fiftysix", variant)
    assert apart.play([PLAIN] * 8, "fiftysix", variant, policy=FaultPolicy("forfeit")).faults == []
