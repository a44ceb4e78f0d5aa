"""Ladders of known strengths: what the intervals and ranges of the fit are worth.

`make test` runs few of them, with wide limits; `make soak` 1,000 and more, with those that are promised.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np
import pytest

from arena.stats.choices import Floats
from arena.stats.fit import POINTS, Fit, fit
from arena.stats.fit_rows import fit_rows
from arena.stats.ranges import order_probability, rank_ranges, superiority
from arena.stats.ranked_sets import RankedSet
from arena.stats.set_score import set_score_interval
from tests.stats.ladders import Pairing, a_ladder, chances, gauntlet, name, round_robin

DUPLICATE: Mapping[int, float] = {2: 2.0}
"""The draws of sets of two independent matches."""


@dataclass(frozen=True)
class Shape:
    """What is played between entrants of how different strengths (the deviation of their logs)."""

    entrants: int
    pairings: Sequence[Pairing]
    sets: int
    spread: float = 1.0
    ties: Mapping[int, float] = field(default_factory=lambda: DUPLICATE)

    def play(self, seed: int) -> tuple[Floats, Counter[RankedSet]]:
        """True log strengths and the sets of one ladder."""
        random = np.random.default_rng([self.entrants, len(self.pairings), self.sets, seed])
        logs = random.normal(0, self.spread, self.entrants)
        return logs, a_ladder(random, logs.tolist(), self.pairings, self.sets, self.ties)


SHAPES = {
    "round robin of 8, 10 sets each": Shape(8, round_robin(8), 10),
    "round robin of 8, 3 sets each": Shape(8, round_robin(8), 3),
    "round robin of 4, 50 sets each": Shape(4, round_robin(4), 50),
    "round robin of 20, 4 sets each": Shape(20, round_robin(20), 4),
    "few draws, great differences": Shape(8, round_robin(8), 20, 1.5, {2: 0.1}),
    "many draws, small differences": Shape(8, round_robin(8), 20, 0.3, {2: 8.0}),
    "no draws at all": Shape(8, round_robin(8), 10, 1.0, {}),
    "gauntlet of 8, 40 sets each": Shape(8, gauntlet(8, 0), 40),
    "three sides": Shape(6, round_robin(6, 3), 6, 1.0, {2: 0.4, 3: 0.1}),
    "four sides": Shape(6, round_robin(6, 4), 6, 1.0, {2: 0.4, 3: 0.1, 4: 0.05}),
}
every_shape = pytest.mark.parametrize("shape", SHAPES)


def truths(found: Fit, logs: Floats) -> Floats:
    """The true strengths in the order of the fit, in points, with mean 0."""
    ordered = np.array([logs[int(entrant[1:3])] for entrant in found.entrants])
    return np.asarray(POINTS * (ordered - ordered.mean()))


def ranks_of(strengths: Floats) -> list[int]:
    return [1 + int((strengths > own).sum()) for own in strengths]


# Intervals of strengths


def strength_coverage(shape: Shape, ladders: int) -> float:
    """The share of all entrants of so many ladders whose interval holds the true strength."""
    held = []
    for seed in range(ladders):
        logs, played = shape.play(seed)
        found = fit(played)
        rows = fit_rows(found, played)
        held += [row.low <= true <= row.high for row, true in zip(rows, truths(found, logs), strict=True)]
    return float(np.mean(held))


def test_intervals_of_strength_hold_the_truth_about_as_often_as_they_claim() -> None:
    assert 0.92 < strength_coverage(SHAPES["round robin of 8, 10 sets each"], 60) < 0.98


@pytest.mark.soak
@every_shape
def test_intervals_of_strength_hold_the_truth_in_93_to_97_of_100(shape: str) -> None:
    share = strength_coverage(SHAPES[shape], 1000)
    print(f"fit, {shape}: {share:.4f} of the 95 % intervals of 1,000 ladders hold the true strength")
    assert 0.93 <= share <= 0.97


# Head to head


def score_coverage(shape: Shape, ladders: int) -> float:
    """The share of all pairs of so many ladders whose interval holds the true set score."""
    held = []
    for seed in range(ladders):
        logs, played = shape.play(seed)
        for one, other in shape.pairings:
            expected = chances([logs[one], logs[other]], shape.ties)
            true = expected[1, 2] + expected.get((1, 1), 0) / 2
            sides = (name(one),), (name(other),)
            won, drawn, lost = (played[RankedSet(sides, ranks, False)] for ranks in ((1, 2), (1, 1), (2, 1)))
            low, high = set_score_interval(won, drawn, lost)
            held.append(low <= true <= high)
    return float(np.mean(held))


TWO_SIDES = [shape for shape in SHAPES if "sides" not in shape and "3 sets" not in shape and "4 sets" not in shape]


def test_intervals_of_set_scores_hold_the_truth_about_as_often_as_they_claim() -> None:
    assert 0.93 < score_coverage(SHAPES["round robin of 8, 10 sets each"], 30) < 0.97


@pytest.mark.soak
@pytest.mark.parametrize("shape", TWO_SIDES)
def test_intervals_of_set_scores_hold_the_truth_in_93_to_97_of_100(shape: str) -> None:
    share = score_coverage(SHAPES[shape], 1000)
    print(f"head to head, {shape}: {share:.4f} of the 95 % intervals of 1,000 ladders hold the true score")
    assert 0.93 <= share <= 0.97


# Ranks, all at once


def ranks_coverage(shape: Shape, ladders: int) -> tuple[float, float]:
    """In which share of ladders all ranges hold the true ranks, and how many ranks a range has in the mean."""
    held, widths = [], []
    for seed in range(ladders):
        logs, played = shape.play(seed)
        found = fit(played)
        ranges = rank_ranges(found)
        true = ranks_of(truths(found, logs))
        held.append(all(low <= rank <= high for rank, (low, high) in zip(true, ranges, strict=True)))
        widths += [high - low + 1 for low, high in ranges]
    return float(np.mean(held)), float(np.mean(widths))


def test_rank_ranges_hold_all_ranks_at_once_nearly_always() -> None:
    share, width = ranks_coverage(Shape(12, round_robin(12), 20), 40)
    assert share >= 0.9
    assert width < 6


@pytest.mark.soak
@pytest.mark.parametrize(("spread", "sets"), [(1.0, 4), (0.1, 10), (1.0, 1)])
def test_rank_ranges_of_sixty_hold_all_ranks_at_once_in_93_of_100(spread: float, sets: int) -> None:
    share, width = ranks_coverage(Shape(60, round_robin(60), sets, spread), 350)
    print(
        f"60 entrants, spread {spread}, {sets} sets each: in {share:.4f} of 350 ladders the 95 % ranges hold all "
        f"ranks at once; a range has {width:.1f} ranks in the mean"
    )
    assert share >= 0.93


# Probabilities


def claims(shape: Shape, ladders: int) -> tuple[float, float, float, float]:
    """What superiority and order probability claim in the mean, and how often that is so.

    Of every ladder's pairs the superiority of the one ranked higher; the order of all.
    """
    better, is_better, order, is_order = [], [], [], []
    for seed in range(ladders):
        logs, played = shape.play(seed)
        found = fit(played)
        true = truths(found, logs)
        probability = superiority(found)
        for one, other in combinations(range(shape.entrants), 2):
            better.append(probability[one, other])
            is_better.append(true[one] > true[other])
        order.append(order_probability(found))
        is_order.append((np.diff(true) < 0).all())
    return float(np.mean(better)), float(np.mean(is_better)), float(np.mean(order)), float(np.mean(is_order))


def test_probabilities_come_true_about_as_often_as_they_say() -> None:
    better, is_better, order, is_order = claims(Shape(4, round_robin(4), 30), 100)
    assert is_better == pytest.approx(better, abs=0.05)
    assert is_order == pytest.approx(order, abs=0.15)


@pytest.mark.soak
@pytest.mark.parametrize(("entrants", "sets"), [(2, 20), (4, 30), (8, 100)])
def test_probabilities_come_true_as_often_as_they_say(entrants: int, sets: int) -> None:
    better, is_better, order, is_order = claims(Shape(entrants, round_robin(entrants), sets), 1000)
    print(
        f"{entrants} entrants, {sets} sets each, 1,000 ladders: superiority {better:.3f} claimed, {is_better:.3f} "
        f"true; order of all {order:.3f} claimed, {is_order:.3f} true"
    )
    assert is_better == pytest.approx(better, abs=0.02)
    assert is_order == pytest.approx(order, abs=0.05)
