"""Ladders made up from known strengths, without a game."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from math import exp, fsum

import numpy as np

from arena.stats.head_to_head import HeadToHeadRow, head_to_head
from arena.stats.ranked_sets import RankedSet
from arena.stats.set_points import Outcome
from arena.stats.tallies import PairTally, PoolTally

Pairing = tuple[int, ...]
"""Numbers of entrants, one a side."""


def name(number: int) -> str:
    """The entrant of a number; names sort like numbers."""
    return f"e{number:02}@1"


def chances(logs: Sequence[float], ties: Mapping[int, float]) -> dict[tuple[int, ...], float]:
    """The probability of every ranking of sides of these log strengths, straight from the formula of the model.

    `ties` has the delta of every number of sides that may share a place.
    """
    found: dict[tuple[int, ...], float] = {}

    def choose(left: tuple[int, ...], ranks: tuple[tuple[int, int], ...], probability: float) -> None:
        if not left:
            found[tuple(rank for _, rank in sorted(ranks))] = probability
            return
        weights = {
            group: (1 if size == 1 else ties[size]) * exp(fsum(logs[side] for side in group) / size)
            for size in (1, *ties)
            for group in combinations(left, size)
        }
        for group, weight in weights.items():
            place = 1 + len(logs) - len(left)
            rest = tuple(side for side in left if side not in group)
            choose(
                rest, ranks + tuple((side, place) for side in group), probability * weight / fsum(weights.values())
            )

    choose(tuple(range(len(logs))), (), 1.0)
    return found


def a_ladder(
    random: np.random.Generator,
    logs: Sequence[float],
    pairings: Iterable[Pairing],
    sets: int,
    ties: Mapping[int, float],
) -> Counter[RankedSet]:
    """So many sets of every pairing, between entrants of these log strengths."""
    played: Counter[RankedSet] = Counter()
    for pairing in pairings:
        expected = chances([logs[entrant] for entrant in pairing], ties)
        sides = tuple((name(entrant),) for entrant in pairing)
        times = random.multinomial(sets, list(expected.values())).tolist()
        played.update({RankedSet(sides, ranks, False): n for ranks, n in zip(expected, times, strict=True) if n})
    return played


def round_robin(entrants: int, sides: int = 2) -> list[Pairing]:
    """Every group of so many entrants."""
    return list(combinations(range(entrants), sides))


def gauntlet(entrants: int, centre: int) -> list[Pairing]:
    """Every other entrant against the centre."""
    return [(centre, other) for other in range(entrants) if other != centre]


def rows_of(results: Mapping[str, tuple[int, int, int]]) -> tuple[HeadToHeadRow, ...]:
    """Head-to-head rows of entrants of one letter, by "ab": a's sets won, drawn and lost against b."""
    tally = PoolTally()
    for pair, (won, drawn, lost) in results.items():
        counts = Counter({Outcome.WON: won, Outcome.DRAWN: drawn, Outcome.LOST: lost})
        tally.pairs[f"{pair[0]}@1", f"{pair[1]}@1"] = PairTally(sets=counts)
    return head_to_head(tally, sorted({f"{letter}@1" for pair in results for letter in pair}))
