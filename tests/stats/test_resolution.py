import math
from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import ndtr, ndtri
from scipy.stats import binomtest

from arena.stats.fit import Fit, fit
from arena.stats.ranges import order_probability
from arena.stats.ranked_sets import RankedSet
from arena.stats.resolution import resolution, widening

ps = st.floats(0.51, 0.999)


def a_fit(*strengths: float, error: float = 10.0) -> Fit:
    """Strengths with independent errors of one size."""
    n = len(strengths)
    names = tuple(f"{name}@1" for name in "abcdefgh"[:n])
    return Fit(names, np.array(strengths), error**2 * np.eye(n), {})


@given(ps, st.integers(1, 10**6))
def test_errors_are_never_narrowed(p: float, cycles: int) -> None:
    assert widening(p, cycles) > 1


@given(ps)
def test_the_widening_is_great_at_first_and_grows_for_ever_slowly(p: float) -> None:
    found = [widening(p, cycles) for cycles in (1, 3, 10, 30, 1000, 10**5, 10**7)]
    assert found[:4] == sorted(found[:4], reverse=True)
    assert found[4:] == sorted(found[4:])
    assert found[0] > found[-1] / 2


def test_the_widening_for_the_usual_probability() -> None:
    assert [round(widening(0.95, cycles), 2) for cycles in (1, 10, 80, 1000)] == [4.46, 2.0, 1.69, 1.86]


@pytest.mark.parametrize("lead", [0, 20, 60])
def test_of_two_the_resolution_is_that_of_their_lead_in_widened_errors(lead: float) -> None:
    expected = ndtr(lead / (math.sqrt(2) * 10 * widening(0.9, 50)))
    assert resolution(a_fit(lead, 0), 0.9, 50) == pytest.approx(expected, abs=0.02)


def test_a_lead_that_is_just_enough_at_one_look_is_not_enough_at_many() -> None:
    lead = math.sqrt(2) * 10 * float(ndtri(0.95)) * 1.05
    just_enough = a_fit(lead, 0)
    assert order_probability(just_enough) > 0.95
    assert resolution(just_enough, 0.95, 80) < 0.9
    assert resolution(a_fit(2 * lead, 0), 0.95, 80) > 0.95


def test_the_first_may_be_settled_while_others_are_not() -> None:
    one = a_fit(300, 200, 2, 1, 0)
    assert resolution(one, 0.95, 80) < 0.5
    assert resolution(one, 0.95, 80, top=3) < 0.5
    assert resolution(one, 0.95, 80, top=2) > 0.95
    assert resolution(one, 0.95, 80, top=9) == resolution(one, 0.95, 80)


# How often a stop is wrong: of two equals, when the one that is called the weaker is found the stronger


def wrong_stops(p: float, looks: int, paths: int, widened: bool) -> int:
    """In how many of so many Brownian motions the lead is large enough, the wrong way, at one of the looks."""
    random = np.random.default_rng([looks, round(1000 * p)])
    lead = np.zeros(paths)
    wrong = np.zeros(paths, bool)
    for n in range(1, looks + 1):
        lead += random.standard_normal(paths)
        wrong |= lead / math.sqrt(n) > float(ndtri(p)) * (widening(p, n) if widened else 1)
    return int(wrong.sum())


@pytest.mark.parametrize("p", [0.8, 0.95])
def test_all_looks_together_are_wrong_no_oftener_than_one_alone_may_be(p: float) -> None:
    assert binomtest(wrong_stops(p, 300, 2000, True), 2000, 1 - p, alternative="greater").pvalue > 0.01
    assert wrong_stops(p, 300, 2000, False) > 3 * 2000 * (1 - p)


@pytest.mark.soak
@pytest.mark.parametrize("p", [0.8, 0.95, 0.99])
def test_nor_are_ten_thousand_looks(p: float) -> None:
    wrong, unwidened = (wrong_stops(p, 10_000, 5000, widened) / 5000 for widened in (True, False))
    print(f"p {p}: {wrong:.4f} wrong, without the widening {unwidened:.4f}, nominal {1 - p:.2f}")
    assert wrong < 1.3 * (1 - p)


@pytest.mark.soak
@pytest.mark.parametrize("strengths", [(0, 0), (300, 0, 0, -300), (0, 0, -200)])
@pytest.mark.parametrize("p", [0.8, 0.95])
def test_nor_are_fits_of_sets_played_one_cycle_after_the_other(p: float, strengths: tuple[float, ...]) -> None:
    """Sets of two independent matches; only one pair is level, where a wrong order is the likeliest."""
    runs, cycles = 100, 60
    stops = [stop(np.random.default_rng([seed, len(strengths)]), strengths, p, cycles) for seed in range(runs)]
    wrong = sum(order is not None and list(order) != sorted(order) for order in stops)
    print(f"p {p}, strengths {strengths}: {wrong / runs:.3f} of {runs} stop wrongly in {cycles} cycles")
    assert binomtest(wrong, runs, 1 - p, alternative="greater").pvalue > 0.01


def stop(
    random: np.random.Generator, strengths: tuple[float, ...], p: float, cycles: int
) -> tuple[str, ...] | None:
    """The order at the first look at which it is settled, if there is one."""
    names = [f"{name}@1" for name in "abcd"[: len(strengths)]]
    played: Counter[RankedSet] = Counter()
    for cycle in range(1, cycles + 1):
        for one, other in combinations(range(len(strengths)), 2):
            chance = 1 / (1 + 10 ** ((strengths[other] - strengths[one]) / 400))
            ranks = {2: (1, 2), 1: (1, 1), 0: (2, 1)}[int(random.binomial(2, chance))]
            played[RankedSet(((names[one],), (names[other],)), ranks, False)] += 1
        found = fit(played)
        if resolution(found, p, cycle) >= p:
            return found.entrants
    return None
