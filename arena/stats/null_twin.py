"""Two copies of one bot: how far apart chance has put them, against the uncertainty that is claimed."""

from math import hypot, sqrt

import msgspec

from arena.stats.fit import Fit, fit
from arena.stats.ranked_sets import RankedSets
from arena.stats.ratings import Rating, RatingTable


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
    """By TrueSkill's mu and sigma, as the standings have them."""
    fit: Distance | None
    """By the strengths, in Elo points, that fit all sets but those between the two."""
    sets: int
    """The sets in which one of them, or both, played."""
    between: int
    """Those they played against each other alone. Equal bots play the same match in both seatings, so these are
    drawn whatever the cards: they bring the two together. Simulated round robins of 4 and 8 entrants gave the z of
    the rating, which has them, a standard deviation of 0.6 and 0.7, and that of the fit one of 1."""


def null_twin(ratings: RatingTable, played: RankedSets, entrant: str, twin: str) -> NullTwin:
    """The distance of two entrants (`name@version`) that are the same bot; the ratings are by these sets."""
    twins = {entrant, twin}
    tables = {ranked: {key for side in ranked.sides for key in side} for ranked in played}
    others = {ranked: times for ranked, times in played.items() if tables[ranked] != twins}
    parted = {key for ranked in others for key in tables[ranked] & twins} == twins
    return NullTwin(
        entrant=entrant,
        twin=twin,
        rating=_by_rating(ratings.rating(entrant), ratings.rating(twin)) if parted else None,
        fit=_by_fit(fit(others, twins)) if parted else None,
        sets=sum(times for ranked, times in played.items() if tables[ranked] & twins),
        between=sum(times for ranked, times in played.items() if tables[ranked] == twins),
    )


def _by_rating(one: Rating, other: Rating) -> Distance:
    return Distance(abs(one.mu - other.mu), hypot(one.sigma, other.sigma))


def _by_fit(fitted: Fit) -> Distance:
    """The distance in a fit of only two entrants' strengths; the mean of these is 0."""
    strength, variance = float(fitted.strengths[0]), float(fitted.covariance[0, 0])
    return Distance(2 * strength, 2 * sqrt(variance))
