"""Means over sets and their standard errors."""

from collections.abc import Sequence
from math import sqrt
from random import Random

import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from arena.stats.means import SetSums, mean_over_sets

SETS = st.lists(st.tuples(st.integers(-3000, 3000), st.integers(1, 14)), max_size=8)


def sums_of(sets: Sequence[tuple[float, float]]) -> SetSums:
    sums = SetSums()
    for x, y in sets:
        sums.add(x, y)
    return sums


def test_no_sets_have_no_mean() -> None:
    assert mean_over_sets([]) is None
    assert mean_over_sets([SetSums()]) is None


def test_one_set_has_a_mean_and_no_error() -> None:
    mean = mean_over_sets([sums_of([(30, 12)])])
    assert mean is not None
    assert (mean.value, mean.error, mean.low, mean.high, mean.sets) == (2.5, None, None, None, 1)


def test_of_equal_sets_it_is_the_mean_with_its_standard_error_and_students_interval() -> None:
    values = [3, -1, 4, 1, -5, 9, 2, 6]
    mean = mean_over_sets([sums_of([(value, 1) for value in values])])
    assert mean is not None
    assert mean.value == scipy.stats.tmean(values)
    error = float(scipy.stats.sem(values))
    assert mean.error == pytest.approx(error)
    expected = scipy.stats.t.interval(0.95, len(values) - 1, mean.value, error)
    assert (mean.low, mean.high) == pytest.approx(expected)


def test_sets_of_different_length_weigh_by_it() -> None:
    """30 points in 8 deals; of the ratio 3.75 the sets are off by 2.5, 6.5, -3.75 and -5.25, whose mean is 0."""
    mean = mean_over_sets([sums_of([(10, 2), (14, 2), (0, 1), (6, 3)])])
    assert mean is not None
    assert mean.value == 3.75
    assert mean.error == pytest.approx(sqrt((2.5**2 + 6.5**2 + 3.75**2 + 5.25**2) * 4 / 3) / 8)


def test_what_tells_strata_apart_is_no_chance() -> None:
    """Of the same four sets, 2.5 and 6.5 are off by 2 from their mean, -3.75 and -5.25 by 0.75 from theirs."""
    mean = mean_over_sets([sums_of([(10, 2), (14, 2)]), sums_of([(0, 1), (6, 3)])])
    assert mean is not None
    assert mean.value == 3.75
    error = sqrt(2 * (2**2 + 2**2) + 2 * (0.75**2 + 0.75**2)) / 8
    assert mean.error == pytest.approx(error)
    assert mean.high == pytest.approx(3.75 + error * scipy.stats.t.ppf(0.975, 4 - 2))


def test_single_sets_are_taken_together() -> None:
    a, b, c = (10, 1), (-4, 1), (3, 1)
    together = mean_over_sets([sums_of([a, b, c])])
    assert mean_over_sets([sums_of([a]), sums_of([b]), sums_of([c])]) == together
    assert mean_over_sets([sums_of([a]), sums_of([b, c])]) == together
    lone = mean_over_sets([sums_of([a]), sums_of([b, c]), sums_of([b, b])])
    assert lone == mean_over_sets([sums_of([b, c]), sums_of([a, b, b])]), "the larger error of the two"
    apart = mean_over_sets([sums_of([a, a, b]), sums_of([c, b]), sums_of([a]), sums_of([b])])
    assert apart == mean_over_sets([sums_of([a, a, b]), sums_of([c, b]), sums_of([a, b])])


def test_sets_that_all_came_to_the_same_have_no_spread() -> None:
    mean = mean_over_sets([sums_of([(4, 2), (4, 2), (4, 2)])])
    assert mean is not None
    assert (mean.value, mean.error, mean.low, mean.high) == (2, 0, 2, 2)


@given(st.lists(SETS, max_size=5), st.randoms(use_true_random=False))
def test_the_order_of_sets_and_strata_makes_no_difference(
    strata: list[list[tuple[int, int]]], random: Random
) -> None:
    shuffled = [random.sample(sets, len(sets)) for sets in random.sample(strata, len(strata))]
    assert mean_over_sets(map(sums_of, strata)) == mean_over_sets(map(sums_of, shuffled))


@given(st.lists(SETS, max_size=5))
def test_seen_from_the_other_side_all_is_reversed(strata: list[list[tuple[int, int]]]) -> None:
    mean = mean_over_sets(map(sums_of, strata))
    other = mean_over_sets(-sums_of(sets) for sets in strata)
    if mean is None or other is None:
        assert mean is other
        return
    assert (other.value, other.sets) == (-mean.value, mean.sets)
    if mean.error is not None:
        assert other.error == pytest.approx(mean.error)
        assert (other.low, other.high) == pytest.approx((-(mean.high or 0), -(mean.low or 0)))
