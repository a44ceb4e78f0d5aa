"""The interval of a set score."""

from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest

from arena.stats.set_score import set_score_interval

COUNTS = st.integers(0, 500)


@pytest.mark.parametrize(("won", "lost"), [(5, 0), (0, 5), (7, 3), (1, 0), (60, 40), (99_990, 10)])
def test_without_draws_it_is_wilsons(won: int, lost: int) -> None:
    wilson = binomtest(won, won + lost).proportion_ci(0.95, method="wilson")
    assert set_score_interval(won, 0, lost) == pytest.approx((wilson.low, wilson.high), abs=1e-9)


def test_the_published_example() -> None:
    """1 and 7 of 21 pairs differ: Fagerland, Lydersen, Laake, BMC Medical Research Methodology 14 (2014)."""
    low, high = set_score_interval(1, 13, 7)
    assert (2 * low - 1, 2 * high - 1) == pytest.approx((-0.517, -0.026), abs=5e-4)


@given(COUNTS, COUNTS, COUNTS)
@settings(deadline=None)
def test_it_holds_the_score_and_mirrors_it(won: int, drawn: int, lost: int) -> None:
    if won + drawn + lost:
        low, high = set_score_interval(won, drawn, lost)
        assert 0 <= low <= (won + drawn / 2) / (won + drawn + lost) <= high <= 1
        assert high - low > 0
        assert set_score_interval(lost, drawn, won) == pytest.approx((1 - high, 1 - low), abs=1e-9)


def test_draws_make_it_narrower_and_more_sets_too() -> None:
    def width(*counts: int) -> float:
        low, high = set_score_interval(*counts)
        return high - low

    assert width(50, 0, 50) > width(25, 50, 25) > width(5, 90, 5) > 0
    assert width(50, 0, 50) == pytest.approx(2 * width(200, 0, 200), rel=0.05)


def test_draws_alone_prove_nothing_for_certain() -> None:
    assert set_score_interval(0, 1, 0) == pytest.approx((0.103, 0.897), abs=1e-3)
    assert set_score_interval(0, 1000, 0) == pytest.approx((0.498, 0.502), abs=1e-3)


@pytest.mark.parametrize(("sets", "within"), [(5, 0.025), (20, 0.015), (60, 0.01)])
def test_over_all_scores_it_covers_the_truth_in_95_of_100(sets: int, within: float) -> None:
    """The exact coverage, no simulation: over true shares of wins and draws on a grid."""
    cells = [(w, d, sets - w - d) for w in range(sets + 1) for d in range(sets + 1 - w)]
    intervals = {cell: set_score_interval(*cell) for cell in cells}
    ways = {(w, d, lost): comb(sets, w) * comb(sets - w, d) for w, d, lost in cells}
    covered = []
    for win in range(5, 100, 15):
        for draw in range(0, 100 - win, 15):
            p, q = win / 100, draw / 100
            score = p + q / 2
            covered.append(
                sum(
                    ways[w, d, lost] * p**w * q**d * (1 - p - q) ** lost
                    for (w, d, lost), (low, high) in intervals.items()
                    if low <= score <= high
                )
            )
    assert sum(covered) / len(covered) == pytest.approx(0.95, abs=within)
    assert min(covered) > 0.88
