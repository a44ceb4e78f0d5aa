import math
import random
from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import brentq, minimize
from scipy.stats import binomtest

from arena.errors import ArenaError
from arena.stats.sequential import UNSEEN, SequentialTest, Verdict, mean_score, mean_score_interval

Floats = npt.NDArray[np.float64]
PENTANOMIAL = (0.0, 0.25, 0.5, 0.75, 1.0)
USUAL = SequentialTest()

counts = st.lists(st.integers(0, 40), min_size=5, max_size=5).map(
    lambda numbers: dict(zip(PENTANOMIAL, numbers, strict=True))
)


# The log-likelihood ratio


def best_log_likelihood(counts: Mapping[float, int], expected: float) -> float:
    """By a general optimiser: the most that any distribution with this expectation gives the counts."""
    seen = [counts.get(score, 0) or UNSEEN for score in PENTANOMIAL]

    def minus(logits: Floats) -> float:
        p = shares(logits)
        return -sum(n * math.log(q) for n, q in zip(seen, p, strict=True))

    def shares(logits: Floats) -> list[float]:
        powers = [math.exp(x) for x in logits]
        return [power / sum(powers) for power in powers]

    def off(logits: Floats) -> float:
        return sum(a * q for a, q in zip(PENTANOMIAL, shares(logits), strict=True)) - expected

    found = minimize(
        minus,
        np.log(seen),
        method="SLSQP",
        constraints={"type": "eq", "fun": off},
        options={"maxiter": 1000, "ftol": 1e-12},
    )
    return -float(found.fun)


@pytest.mark.parametrize("numbers", [(10, 5, 20, 6, 12), (1, 8, 40, 9, 3), (30, 2, 5, 4, 11), (2, 3, 1, 20, 4)])
@pytest.mark.parametrize(("low", "high"), [(0.5, 0.53), (0.4, 0.7)])
def test_the_ratio_is_that_of_the_likeliest_distributions_with_either_expectation(
    numbers: tuple[int, ...], low: float, high: float
) -> None:
    counts = dict(zip(PENTANOMIAL, numbers, strict=True))
    expected = best_log_likelihood(counts, high) - best_log_likelihood(counts, low)
    assert SequentialTest(low, high).llr(counts) == pytest.approx(expected, abs=1e-5)


def test_the_ratio_of_sets_that_are_all_or_nothing_is_that_of_a_coin() -> None:
    """With two scores only, the expectation says everything: the test is Wald's own."""
    expected = 40 * math.log(0.53 / 0.5) + 20 * math.log(0.47 / 0.5)
    assert USUAL.llr({1.0: 40, 0.0: 20}) == pytest.approx(expected, abs=1e-9)


def test_level_sets_speak_against_better_and_won_ones_for_it() -> None:
    assert USUAL.llr({0.5: 30}) == pytest.approx(30 * math.log(1 - 2 * 0.03), abs=0.02)
    assert USUAL.llr({1.0: 30}) == pytest.approx(30 * math.log(0.53 / 0.5), abs=0.001)
    assert USUAL.llr({}) == pytest.approx(0, abs=1e-4)


@given(counts, st.floats(0.05, 0.6), st.floats(0.01, 0.3))
def test_with_sides_exchanged_the_ratio_changes_its_sign(counts: dict[float, int], low: float, gap: float) -> None:
    exchanged = {1 - score: number for score, number in counts.items()}
    mirrored = SequentialTest(1 - low - gap, 1 - low).llr(exchanged)
    assert SequentialTest(low, low + gap).llr(counts) == pytest.approx(-mirrored, abs=1e-6)


@given(counts, st.floats(0.01, 0.98), st.floats(0.001, 0.5))
def test_any_counts_have_a_finite_ratio(counts: dict[float, int], low: float, gap: float) -> None:
    assert math.isfinite(SequentialTest(low, min(0.99, low + gap)).llr(counts))


def test_scores_in_any_order_have_the_same_ratio_to_the_last_bit() -> None:
    numbers = dict(zip(PENTANOMIAL, (10, 5, 20, 6, 12), strict=True))
    assert len({USUAL.llr(dict(random.Random(n).sample(list(numbers.items()), 5))) for n in range(20)}) == 1


# The verdict


def test_the_bounds_are_walds() -> None:
    assert [USUAL.lower, USUAL.upper] == pytest.approx([-math.log(19), math.log(19)])
    uneven = SequentialTest(alpha=0.01, beta=0.2)
    assert [uneven.lower, uneven.upper] == pytest.approx([math.log(0.2 / 0.99), math.log(0.8 / 0.01)])


def test_a_ratio_at_a_bound_decides() -> None:
    assert USUAL.verdict(USUAL.upper) is Verdict.BETTER
    assert USUAL.verdict(USUAL.lower) is Verdict.NOT_BETTER
    assert USUAL.verdict(0) is Verdict.UNDECIDED


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"low": 0.53, "high": 0.5}, r"bounds 0.53 and 0.5: expected two shares between 0 and 1"),
        ({"low": 0.5, "high": 0.5}, "the lower one first"),
        ({"low": 0.0}, "such as 0.50 0.53"),
        ({"high": 1.0}, "such as 0.50 0.53"),
        ({"low": math.nan}, "bounds nan"),
        ({"alpha": 0}, "alpha 0, beta 0.05: expected two probabilities above 0"),
        ({"alpha": 0.5, "beta": 0.5}, "together are below 1"),
    ],
)
def test_values_that_make_no_test_are_refused(values: dict[str, float], message: str) -> None:
    with pytest.raises(ArenaError, match=message):
        SequentialTest(**values)


