"""Ladders drawn from a bank in three ways, and whether their order is right as they go on."""

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, ndtri

from arena.stats.choices import Floats
from arena.stats.fit import POINTS, PRIOR, Fit, fit
from arena.stats.pairing import adaptive_pairings
from arena.stats.ranked_sets import RankedSet
from arena.stats.ratings import BETA, DRAW_PROBABILITY, MU, SIGMA, by_name
from tests.bench.bank import SEATINGS, WORKERS, Bank, Pair
from tests.bench.repetitions import Repetitions

NOTHING = Fit((), np.zeros(0), np.zeros((0, 0)), {})
ENDINGS = {1: (1, 2), 0: (1, 1), -1: (2, 1)}
EVERY = 20
"""Matches after which the order by TrueSkill is looked at."""


def is_right(strengths: Floats) -> NDArray[np.bool_]:
    """Whether they fall strictly along the last axis."""
    return np.asarray((np.diff(strengths) < 0).all(axis=-1))


# Single matches


def by_single_matches(bank: Bank, repetitions: int, matches: int) -> Repetitions:
    """Matches between two entrants drawn at random, a deal and seating each; the conservative rating.

    All repetitions go on at once.
    """
    random = np.random.default_rng([1, repetitions])
    won = np.zeros((bank.entrants, bank.entrants, bank.sets * len(SEATINGS)))
    for (a, b), outcomes in bank.matches.items():
        won[a, b] = outcomes.ravel()
        won[b, a] = -outcomes.ravel()
    mu, sigma = np.full((2, repetitions, bank.entrants), [[[MU]], [[SIGMA]]])
    rows = np.arange(repetitions)
    right = []
    for match in range(1, matches + 1):
        one = random.integers(bank.entrants, size=repetitions)
        other = (one + random.integers(1, bank.entrants, size=repetitions)) % bank.entrants
        outcome = won[one, other, random.integers(won.shape[2], size=repetitions)]
        better, worse = np.where(outcome < 0, other, one), np.where(outcome < 0, one, other)
        mu[rows, better], sigma[rows, better], mu[rows, worse], sigma[rows, worse] = rated(
            mu[rows, better], sigma[rows, better], mu[rows, worse], sigma[rows, worse], outcome == 0
        )
        if match % EVERY == 0:
            right.append(is_right(mu - 3 * sigma))
    return Repetitions(np.arange(EVERY, matches + 1, EVERY), np.array(right).T)


def rated(mu: Floats, sigma: Floats, mu_2: Floats, sigma_2: Floats, drawn: Floats) -> tuple[Floats, ...]:
    """What `arena.stats.ratings.rate` makes of a match won by the first one (or drawn), for many at once.

    Source: the formulas of two players in R. Herbrich, T. Minka, T. Graepel, "TrueSkill" (NIPS 2006).
    """
    scale = np.sqrt(2 * BETA**2 + sigma**2 + sigma_2**2)
    lead = (mu - mu_2) / scale
    margin = ndtri((DRAW_PROBABILITY + 1) / 2) * np.sqrt(2) * BETA / scale
    over, low, high = lead - margin, -margin - lead, margin - lead
    v_won = _density(over) / ndtr(over)
    inside = ndtr(high) - ndtr(low)
    v_drawn = (_density(low) - _density(high)) / inside
    v = np.where(drawn, v_drawn, v_won)
    w_drawn = v_drawn**2 + (high * _density(high) - low * _density(low)) / inside
    w = np.where(drawn, w_drawn, v_won * (v_won + over))
    return (
        mu + sigma**2 / scale * v,
        sigma * np.sqrt(1 - (sigma / scale) ** 2 * w),
        mu_2 - sigma_2**2 / scale * v,
        sigma_2 * np.sqrt(1 - (sigma_2 / scale) ** 2 * w),
    )


def _density(x: Floats) -> Floats:
    return np.asarray(np.exp(-(x**2) / 2) / np.sqrt(2 * np.pi))


# Round robin


