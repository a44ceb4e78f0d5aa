"""Which orders of the field the sets leave possible."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import multivariate_normal, norm, studentized_range

from arena.stats.fit import Fit
from arena.stats.ranges import DRAWS, order_probability, rank_ranges, superiority

STRENGTHS = st.lists(st.floats(-500, 500), min_size=1, max_size=7)
MONTE_CARLO = 4 * 0.5 / math.sqrt(DRAWS)


def a_fit(*strengths: float, error: float | np.ndarray = 10.0) -> Fit:
    """Strengths, sorted here, with independent errors or with this covariance."""
    ordered = np.array(sorted(strengths, reverse=True))
    covariance = error if isinstance(error, np.ndarray) else error**2 * np.eye(len(ordered))
    return Fit(tuple(f"e{n:02}@1" for n in range(len(ordered))), ordered, covariance, {})


# Superiority


def test_the_probability_that_one_is_better_is_that_of_the_normal_difference() -> None:
    covariance = np.array([[100.0, 60.0], [60.0, 80.0]])
    found = superiority(a_fit(12.0, 0.0, error=covariance))
    assert found[0, 1] == pytest.approx(norm.cdf(12 / math.sqrt(100 + 80 - 120)))


@given(STRENGTHS)
def test_of_two_one_is_better(strengths: list[float]) -> None:
    found = superiority(a_fit(*strengths))
    assert found + found.T == pytest.approx(np.ones_like(found))
    assert np.diag(found) == pytest.approx(0.5)
    assert (np.diff(found, axis=1) >= -1e-12).all()  # against a weaker one it is likelier


# The order


def test_the_order_of_three_has_the_probability_of_its_orthant() -> None:
    found = order_probability(a_fit(12, 5, 0))
    differences = np.array([[1, -1, 0], [0, 1, -1]])
    expected = multivariate_normal(differences @ [12, 5, 0], 100 * differences @ differences.T).cdf(
        [np.inf, np.inf], lower_limit=[0, 0]
    )
    assert found == pytest.approx(expected, abs=MONTE_CARLO)


def test_equals_come_in_any_order() -> None:
    assert order_probability(a_fit(0, 0, 0)) == pytest.approx(1 / 6, abs=MONTE_CARLO)
    assert order_probability(a_fit(0, 0, 0), top=1) == pytest.approx(1 / 3, abs=MONTE_CARLO)


def test_the_first_are_right_if_their_order_is_and_nobody_else_belongs_there() -> None:
    clear = a_fit(900, 600, 300, 2, 1, 0)
    assert order_probability(clear, top=3) == 1
    assert order_probability(clear, top=4) == pytest.approx(0.4, abs=0.1)
    assert order_probability(clear) < order_probability(clear, top=4)
    assert order_probability(clear, top=6) == order_probability(clear, top=5) == order_probability(clear)
    assert order_probability(clear, top=60) == order_probability(clear)


def test_without_two_entrants_there_is_no_order_to_doubt() -> None:
    assert order_probability(a_fit()) == order_probability(a_fit(5)) == 1


def test_the_same_fit_gives_the_same_bytes() -> None:
    assert order_probability(a_fit(20, 10, 0)) == order_probability(a_fit(20, 10, 0))


# Ranks


def test_far_apart_entrants_have_one_possible_rank() -> None:
    assert rank_ranges(a_fit(900, 600, 300, 0)) == ((1, 1), (2, 2), (3, 3), (4, 4))


def test_equals_may_have_any_rank() -> None:
    assert rank_ranges(a_fit(0, 0, 0)) == ((1, 3),) * 3


def test_only_those_surely_stronger_count() -> None:
    assert rank_ranges(a_fit(300, 299, 1, 0)) == ((1, 2), (1, 2), (3, 4), (3, 4))


def test_without_entrants_there_are_no_ranges() -> None:
    assert rank_ranges(a_fit()) == ()
    assert rank_ranges(a_fit(3)) == ((1, 1),)


@pytest.mark.parametrize("entrants", [2, 5, 20])
def test_among_equals_the_lead_needed_is_tukeys(entrants: int) -> None:
    """The largest difference of independent normal estimates has the studentised range as its distribution."""
    needed = 10 * studentized_range.ppf(0.95, entrants, np.inf)
    # One lead alone decides; the others stand in the middle, too close to both.
    near = [needed / 2] * (entrants - 2)
    assert rank_ranges(a_fit(1.03 * needed, 0, *near))[0] == (1, max(1, entrants - 1))
    assert rank_ranges(a_fit(0.97 * needed, 0, *near))[0] == (1, entrants)


def test_what_is_decided_makes_the_rest_easier() -> None:
    """Two pairs far apart: within each a lead counts that would not among four equals."""
    lead = 0.97 * 10 * studentized_range.ppf(0.95, 4, np.inf)
    assert rank_ranges(a_fit(lead, 0, lead / 2, lead / 2))[0] == (1, 4)
    assert rank_ranges(a_fit(5000 + lead, 5000, lead, 0))[0] == (1, 1)


@given(STRENGTHS, st.floats(1, 100))
@settings(deadline=None, max_examples=30)
def test_a_range_holds_the_rank_of_the_fit_and_follows_its_order(strengths: list[float], error: float) -> None:
    found = rank_ranges(a_fit(*strengths, error=error))
    assert all(low <= n <= high for n, (low, high) in enumerate(found, start=1))
    assert list(found) == sorted(found)
