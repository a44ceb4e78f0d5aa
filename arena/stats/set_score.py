"""The interval of a set score: the share of the sets won, a drawn one counting half."""

from math import sqrt
from typing import Final

import scipy

from arena.stats.confidence import DEVIATIONS

_BESIDE: Final = 1e-9
"""Beside the score that was seen, where the distance is 0, and the standard error perhaps too."""


def set_score_interval(won: int, drawn: int, lost: int) -> tuple[float, float]:
    """The 95 % interval of the true set score, given at least one set.

    The score interval of T. Tango, "Equivalence test and confidence interval for the difference in proportions for
    the paired-sample design", Statistics in Medicine 17 (1998): the true scores from which the seen one is at most
    1.96 standard errors off, each with the share of draws that is likeliest for it. Without draws it is Wilson's.
    """
    sets = won + drawn + lost
    lead = (won - lost) / sets

    def too_far(true: float) -> float:
        """Positive if the shares won less lost differ from `true` by more than the standard errors allowed."""
        half = (won + lost - (2 * sets - won + lost) * true) / 2
        losing = (half + sqrt(max(0, half**2 + 2 * sets * lost * true * (1 - true)))) / (
            2 * sets
        )  # its likeliest share
        return sets * abs(lead - true) - DEVIATIONS * sqrt(max(0, sets * (2 * losing + true * (1 - true))))

    low = scipy.optimize.brentq(too_far, -1, lead - _BESIDE) if lead > -1 else -1.0
    high = scipy.optimize.brentq(too_far, lead + _BESIDE, 1) if lead < 1 else 1.0
    return (1 + low) / 2, (1 + high) / 2