# The interval


def test_the_interval_holds_the_mean_and_narrows_with_more_sets() -> None:
    widths = []
    for factor in (1, 4, 16):
        numbers = {0.0: 4 * factor, 0.5: 10 * factor, 1.0: 6 * factor}
        interval = mean_score_interval(numbers)
        assert interval is not None
        assert interval[0] < 0.55 < interval[1]
        widths.append(interval[1] - interval[0])
    assert widths[0] / 2 == pytest.approx(widths[1], rel=0.1)
    assert widths[1] / 2 == pytest.approx(widths[2], rel=0.1)


def test_sets_that_are_all_alike_prove_nothing_for_certain() -> None:
    for score in PENTANOMIAL:
        few, many = mean_score_interval({score: 10}), mean_score_interval({score: 1000})
        assert few is not None
        assert many is not None
        assert few[0] <= many[0] <= score <= many[1] <= few[1]
        assert few[1] - few[0] > 0.1 > 0.01 > many[1] - many[0] > 0
    assert mean_score_interval({0.5: 2}) == (0.0, 1.0)


def test_below_two_sets_there_is_no_interval() -> None:
    assert mean_score_interval({}) is None
    assert mean_score_interval({1.0: 1}) is None
    assert mean_score({}) is None


@pytest.mark.parametrize("shape", ["few draws", "many draws", "skewed"])
def test_the_interval_covers_the_expected_score_about_as_often_as_it_claims(shape: str) -> None:
    chance = random.Random(f"interval/{shape}")
    shares = tilted(SHAPES[shape], 0.53)
    covered = 0
    for _ in range(400):
        found = mean_score_interval(Counter(chance.choices(PENTANOMIAL, shares, k=150)))
        assert found is not None
        covered += found[0] <= 0.53 <= found[1]
    assert binomtest(covered, 400, 0.95).pvalue > 0.01


# Error rates


SHAPES = {
    "few draws": (0.22, 0.10, 0.36, 0.10, 0.22),
    "typical": (0.1, 0.2, 0.4, 0.2, 0.1),
    "many draws": (0.01, 0.06, 0.86, 0.06, 0.01),
    "all or nothing": (0.5, 0.0, 0.0, 0.0, 0.5),
    "skewed": (0.08, 0.0, 0.6, 0.32, 0.0),  # wins little by little, and loses all at once
    "almost all drawn": (0.002, 0.008, 0.98, 0.008, 0.002),
}
"""Probabilities of the five scores of a set; they are tilted to have the mean that is asked for."""


def tilted(shape: Sequence[float], mean: float) -> list[float]:
    """The distribution next to this one (in the sense of Kullback and Leibler) that has a mean."""

    def tilt(x: float) -> list[float]:
        weights = [share * math.exp(x * score) for share, score in zip(shape, PENTANOMIAL, strict=True)]
        return [weight / sum(weights) for weight in weights]

    def off(x: float) -> float:
        return sum(score * share for score, share in zip(PENTANOMIAL, tilt(x), strict=True)) - mean

    return tilt(float(brentq(off, -50, 50)))


def errors(shape: str, test: SequentialTest, mean: float, wrong: Verdict, runs: int) -> int:
    """In how many of so many tests the verdict is the wrong one. The seed is the case itself."""
    chance = random.Random(f"sequential/{shape}/{mean}")
    shares = tilted(SHAPES[shape], mean)
    return sum(decide(test, chance, shares) is wrong for _ in range(runs))


def decide(test: SequentialTest, chance: random.Random, shares: Sequence[float]) -> Verdict:
    seen: Counter[float] = Counter()
    while True:
        seen[chance.choices(PENTANOMIAL, shares)[0]] += 1
        verdict = test.verdict(test.llr(seen))
        if verdict is not Verdict.UNDECIDED:
            return verdict


BOTH_BOUNDS = pytest.mark.parametrize(("at", "wrong"), [("low", Verdict.BETTER), ("high", Verdict.NOT_BETTER)])


@BOTH_BOUNDS
@pytest.mark.parametrize("shape", ["few draws", "many draws"])
def test_a_quick_look_finds_no_more_errors_than_claimed(shape: str, at: str, wrong: Verdict) -> None:
    test = SequentialTest(0.5, 0.6, 0.1, 0.1)
    found = errors(shape, test, getattr(test, at), wrong, 200)
    assert binomtest(found, 200, 0.1, alternative="greater").pvalue > 0.01


@pytest.mark.soak
@BOTH_BOUNDS
@pytest.mark.parametrize("shape", SHAPES)
def test_at_either_bound_the_error_rate_is_not_above_the_nominal_one(shape: str, at: str, wrong: Verdict) -> None:
    """2,000 runs each: of 2,000 tests with exactly the nominal rate, 1 in 100 finds more than 123 errors."""
    found = errors(shape, USUAL, getattr(USUAL, at), wrong, 2000)
    print(f"{shape}, at {at}: {found / 2000:.4f} errors, nominal 0.05")
    assert binomtest(found, 2000, 0.05, alternative="greater").pvalue > 0.01
