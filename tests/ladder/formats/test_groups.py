from collections import Counter
from itertools import combinations, islice
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.ladder.formats.groups import COVER_PERIOD, MOST_GROUPS, group_count, group_period, groups

CALM = settings(deadline=None, max_examples=40)

COVERED = [(3, n) for n in (*range(20, 45), 60, 99, 100, 151, 200)] + [
    (4, n) for n in (*range(14, 45), 60, 99, 100, 151, 200)
]


def meetings(found: list[tuple[int, ...]]) -> Counter[tuple[int, int]]:
    """How often every two meet."""
    return Counter(pair for group in found for pair in combinations(sorted(group), 2))


def spread(found: list[tuple[int, ...]], n: int) -> int:
    """How far the busiest and the idlest come apart at any point of an order."""
    played = dict.fromkeys(range(n), 0)
    widest = 0
    for group in found:
        for member in group:
            played[member] += 1
        widest = max(widest, max(played.values()) - min(played.values()))
    return widest


@CALM
@given(n=st.integers(1, 60), size=st.integers(1, 4))
def test_a_cycle_has_different_groups_of_different_members(n, size):
    found = list(groups(n, size, 0))
    assert len(found) == group_count(n, size)
    assert len({frozenset(group) for group in found}) == len(found)
    assert all(len(set(group)) == size and set(group) <= set(range(n)) for group in found)


@CALM
@given(n=st.integers(1, 60), size=st.integers(1, 4))
def test_all_groups_are_listed_up_to_a_thousand_and_pairs_always(n, size):
    if size <= 2 or comb(n, size) <= MOST_GROUPS:
        assert group_count(n, size) == comb(n, size)
        assert group_period(n, size) == 1
    else:
        assert group_count(n, size) < comb(n, size)


@CALM
@given(n=st.integers(2, 60), size=st.integers(1, 4))
def test_everybody_plays_equally_often_in_a_cycle_and_nearly_so_at_any_point(n, size):
    found = list(groups(n, size, 0))
    played = Counter(member for group in found for member in group)
    assert len(set(played.values())) <= 1
    assert spread(found, n) <= size


@pytest.mark.parametrize("n", [2, 3, 8, 9, 21])
def test_pairs_come_in_rounds_in_which_nobody_plays_twice(n):
    found = groups(n, 2, 0)
    while round_ := list(islice(found, n // 2)):
        assert len({member for pair in round_ for member in pair}) == 2 * (n // 2)


@pytest.mark.parametrize(("size", "n"), [(3, 9), (3, 13), (3, 19), (4, 12), (4, 13), (3, 30), (4, 60)])
def test_groups_begin_with_disjoint_ones(size, n):
    first = list(islice(groups(n, size, 0), max(2, n // size // 2)))
    assert len({member for group in first for member in group}) == size * len(first)


@pytest.mark.parametrize(("size", "n"), COVERED)
def test_in_a_cover_every_two_meet_equally_often_and_at_least_once(size, n):
    for cycle in (0, 5):
        met = meetings(list(groups(n, size, cycle)))
        assert len(met) == comb(n, 2)
        assert max(met.values()) - min(met.values()) <= 1


@pytest.mark.parametrize(("size", "n"), COVERED)
def test_a_cover_has_at_most_twice_the_groups_it_needs(size, n):
    assert group_count(n, size) <= 2 * n * (n - 1) / (size * (size - 1))


def test_covers_differ_from_cycle_to_cycle_until_they_repeat():
    cycles = [frozenset(map(frozenset, groups(20, 3, cycle))) for cycle in range(COVER_PERIOD + 1)]
    assert len(set(cycles)) == COVER_PERIOD == group_period(20, 3)
    assert cycles[0] == cycles[COVER_PERIOD]


def test_a_cover_is_always_the_same():
    assert list(islice(groups(20, 3, 1), 3)) == [(12, 5, 8), (7, 9, 10), (2, 6, 1)]
