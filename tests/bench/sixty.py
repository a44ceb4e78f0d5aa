"""Sixty entrants of known strengths: sets until the first five are right."""

from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations, pairwise

import numpy as np
from scipy.special import ndtri

from arena.stats.fit import POINTS, fit
from arena.stats.pairing import adaptive_pairings
from arena.stats.ranked_sets import RankedSet
from tests.bench.bank import WORKERS
from tests.bench.repetitions import Repetitions, figure, ratio
from tests.bench.ways import ENDINGS, NOTHING

ENTRANTS, TOP = 60, 5
SPREAD = 350.0
TIE = 2.0
"""The draws of sets of two independent matches, see `arena.stats.choices`."""
STRENGTHS = SPREAD * ndtri((np.arange(ENTRANTS, 0, -1) - 0.375) / (ENTRANTS + 0.25))
"""In points: the expected strengths of a normal sample (Blom's scores)."""
REPETITIONS = 40
CYCLES = np.unique(np.geomspace(2, 24, 14).astype(int)).tolist()
"""Of the round robin, after which the order is looked at."""
ROUND = 120
GROWTH = 0.1
"""A choice serves for several rounds as the ladder goes on."""
ROUNDS = 30
PAIRS = list(combinations(range(ENTRANTS), 2))


def main() -> None:
    """Print the figures."""
    gaps = ", ".join(f"{gap:.0f}" for gap in -np.diff(STRENGTHS[: TOP + 1]))
    print(
        f"{ENTRANTS} entrants, simulated by the model of the fit: normal strengths, deviation {SPREAD:.0f} points"
    )
    print(f"(gaps at the top {gaps}), draws as in sets of two independent matches, no margins.")
    print(f"Sets until the first {TOP} are right, in their order, in 95 % of {REPETITIONS} ladders")
    with ProcessPoolExecutor(WORKERS) as workers:
        seeds = range(REPETITIONS)
        one = Repetitions(np.array(CYCLES) * len(PAIRS), np.array(list(workers.map(round_robin, seeds))))
        other = Repetitions(ROUND * np.array(looks()), np.array(list(workers.map(adaptive, seeds))))
    print(f"round robin        {figure(one):>28}")
    print(f"adaptive           {figure(other):>28}  a round robin takes {ratio(one, other)} times as many")


def looks() -> list[int]:
    """The rounds after which the results are looked at."""
    found = [1]
    while found[-1] < ROUNDS:
        found.append(max(found[-1] + 1, int(found[-1] * (1 + GROWTH))))
    return found


class Ladder:
    """One simulated ladder; its seed shuffles the names, so that they give nothing away."""

    def __init__(self, seed: int) -> None:
        self._random = np.random.default_rng([4, seed])
        self.names = [f"{n:02}@1" for n in self._random.permutation(ENTRANTS)]
        """The strongest first."""
        self.played: Counter[RankedSet] = Counter()
        self.fit = NOTHING

    def play(self, a: int, b: int, sets: int) -> None:
        """So many sets of two entrants, by their true ranks from 0."""
        lead = (STRENGTHS[a] - STRENGTHS[b]) / (2 * POINTS)
        chances = np.array([np.exp(lead), TIE, np.exp(-lead)])
        sides = (self.names[a],), (self.names[b],)
        times = self._random.multinomial(sets, chances / chances.sum()).tolist()
        self.played.update(
            {RankedSet(sides, ranks, False): n for ranks, n in zip(ENDINGS.values(), times, strict=True) if n}
        )

    def is_right(self) -> bool:
        """Whether a fit of all sets so far has the top."""
        self.fit = fit(self.played)
        falling = np.diff(self.fit.strengths[: TOP + 1]) < 0
        return self.fit.entrants[:TOP] == tuple(self.names[:TOP]) and bool(falling.all())


def round_robin(seed: int) -> list[bool]:
    """Whether the top is right after each look."""
    ladder = Ladder(seed)
    right = []
    for before, cycles in pairwise([0, *CYCLES]):
        for a, b in PAIRS:
            ladder.play(a, b, cycles - before)
        right.append(ladder.is_right())
    return right


def adaptive(seed: int) -> list[bool]:
    """Whether the top is right after each look; every choice is made by the results up to the last look."""
    ladder = Ladder(seed)
    ranks = {name: rank for rank, name in enumerate(ladder.names)}
    met: Counter[tuple[str, str]] = Counter()
    right = []
    for before, rounds in pairwise([0, *looks()]):
        pairings = adaptive_pairings(ladder.fit, ladder.names, 2, ROUND, met, TOP)
        for one, other in pairings:
            a, b = sorted((ranks[one], ranks[other]))
            ladder.play(a, b, rounds - before)
            met[one, other] += rounds - before
        right.append(ladder.is_right())
    return right
