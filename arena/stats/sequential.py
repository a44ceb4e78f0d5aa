"""A sequential test of whether one entrant is better than another: it ends as soon as the sets say so.

The generalised sequential probability ratio test on the multinomial of set results, as the chess projects fishtest
and OpenBench use it: the log-likelihood ratio of two expected scores, each with the distribution that fits the
results best among all that have this expectation, and Wald's bounds for it.

Sources: A. Wald, "Sequential Tests of Statistical Hypotheses" (1945), the bounds; M. Van den Bergh's notes on the
generalised test, cantate.be/Fishtest/GSPRT_approximation.pdf, and on its likelihoods,
cantate.be/Fishtest/support_MLE_multinomial.pdf (proposition 1.1); A. B. Owen, "Empirical likelihood ratio
confidence intervals for a single functional" (1988), the interval.
"""

from collections.abc import Mapping
from enum import StrEnum
from math import log, log1p
from typing import Final

import msgspec
import scipy

from arena.errors import ArenaError

UNSEEN: Final = 1e-3
"""What the scores 0 and 1 count if no set has come to them.

Without it the first few sets, all alike, would leave no distribution with the expectation asked for. fishtest
gives as much to every score not seen; between 0 and 1 that changes nothing.
"""
_EDGE: Final = 1 - 1e-12


class Verdict(StrEnum):
    """What a test has come to."""

    BETTER = "better"
    NOT_BETTER = "not better"
    UNDECIDED = "undecided"


class SequentialTest(msgspec.Struct, frozen=True):
    """Is the expected score `high`, or only `low`?

    A score is a share of a set's place points, from 0 to 1 (`duel`); a *set score* only asks who won. `alpha` is
    the probability of "better" where the truth is `low`, `beta` that of "not better" where it is `high`; both hold
    nearly, and are checked by simulation. Scores are to be fed in schedule order, one whole set after the other,
    up to the first verdict. Raises ArenaError for values that make no test.
    """

    low: float = 0.50
    high: float = 0.53
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        """Check the values."""
        if not 0 < self.low < self.high < 1:
            raise ArenaError(
                f"bounds {self.low:g} and {self.high:g}: expected two shares between 0 and 1, the lower one "
                "first, such as 0.50 0.53"
            )
        if not (self.alpha > 0 and self.beta > 0 and self.alpha + self.beta < 1):
            raise ArenaError(
                f"alpha {self.alpha:g}, beta {self.beta:g}: expected two probabilities above 0 that together are "
                "below 1, such as 0.05 and 0.05"
            )

    @property
    def lower(self) -> float:
        """The log-likelihood ratio at which the verdict is "not better"."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The log-likelihood ratio at which the verdict is "better"."""
        return log((1 - self.beta) / self.alpha)

    def llr(self, counts: Mapping[float, int]) -> float:
        """The log-likelihood ratio of `high` to `low`, given how often each score has occurred."""
        weights = _weights(counts)
        return _distance(weights, self.low) - _distance(weights, self.high)

    def verdict(self, llr: float) -> Verdict:
        """What a log-likelihood ratio means."""
        if llr >= self.upper:
            return Verdict.BETTER
        return Verdict.NOT_BETTER if llr <= self.lower else Verdict.UNDECIDED


def mean_score(counts: Mapping[float, int]) -> float | None:
    """The mean of scores, given how often each has occurred; None without any."""
    sets = sum(counts.values())
    return sum(score * counts[score] for score in sorted(counts)) / sets if sets else None


def mean_score_interval(counts: Mapping[float, int], confidence: float = 0.95) -> tuple[float, float] | None:
    """An interval for the expected score, as if the number of sets had been fixed beforehand; None below two sets.

    It holds the expectations whose likelihood is not much below the greatest: by at most half the square of
    Student's t, which allows for small numbers.
    """
    sets = sum(counts.values())
    if sets < 2:
        return None
    weights = _weights(counts)
    most = float(scipy.stats.t.ppf((1 + confidence) / 2, sets - 1)) ** 2 / 2
    mean = sum(score * weight for score, weight in weights.items()) / sum(weights.values())

    def excess(expected: float) -> float:
        return _distance(weights, expected) - most

    ends = [
        end if excess(inside) <= 0 else float(scipy.optimize.brentq(excess, mean, inside))
        for end, inside in ((0.0, 1 - _EDGE), (1.0, _EDGE))
    ]
    return ends[0], ends[1]


def _weights(counts: Mapping[float, int]) -> dict[float, float]:
    """How much each score counts, by score, those at the ends never nothing."""
    ends = {0.0: UNSEEN, 1.0: UNSEEN}
    seen = {score: float(count) for score, count in counts.items() if count}
    return dict(sorted((ends | seen).items()))


def _distance(weights: Mapping[float, float], expected: float) -> float:
    """By how much the greatest log-likelihood with this expectation is below the greatest of all.

    The distribution it belongs to has the probabilities w / (1 + x (score − expected)), w the observed share.
    """
    total = sum(weights.values())
    leads = [(score - expected, weight / total) for score, weight in weights.items()]

    def lack(x: float) -> float:
        return sum(share * lead / (1 + x * lead) for lead, share in leads)

    x = scipy.optimize.brentq(lack, -_EDGE / (1 - expected), _EDGE / expected)
    return total * sum(share * log1p(x * lead) for lead, share in leads)
