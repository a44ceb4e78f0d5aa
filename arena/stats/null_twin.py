"""Two copies of one bot: how far apart chance has put them, against the uncertainty that is claimed."""

from math import hypot, sqrt

import msgspec

from arena.stats.fit import Fit
from arena.stats.ranked_sets import RankedSets
from arena.stats.ratings import RatingTable


class Distance(msgspec.Struct, frozen=True):
    """How far apart two copies of one bot are by some estimate of strength."""

    apart: float
    """In the units of the estimate, never negative."""
    expected_sd: float
    """The standard deviation of the difference by the uncertainty that the estimate claims."""

    @property
    def z(self) -> float:
        """The distance in these deviations; above 1.96 for one of 20 pairs of twins, if that is right."""
        return self.apart / self.expected_sd


class NullTwin(msgspec.Struct, frozen=True):
    """An entrant and its copy in a pool, both `name@version`.

    A distance is None unless both have met others: else nothing could part them.
    """

    entrant: str
    twin: str
    rating: Distance | None
    """By TrueSkill's mu and sigma, which know of no correlation between the two."""
    fit: Distance | None
    """By the fit's strengths and their joint uncertainty, in Elo points."""
    sets: int
    """The sets in which one of them, or both, played."""
    between: int
    """Those they played against each other alone. Equal bots play the same match in both seatings, so these are
    drawn whatever the bots' strength: they bring the two together."""


def null_twin(ratings: RatingTable, fit: Fit, played: RankedSets, entrant: str, twin: str) -> NullTwin:
    """The distance of two entrants (`name@version`) that are the same bot; ratings and fit are of these sets."""
    twins = {entrant, twin}
    sets = between = 0
    parted = set()
    for ranked, times in played.items():
        at_table = {key for side in ranked.sides for key in side}
        if at_table & twins:
            sets += times
            if at_table == twins:
                between += times
            else:
                parted |= at_table & twins
    return NullTwin(
        entrant=entrant,
        twin=twin,
        rating=_by_rating(ratings, entrant, twin) if parted == twins else None,
        fit=_by_fit(fit, entrant, twin) if parted == twins else None,
        sets=sets,
        between=between,
    )


def _by_rating(ratings: RatingTable, entrant: str, twin: str) -> Distance:
    one, other = ratings.rating(entrant), ratings.rating(twin)
    return Distance(abs(one.mu - other.mu), hypot(one.sigma, other.sigma))


def _by_fit(fit: Fit, entrant: str, twin: str) -> Distance:
    one, other = fit.entrants.index(entrant), fit.entrants.index(twin)
    variance = fit.covariance[one, one] + fit.covariance[other, other] - 2 * fit.covariance[one, other]
    return Distance(float(abs(fit.strengths[one] - fit.strengths[other])), sqrt(variance))
