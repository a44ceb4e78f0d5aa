"""Cycles of wins that luck does not explain."""

from itertools import combinations

import numpy as np
import pytest
from scipy.stats import binomtest

from arena.stats.transitivity import cycles
from tests.stats.ladders import rows_of

SURE, UNSURE = (90, 5, 10), (12, 0, 8)


def found(results: dict[str, tuple[int, int, int]]) -> list[str]:
    """The cycles as letters; a win is written winner first."""
    return ["".join(entrant[0] for entrant in cycle.entrants) for cycle in cycles(rows_of(ordered(results)))]


def ordered(results: dict[str, tuple[int, int, int]]) -> dict[str, tuple[int, int, int]]:
    return {
        "".join(sorted(pair)): counts if pair[0] < pair[1] else counts[::-1] for pair, counts in results.items()
    }


def test_three_that_beat_each_other_in_turn_are_a_cycle() -> None:
    assert found({"ab": SURE, "bc": SURE, "ca": SURE}) == ["abc"]
    assert found({"ba": SURE, "cb": SURE, "ac": SURE}) == ["acb"]


def test_an_order_of_strength_has_no_cycle() -> None:
    assert found({"ab": SURE, "bc": SURE, "ac": SURE}) == []


def test_a_cycle_is_as_sure_as_its_least_sure_win() -> None:
    assert found({"ab": SURE, "bc": SURE, "ca": UNSURE}) == []
    (cycle,) = cycles(rows_of(ordered({"ab": SURE, "bc": SURE, "ca": (40, 0, 15)})))
    assert cycle.entrants == ("a@1", "b@1", "c@1")
    assert cycle.p == pytest.approx(binomtest(40, 55).pvalue)


def test_the_more_pairs_met_the_more_a_win_must_show() -> None:
    """Holm: the least p-value counts as often as there are pairs."""
    three = {"ab": (40, 0, 20), "bc": (40, 0, 20), "ca": (40, 0, 20)}
    (cycle,) = cycles(rows_of(ordered(three)))
    assert cycle.p == pytest.approx(3 * binomtest(40, 60).pvalue)
    crowd = {one + other: (10, 0, 10) for one, other in combinations("defgh", 2)}
    assert found(three | crowd) == []


def test_longer_cycles_are_found_where_there_is_none_of_three() -> None:
    ring = {"ab": SURE, "bc": SURE, "cd": SURE, "da": SURE}
    assert found(ring) == ["abcd"]
    assert found(ring | {"ac": (0, 50, 0)}) == ["abcd"]
    assert found(ring | {"ac": SURE}) == ["acd", "abcd"]


def test_all_cycles_of_three_are_listed() -> None:
    results = {"ab": SURE, "ac": SURE, "bd": SURE, "cd": SURE, "da": SURE}
    assert sorted(found(results)) == ["abd", "acd"]


def test_draws_speak_for_neither() -> None:
    (cycle,) = cycles(rows_of(ordered(dict.fromkeys(("ab", "bc", "ca"), (14, 500, 1)))))
    assert cycle.p == pytest.approx(3 * binomtest(14, 15).pvalue)


@pytest.mark.parametrize("results", [{}, {"ab": (0, 0, 0)}, {"ab": SURE}])
def test_without_three_that_met_there_is_none(results: dict[str, tuple[int, int, int]]) -> None:
    assert found(results) == []


def test_luck_alone_makes_a_cycle_once_in_twenty_ladders_at_most() -> None:
    random = np.random.default_rng(20)
    made = 0
    for _ in range(300):
        results = {}
        for one, other in combinations("abcdef", 2):
            won, drawn, lost = random.multinomial(30, [0.3, 0.4, 0.3]).tolist()
            results[one + other] = (won, drawn, lost)
        made += bool(found(results))
    assert made / 300 <= 0.05
