"""Duplicate sets between bots, through the referee and without a ladder.

This is how the figures in bots/README.md were measured:

python -m tests.shipped_bots.duel bots/bridgette_steady.py bots/random_legal.py --game bridgette --sets 200
"""

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from arena.bots.base import Bot
from arena.bots.loading import load_bot
from arena.bots.options import resolve_options
from arena.games import GAMES
from arena.hosts.inprocess import InProcessPlayers, Seating
from arena.ladder.seatings import seatings
from arena.match.referee import play_match
from arena.records import SetResult
from arena.stats.set_points import Outcome, outcome, place_points, ranks

ROOT = Path(__file__).parents[2]


@dataclass
class Tally:
    """How one side fared against the rest."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    def __str__(self) -> str:
        return f"{self.won} won, {self.drawn} drawn, {self.lost} lost"


def entrant(bot: str | type[Bot], options: Mapping[str, object] | None = None) -> Seating:
    """A bot ready to be seated, from what a config calls it or from its class."""
    bot_class = bot if isinstance(bot, type) else load_bot(bot, ROOT).bot_class
    return Seating(bot_class, resolve_options(bot_class.OPTIONS, options or {}))


def play_set(game: str, variant: Mapping[str, object], seed: str, sides: Sequence[Seating]) -> SetResult:
    """Play every seating of one seed, each side taking all its seats; a fault of any bot is an error."""
    rules = GAMES[game]
    checked = rules.variant(variant)
    table = rules.sides(checked)
    matches = []
    for order in seatings("rotations", len(table)):
        at = {seat: sides[side] for seats, side in zip(table, order, strict=True) for seat in seats}
        players = InProcessPlayers(rules, checked, seed, [at[seat] for seat in sorted(at)])
        result = play_match(rules, checked, seed, players, order=order)
        assert result.fault is None, result.fault
        assert not result.substituted, result.substituted
        matches.append(result)
    names = tuple((f"side{i}",) for i in range(len(sides)))
    return SetResult("duel", names, 1, tuple(matches))


def duel(
    game: str,
    variant: Mapping[str, object],
    sides: Sequence[Seating],
    sets: int,
    label: str = "duel",
) -> tuple[Tally, ...]:
    """Play sets on the seeds `label/1`, `label/2` …; count them won, drawn and lost for each side."""
    tallies = tuple(Tally() for _ in sides)
    for k in range(1, sets + 1):
        result = play_set(game, variant, f"{label}/{k}", sides)
        places = ranks(place_points(result))
        for side, tally in enumerate(tallies):
            match outcome(places, side):
                case Outcome.WON:
                    tally.won += 1
                case Outcome.DRAWN:
                    tally.drawn += 1
                case Outcome.LOST:
                    tally.lost += 1
    return tallies


def main() -> None:
    """Print the tally of each bot named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bots", nargs="+", help="one bot a side")
    parser.add_argument("--game", choices=sorted(GAMES), required=True)
    parser.add_argument("--variant", type=json.loads, default={}, help='such as {"players": 6}')
    parser.add_argument("--sets", type=int, default=200)
    arguments = parser.parse_args()
    sides = [entrant(bot) for bot in arguments.bots]
    tallies = duel(arguments.game, arguments.variant, sides, arguments.sets)
    for bot, tally in zip(arguments.bots, tallies, strict=True):
        print(f"{bot}: {tally}")


if __name__ == "__main__":
    main()
