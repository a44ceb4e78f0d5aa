"""TrueSkill ratings: one update a set, in schedule order (design, decision 6).

Source: R. Herbrich, T. Minka, T. Graepel, "TrueSkill: A Bayesian Skill Rating System" (NIPS 2006), as
computed by the `trueskill` package.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Final, cast

import msgspec
import trueskill

from arena.records import SetResult
from arena.stats.set_points import place_points, ranks

MU: Final = 25.0
SIGMA: Final = 25 / 3
BETA: Final = 25 / 6
TAU: Final = 0.0
"""Bots do not improve by playing, so uncertainty never grows back."""
DRAW_PROBABILITY: Final = 0.10

MAX_SURPRISE: Final = 20.0
"""A result counts as at most this many standard deviations off what was expected.

Beyond some 38 of them `trueskill` divides 0 by 0 in doubles and raises FloatingPointError. The probability of
20 is below 1e-88, so sound ratings never get there, and one absurd result cannot throw a rating far away.
"""


class Rating(msgspec.Struct, frozen=True, order=True):
    """How strong an entrant is believed to be: mean and deviation in TrueSkill's units (first 25 ± 8.33)."""

    mu: float = MU
    sigma: float = SIGMA

    @property
    def conservative(self) -> float:
        """The rating used for ranking, mu − 3 sigma: the entrant is almost surely stronger than that."""
        return self.mu - 3 * self.sigma


@dataclass(slots=True)
class RatingTable:
    """Every entrant's rating, folded from sets in schedule order. Memory grows with the entrants alone.

    `played` has those that have played.
    """

    played: dict[str, Rating] = field(default_factory=dict)

    def update(self, result: SetResult) -> None:
        """Take in the next set of the schedule; its sides share no entrant."""
        priors = [tuple(self.rating(entrant) for entrant in side) for side in result.sides]
        posteriors = rate(priors, ranks(place_points(result)))
        for side, ratings in zip(result.sides, posteriors, strict=True):
            self.played.update(zip(side, ratings, strict=True))

    def rating(self, entrant: str) -> Rating:
        """The rating of an entrant (`name@version`); the prior before its first set."""
        return self.played.get(entrant, _PRIOR)

    def leader(self, field: Iterable[str] | None = None) -> str | None:
        """The entrant with the highest conservative rating, first by name among equals.

        Only `field`, if given, and only those that have played; None if nobody has.
        """
        among = self.played if field is None else self.played.keys() & set(field)
        return min(among, key=lambda entrant: (-self.played[entrant].conservative, by_name(entrant)), default=None)


def by_name(entrant: str) -> tuple[str, ...]:
    """The key that sorts entrants (`name@version`) by name, then version."""
    return entrant.rpartition("@")


def rate(sides: Sequence[Sequence[Rating]], ranks: Sequence[int]) -> list[tuple[Rating, ...]]:
    """The ratings after one set, given each side's ratings before it and its rank (1 best, equal ones drew).

    A side of several ratings is a team. The sides are rated in a canonical order, so that the order and names
    they come with change nothing. Tied sides with equal priors get equal posteriors: the mean of what
    `trueskill` returns, which alone would prefer the one it meets first; likewise equal members of one team.
    """
    members = [sorted(range(len(side)), key=side.__getitem__) for side in sides]
    priors = [tuple(side[m] for m in order) for side, order in zip(sides, members, strict=True)]
    order = sorted(range(len(sides)), key=lambda s: (ranks[s], priors[s]))
    rated = _ENVIRONMENT.rate(
        [[trueskill.Rating(prior.mu, prior.sigma) for prior in priors[s]] for s in order],
        ranks=[ranks[s] for s in order],
    )

    shared: dict[tuple[int, tuple[Rating, ...], Rating], list[Rating]] = {}
    for s, group in zip(order, rated, strict=True):
        for prior, posterior in zip(priors[s], group, strict=True):
            shared.setdefault((ranks[s], priors[s], prior), []).append(Rating(posterior.mu, posterior.sigma))
    means = {key: _mean(ratings) for key, ratings in shared.items()}
    return [tuple(means[ranks[s], priors[s], prior] for prior in side) for s, side in enumerate(sides)]


def _mean(ratings: list[Rating]) -> Rating:
    if len(ratings) == 1:
        return ratings[0]
    return Rating(fmean(r.mu for r in ratings), fmean(r.sigma for r in ratings))


class _ClippedTrueSkill(trueskill.TrueSkill):  # type: ignore[misc]
    """The package's model with the surprise clipped; within MAX_SURPRISE its numbers are unchanged.

    `diff` is the winner's lead (in a draw: of either) and `draw_margin` the width of a draw, both in standard
    deviations.
    """

    def v_win(self, diff: float, draw_margin: float) -> float:
        return cast("float", super().v_win(_clip(diff - draw_margin), 0.0))

    def w_win(self, diff: float, draw_margin: float) -> float:
        return cast("float", super().w_win(_clip(diff - draw_margin), 0.0))

    def v_draw(self, diff: float, draw_margin: float) -> float:
        return cast("float", super().v_draw(_clip(diff), draw_margin))

    def w_draw(self, diff: float, draw_margin: float) -> float:
        return cast("float", super().w_draw(_clip(diff), draw_margin))


def _clip(surprise: float) -> float:
    return max(-MAX_SURPRISE, min(MAX_SURPRISE, surprise))


_PRIOR: Final = Rating()
_ENVIRONMENT: Final = _ClippedTrueSkill(MU, SIGMA, BETA, TAU, DRAW_PROBABILITY)
