"""Whole matches through the referee, beside the engine without it, with `random_legal` in every seat."""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from arena.bots.loading import load_bot
from arena.games import GAMES
from arena.games.base import Game, Variant
from arena.hosts.inprocess import InProcessPlayers, Seating
from arena.match.referee import play_match
from arena.match.transcript import decode

RANDOM_LEGAL = load_bot("random_legal.py", Path(__file__).parents[2] / "bots").bot_class
CASES: list[tuple[str, dict[str, object]]] = [
    ("bridgette", {}),
    ("fiftysix", {"players": 4}),
    ("fiftysix", {"players": 6}),
    ("fiftysix", {"players": 8}),
]
SECONDS = 3.0


@dataclass
class Speed:
    """What was played in how many seconds."""

    deals: int = 0
    decisions: int = 0
    seconds: float = 0.0

    def __str__(self) -> str:
        return f"{self.deals / self.seconds:>9,.0f} {self.decisions / self.seconds:>14,.0f}"


def main() -> None:
    """Print the table."""
    print("One process, random_legal in every seat.   referee: views, legality, transcript")
    print(f"{'':24}{'deals/s':>9} {'decisions/s':>14}")
    for name, options in CASES:
        game = GAMES[name]
        variant = game.variant(options)
        label = f"{name} {options.get('players', '')}".strip()
        for what, play in (("engine", engine_match), ("referee", referee_match)):
            print(f"{f'{label}, {what}':24}{repeat(partial(play, game, variant))}")


def repeat(play: Callable[[str], tuple[int, int]]) -> Speed:
    """Play matches on one seed after the other for some seconds."""
    speed = Speed()
    play("warm-up")
    start = time.perf_counter()
    while speed.seconds < SECONDS:
        deals, decisions = play(f"{speed.deals}")
        speed.deals += deals
        speed.decisions += decisions
        speed.seconds = time.perf_counter() - start
    return speed


def engine_match(game: Game[Any], variant: Variant, seed: str) -> tuple[int, int]:
    """Deals and decisions of a random match on the state alone."""
    rng = random.Random(seed)
    state, _ = game.start(variant, seed)
    decisions = 0
    while mask := state.legal():
        nth = int(rng.random() * mask.bit_count())
        for _ in range(nth):
            mask &= mask - 1
        state.apply((mask & -mask).bit_length() - 1)
        decisions += 1
    return len(state.deals()), decisions


def referee_match(game: Game[Any], variant: Variant, seed: str) -> tuple[int, int]:
    """Deals and decisions of a match of `random_legal`, played as a ladder plays it."""
    seats = sum(map(len, game.sides(variant)))
    players = InProcessPlayers(game, variant, seed, [Seating(RANDOM_LEGAL, {})] * seats)
    result = play_match(game, variant, seed, players, order=range(len(game.sides(variant))))
    return len(result.deals), sum(1 for _ in decode(result.transcript))
