"""Which orders of the field the sets leave possible."""

from typing import Final

import numpy as np
import scipy

from arena.stats.choices import Floats
from arena.stats.confidence import CONFIDENCE
from arena.stats.fit import Fit

DRAWS: Final = 4096
"""Fields drawn from a fit; a probability by them is off by 0.003 at 0.95."""
SEED: Final = 20240229
"""Of the drawing, the same always: equal fits give equal figures."""
_BLOCK: Final = 64
"""So many draws are looked at together: all at once would need much memory."""


def rank_ranges(fit: Fit) -> tuple[tuple[int, int], ...]:
    """The best and the worst rank that each entrant may truly have, all of them right at once with 95 %.

    A rank is 1 + the number of stronger entrants. An entrant surely ranks behind those that are surely stronger.
    Who is surely stronger than whom is decided for all pairs at once by the largest standardised error of a
    difference, stepping down: what is decided makes the rest easier. Source: M. Mogstad, J. Romano, A. Shaikh,
    D. Wilhelm, "Inference for Ranks with Applications to Mobility across Neighbourhoods and Academic Achievement
    across Countries", Review of Economic Studies 91 (2024), with J. Romano, M. Wolf, "Exact and Approximate
    Stepdown Methods for Multiple Hypothesis Testing", JASA 100 (2005).
    """
    entrants = len(fit.entrants)
    errors = _errors(fit)
    deviations = _difference_deviations(fit)
    leads = (fit.strengths[:, None] - fit.strengths) / deviations
    stronger = np.zeros((entrants, entrants), bool)
    while True:
        open_pairs = ~stronger & ~np.eye(entrants, dtype=bool)
        needed = np.quantile(_largest(errors, open_pairs / deviations), CONFIDENCE)
        found = stronger | (leads > needed)
        if (found == stronger).all():
            break
        stronger = found
    best = 1 + stronger.sum(axis=0)
    worst = entrants - stronger.sum(axis=1)
    return tuple(zip(best.tolist(), worst.tolist(), strict=True))


def superiority(fit: Fit) -> Floats:
    """(entrants, entrants): the probability that the row's entrant is stronger than the column's; 0.5 of itself.

    Conditional on the model of the fit and its prior.
    """
    return np.asarray(scipy.special.ndtr((fit.strengths[:, None] - fit.strengths) / _difference_deviations(fit)))


def order_probability(fit: Fit, top: int | None = None) -> float:
    """The probability that the order of the first `top` entrants is right, and that nobody else belongs there.

    None means all. Conditional on the model of the fit and its prior; 1.0 for a field of one or none.
    """
    drawn = fit.strengths + _errors(fit)
    first = len(fit.entrants) if top is None else min(top, len(fit.entrants))
    ahead = drawn[:, :-1] > np.maximum.accumulate(drawn[:, :0:-1], axis=1)[:, ::-1]
    return float(ahead[:, :first].all(axis=1).mean())


def _errors(fit: Fit) -> Floats:
    """(DRAWS, entrants): errors of the strengths drawn from their joint normal distribution.

    The root of the covariance is the symmetric one, which depends on no order of the entrants.
    """
    values, vectors = np.linalg.eigh(fit.covariance)
    root = (vectors * np.sqrt(np.maximum(values, 0))) @ vectors.T
    return np.asarray(np.random.default_rng(SEED).standard_normal((DRAWS, len(fit.entrants))) @ root)


def _difference_deviations(fit: Fit) -> Floats:
    """The standard errors of all differences of two strengths, 1 on the diagonal."""
    variances = np.diag(fit.covariance)
    squares = variances[:, None] + variances - 2 * fit.covariance
    np.fill_diagonal(squares, 1)
    return np.asarray(np.sqrt(squares))


def _largest(errors: Floats, weights: Floats) -> Floats:
    """For every draw the largest weighted lead of one entrant over another that is due to error alone."""
    return np.concatenate(
        [
            ((block[:, :, None] - block[:, None, :]) * weights).max(axis=(1, 2), initial=0)
            for block in np.split(errors, range(_BLOCK, len(errors), _BLOCK))
        ]
    )
