"""The distance of two copies of one bot, against the uncertainty that is claimed."""

from collections import Counter
from math import hypot, sqrt

import numpy as np
import pytest

from arena.stats.fit import fit
from arena.stats.null_twin import NullTwin, null_twin
from arena.stats.ranked_sets import RankedSet, RankedSets
from arena.stats.ratings import RatingTable
from tests.stats.kit import a_set, duel, match
from tests.stats.ladders import a_ladder, name, round_robin

A, TWIN = name(0), name(1)


def of(played: RankedSets) -> NullTwin:
    """The twins e00 and e01 by sets in this order."""
    ratings = RatingTable()
    for ranked, times in played.items():
        scores = [-rank for rank in ranked.ranks]
        orders = [[*range(turn, len(scores)), *range(turn)] for turn in range(len(scores))]
        matches = [match([scores[side] for side in order], order) for order in orders]
        for _ in range(times):
            ratings.update(a_set(ranked.sides, *matches))
    return null_twin(ratings, played, A, TWIN)


def won(one: str, other: str, times: int = 1, drawn: bool = False) -> Counter[RankedSet]:
    return Counter({RankedSet(((one,), (other,)), (1, 1) if drawn else (1, 2), False): times})


def test_the_distance_by_rating_is_that_of_the_means_against_both_deviations() -> None:
    ratings = RatingTable()
    for result in (duel(A, "c@1", [9, 1], [9, 1]), duel(TWIN, "c@1", [1, 9], [1, 9])):
        ratings.update(result)
    twin = null_twin(ratings, won(A, "c@1") + won("c@1", TWIN), A, TWIN)
    one, other = ratings.rating(A), ratings.rating(TWIN)
    assert twin.rating is not None
    assert twin.rating.apart == one.mu - other.mu > 0
    assert twin.rating.expected_sd == hypot(one.sigma, other.sigma)
    assert twin.rating.z == twin.rating.apart / twin.rating.expected_sd


def test_the_distance_by_the_fit_is_that_of_the_strengths_against_their_joint_uncertainty() -> None:
    played = won(A, "c@1", 7) + won("c@1", A, 3) + won(TWIN, "c@1", 4) + won("c@1", TWIN, 6)
    twin, fitted = of(played), fit(played)
    a, b = fitted.entrants.index(A), fitted.entrants.index(TWIN)
    contrast = np.zeros(3)
    contrast[[a, b]] = 1, -1
    assert twin.fit is not None
    assert twin.fit.apart == pytest.approx(fitted.strengths[a] - fitted.strengths[b], abs=1e-3)
    assert twin.fit.expected_sd == pytest.approx(sqrt(contrast @ fitted.covariance @ contrast), rel=0.02)


def test_sets_between_the_twins_are_counted_and_change_nothing_in_the_fit() -> None:
    played = won(A, "c@1", 7) + won("c@1", TWIN, 3)
    without, with_them = of(played), of(played + won(A, TWIN, 50, drawn=True))
    assert (without.sets, without.between) == (10, 0)
    assert (with_them.sets, with_them.between) == (60, 50)
    assert without.fit == with_them.fit
    assert without.rating is not None
    assert with_them.rating is not None
    assert with_them.rating.apart < without.rating.apart


@pytest.mark.parametrize(
    "played",
    [
        Counter[RankedSet](),
        won(A, TWIN, 3, drawn=True),
        won(A, "c@1"),
        won(A, TWIN, drawn=True) + won("c@1", "d@1"),
    ],
)
def test_twins_of_whom_not_both_have_met_others_have_no_distance(played: RankedSets) -> None:
    twin = of(played)
    assert (twin.rating, twin.fit) == (None, None)


def test_a_table_of_three_at_which_both_sit_parts_them() -> None:
    ranked = RankedSet(((A,), (TWIN,), ("c@1",)), (1, 3, 2), False)
    twin = of({ranked: 1})
    assert (twin.sets, twin.between) == (1, 0)
    assert twin.rating is not None
    assert twin.fit is not None


def test_the_order_of_the_two_does_not_matter() -> None:
    played = won(A, "c@1", 7) + won("c@1", A) + won(TWIN, "c@1", 2) + won("c@1", TWIN, 6)
    ratings = RatingTable()
    assert null_twin(ratings, played, A, TWIN).fit == null_twin(ratings, played, TWIN, A).fit


def test_the_fit_claims_as_much_uncertainty_as_chance_makes() -> None:
    """z of many twins has a standard deviation of 1, the draws between them notwithstanding."""
    random = np.random.default_rng(2024)
    squares = []
    for _ in range(150):
        logs = [0.0, 0.0, *random.normal(0, 0.7, 2)]
        pairings = [pairing for pairing in round_robin(4) if pairing != (0, 1)]
        played = a_ladder(random, logs, pairings, 30, {2: 0.1}) + won(A, TWIN, 30, drawn=True)
        found = null_twin(RatingTable(), played, A, TWIN).fit
        assert found is not None
        squares.append(found.z**2)
    # The mean of 150 squares has a standard deviation of sqrt(2 / 150) = 0.115.
    assert np.mean(squares) == pytest.approx(1, abs=0.35)
