"""The strengths that fit all sets at once, in whatever order they were played, and how sure they are.

The model is Plackett-Luce with ties (`choices`; for two sides Bradley-Terry with ties). A weak Gaussian prior
keeps perfect records and fields in several groups finite; `connections` says who depends on it.
"""

from collections.abc import Collection
from dataclasses import dataclass
from math import log
from typing import Final

import numpy as np
import scipy

from arena.stats.choices import Choices, Floats
from arena.stats.ranked_sets import RankedSets
from arena.stats.ratings import by_name

POINTS: Final = 400 / log(10)
"""Elo points in a strength e times as large: of two sides that never draw, 400 points ahead win 10 sets to 1."""
PRIOR: Final = 800.0
"""The prior's standard deviation of every strength, in points. One set between equals says about twice as much."""
DECIMALS: Final = 4
"""Results are rounded to so many, far below any meaning, so that names decide no last digit."""

_PRECISION: Final = (POINTS / PRIOR) ** 2
_TOLERANCE: Final = 1e-6
_LAST_STEPS: Final = 2
"""Newton's, each of which squares the error that is left."""


@dataclass(frozen=True, eq=False)
class Fit:
    """Strengths of a field, the strongest first, with their joint uncertainty.

    Equal ones come in the order of their uncertainty, and by name if nothing else tells them apart.
    """

    entrants: tuple[str, ...]
    """`name@version`; those of the field that played."""
    strengths: Floats
    """In Elo points, mean 0 over these entrants."""
    covariance: Floats
    """Of the strengths' errors, in points squared."""
    ties: dict[int, float]
    """delta_n by the number n of sides that share a place; two equal sides draw delta_2 / (2 + delta_2) of their
    sets. Ties that never came are left out: their delta is 0."""


def fit(played: RankedSets, field: Collection[str] | None = None) -> Fit:
    """Fit the strengths of the entrants of `field` (`name@version`; all, if None) that played.

    All sets count, those with others too. The estimate is the most probable one after the sets and the prior.

    An entrant's standard error is the larger of two. *Resampling*: as many whole sets are drawn anew from those
    played, and the fit is moved by one Newton step. Such a step is linear in the counts, a multinomial, so the
    covariance over all resamples has a closed form and needs no random numbers (the infinitesimal jackknife:
    B. Efron, "The Jackknife, the Bootstrap and Other Resampling Plans", SIAM 1982, chapter 6). It holds too where
    the model fails, as when some draw oftener than others, but it trusts few sets too much and perfect records
    wholly. *Posterior*: the inverse curvature (Laplace's approximation); the correlations are its own. `make soak`
    measures what the intervals cover. Where results decide who meets, as in swiss and adaptive ladders, nobody is
    favoured either: of nine entrants the strengths were off in the mean by at most 0.15 standard errors
    (`tests/stats/test_favour.py`).
    """
    names = sorted({entrant for ranked in played for side in ranked.sides for entrant in side}, key=by_name)
    chosen = [n for n, name in enumerate(names) if field is None or name in field]
    if not chosen:
        return Fit((), np.zeros(0), np.zeros((0, 0)), {})
    choices = Choices(played, names)
    best = _most_probable(choices)
    centre = np.eye(choices.parameters)[chosen]
    centre -= centre.mean(axis=0)
    strengths = _rounded(POINTS * centre @ best)
    covariance = _rounded(POINTS**2 * _covariance(choices, best, centre))
    order = sorted(
        range(len(chosen)), key=lambda n: (-strengths[n], sorted(covariance[n]), by_name(names[chosen[n]]))
    )
    return Fit(
        entrants=tuple(names[chosen[n]] for n in order),
        strengths=strengths[order],
        covariance=covariance[np.ix_(order, order)],
        ties={size: float(np.exp(best[len(names) + n])) for n, size in enumerate(choices.tie_sizes)},
    )


def _most_probable(choices: Choices) -> Floats:
    """The parameters of the highest posterior density, which is concave and has one summit."""

    def loss(at: Floats) -> float:
        return float(_PRECISION / 2 * (at @ at)) - choices.log_likelihood(at)

    def slope(at: Floats) -> Floats:
        return _PRECISION * at - choices.gradient(at)

    def curvature(at: Floats) -> Floats:
        return _curvature(choices, at)

    start = np.zeros(choices.parameters)
    near = _TOLERANCE * float(choices.times.sum())
    found = scipy.optimize.minimize(
        loss, start, jac=slope, hess=curvature, method="trust-exact", options={"gtol": near}
    ).x
    for _ in range(_LAST_STEPS):
        found = found - np.linalg.solve(curvature(found), slope(found))
    return np.asarray(found)


def _curvature(choices: Choices, at: Floats) -> Floats:
    """Minus the second derivatives of the log posterior."""
    return choices.information(at) + _PRECISION * np.eye(choices.parameters)


def _covariance(choices: Choices, best: Floats, contrasts: Floats) -> Floats:
    """The covariance of the contrasts (rows) of the parameters, see `fit`."""
    moved = np.linalg.solve(_curvature(choices, best), contrasts.T)
    posterior = contrasts @ moved
    by_kind = choices.scores(best) @ moved
    mean = choices.times @ by_kind / choices.times.sum()
    resampled = choices.times @ (by_kind - mean) ** 2
    larger = np.maximum(resampled, np.diag(posterior))
    wider = np.sqrt(np.divide(larger, np.diag(posterior), out=np.ones_like(larger), where=larger > 0))
    return np.asarray(posterior * np.outer(wider, wider))


def _rounded(values: Floats) -> Floats:
    return np.round(values, DECIMALS) + 0.0  # no negative zeros
