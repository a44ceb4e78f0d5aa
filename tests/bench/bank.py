"""A bank of duplicate sets between entrants of graded strength, to draw ladders from."""

from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from pathlib import Path

import numpy as np

from arena.bots.loading import load_bot
from arena.bots.options import resolve_options
from arena.games import GAMES
from arena.hosts.inprocess import InProcessPlayers, Seating
from arena.hosts.noise import with_noise
from arena.match.referee import play_match
from arena.records import MatchResult, SetResult
from arena.stats.choices import Floats
from arena.stats.margins import set_margins

BOTS = Path(__file__).parents[2] / "bots"
WORKERS = 2
SEATINGS = ((0, 1), (1, 0))
Pair = tuple[int, int]


@dataclass(frozen=True)
class Grades:
    """A bot at several noises, the strongest first."""

    game: str
    bot: str
    noise: tuple[float, ...]
    variant: Mapping[str, object] = field(default_factory=dict)

    @property
    def pairs(self) -> list[Pair]:
        """All pairs, the stronger one first."""
        return list(combinations(range(len(self.noise)), 2))


@dataclass(frozen=True)
class Bank:
    """What every set came to, seen from the stronger one: arrays over the sets of a pair, by its two numbers."""

    entrants: int
    sets: int
    """Of every pair."""
    matches: dict[Pair, Floats]
    """(sets, 2): 1 won, 0 drawn, −1 lost, for each match of a set."""
    margins: dict[Pair, Floats]
    """(sets, 2): the margin, and in how much it came about: IMPs and deals, or place points and sets."""

    @property
    def endings(self) -> dict[Pair, Floats]:
        """(sets,): 1 won, 0 drawn, −1 lost, for each set."""
        return {pair: np.sign(won.sum(axis=1)) for pair, won in self.matches.items()}


def play_bank(grades: Grades, sets: int) -> Bank:
    """Play so many sets of every pair, with the referee and the noise of every ladder."""
    rules = GAMES[grades.game]
    deal_by_deal = rules.compares_by_deal(rules.variant(grades.variant))
    with ProcessPoolExecutor(WORKERS) as workers:
        played = dict(zip(grades.pairs, workers.map(partial(_play, grades, sets), grades.pairs), strict=True))
    return Bank(
        entrants=len(grades.noise),
        sets=sets,
        matches={pair: np.array([_won(result) for result in results]) for pair, results in played.items()},
        margins={
            pair: np.array([_margin(result, deal_by_deal) for result in results])
            for pair, results in played.items()
        },
    )


def _play(grades: Grades, sets: int, pair: Pair) -> list[SetResult]:
    return [
        SetResult(
            grades.game,
            tuple((str(entrant),) for entrant in pair),
            k,
            tuple(_match(grades, pair, order, f"bank/{pair}/{k}") for order in SEATINGS),
        )
        for k in range(1, sets + 1)
    ]


def _match(grades: Grades, pair: Pair, order: Sequence[int], seed: str) -> MatchResult:
    game = GAMES[grades.game]
    variant = game.variant(grades.variant)
    sides = game.sides(variant)
    bot = load_bot(grades.bot, BOTS).bot_class
    seating = Seating(bot, resolve_options(bot.OPTIONS, {}))
    seats = sum(map(len, sides))
    noise = [0.0] * seats
    for side, entrant in zip(sides, order, strict=True):
        for seat in side:
            noise[seat] = grades.noise[pair[entrant]]
    players = with_noise(game, variant, seed, InProcessPlayers(game, variant, seed, [seating] * seats), noise)
    result = play_match(game, variant, seed, players, order=order)
    assert result.fault is None, result.fault
    return result


def _won(result: SetResult) -> list[int]:
    won = []
    for match in result.matches:
        one, other = (match.places[match.order.index(side)] for side in (0, 1))
        won.append((one < other) - (one > other))
    return won


def _margin(result: SetResult, deal_by_deal: bool) -> tuple[float, int]:
    margins = set_margins(result, deal_by_deal)
    assert margins is not None
    return margins.swings[0, 1].ranked, margins.ranked_over