def by_round_robin(margins: dict[Pair, Floats], entrants: int, repetitions: int, cycles: int) -> Repetitions:
    """Cycles of one set for every pair; all that was gained over all that it was gained in."""
    random = np.random.default_rng([2, repetitions])
    sums = np.zeros((2, repetitions, cycles, entrants))
    for (a, b), by_set in margins.items():
        margin, over = by_set[random.integers(len(by_set), size=(repetitions, cycles))].transpose(2, 0, 1)
        sums[:, :, :, a] += margin, over
        sums[:, :, :, b] += -margin, over
    margin, over = sums.cumsum(axis=2)
    matches = np.arange(1, cycles + 1) * len(margins) * len(SEATINGS)
    return Repetitions(matches, is_right(margin / over))


# Adaptive


class WonSets:
    """Who won the sets of a ladder, and the fit of that: what adaptive ladders go by."""

    def __init__(self, bank: Bank) -> None:
        self._values = bank.endings
        self._played: Counter[RankedSet] = Counter()

    def add(self, pair: Pair, number: int, names: tuple[str, str]) -> None:
        """Take in a set of the bank, under these names."""
        ranks = ENDINGS[int(self._values[pair][number])]
        self._played[RankedSet(((names[0],), (names[1],)), ranks, False)] += 1

    def fit(self) -> Fit:
        """The strengths so far."""
        return fit(self._played)


class SetMargins:
    """The margins of the sets of a ladder, and the strengths that fit them best (least squares).

    A margin is the difference of two strengths and an error of the same variance in every set, which is estimated
    from all. In units such that a set tells as much about a difference as one without draws would in the fit of
    who won, with the same prior.
    """

    def __init__(self, bank: Bank) -> None:
        self._values = {pair: by_set[:, 0] for pair, by_set in bank.margins.items()}
        self._names: dict[str, int] = {}
        self._rows: list[tuple[int, int, float]] = []

    def add(self, pair: Pair, number: int, names: tuple[str, str]) -> None:
        """Take in a set of the bank, under these names."""
        one, other = (self._names.setdefault(name, len(self._names)) for name in names)
        self._rows.append((one, other, self._values[pair][number]))

    def fit(self) -> Fit:
        """The strengths so far."""
        names, sets = list(self._names), len(self._rows)
        one, other, margins = np.array(self._rows).T
        contrasts = np.eye(len(names))[one.astype(int)] - np.eye(len(names))[other.astype(int)]
        curvature = contrasts.T @ contrasts + (2 * POINTS / PRIOR) ** 2 * np.eye(len(names))
        strengths = np.linalg.solve(curvature, contrasts.T @ margins)
        # As if one more set had been as far off as a set is on the mean: few sets fit too well
        squares = ((margins - contrasts @ strengths) ** 2).sum() + (margins**2).mean()
        unit = 2 * POINTS / np.sqrt(max(squares / (sets + 1), 1e-9))
        strengths = unit * (strengths - strengths.mean())
        covariance = (2 * POINTS) ** 2 * np.linalg.inv(curvature)
        order = sorted(range(len(names)), key=lambda n: (-strengths[n], by_name(names[n])))
        return Fit(tuple(names[n] for n in order), strengths[order], covariance[np.ix_(order, order)], {})


def by_adaptive_pairing(
    bank: Bank, kind: type[WonSets | SetMargins], repetitions: int, rounds: int, size: int
) -> Repetitions:
    """Rounds of so many sets, each chosen from all before; the fit."""
    with ProcessPoolExecutor(WORKERS) as workers:
        right = list(workers.map(partial(_adaptive_ladder, bank, kind, rounds, size), range(repetitions)))
    return Repetitions(np.arange(1, rounds + 1) * size * len(SEATINGS), np.array(right))


def _adaptive_ladder(
    bank: Bank, kind: type[WonSets | SetMargins], rounds: int, size: int, seed: int
) -> Sequence[bool]:
    """Whether the order is right after each round. Names are shuffled, so that they give nothing away."""
    random = np.random.default_rng([3, seed])
    names = [f"{n}@1" for n in random.permutation(bank.entrants)]
    numbers = {name: n for n, name in enumerate(names)}
    ladder = kind(bank)
    met: Counter[tuple[str, str]] = Counter()
    found = NOTHING
    right = []
    for _ in range(rounds):
        for pairing in adaptive_pairings(found, names, 2, size, met):
            a, b = sorted(numbers[name] for name in pairing)
            ladder.add((a, b), int(random.integers(bank.sets)), (names[a], names[b]))
            met[pairing[0], pairing[1]] += 1
        found = ladder.fit()
        right.append(found.entrants == tuple(names) and bool(is_right(found.strengths)))
    return right
