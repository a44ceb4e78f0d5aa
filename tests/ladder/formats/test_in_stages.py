"""Any formats one after the other: sets of their own in each, and the same schedule from any place on."""

from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.ladder.schedule import planned_sets
from tests.ladder.formats.kit import (
    Contest,
    assert_any_start_goes_on_the_same,
    by_strength,
    epoch,
    keys,
    pairing_of,
    pairings,
)

CALM = settings(deadline=None, max_examples=12)
FORMATS: dict[str, dict[str, Any]] = {
    "round_robin": {"kind": "round_robin", "sets_per_pairing": 1},
    "swiss": {"kind": "swiss", "rounds": 3, "sets_per_pairing": 2},
    "adaptive": {"kind": "adaptive", "sets_per_round": 9, "min_sets_per_pair": 1},
    "knockout": {"kind": "knockout", "sets_per_tie": 2},
}
MOST = 90
"""Sets of a stage; the adaptive has no end, and a round robin of many takes long."""


def staged(n: int, sides: int, kinds: list[str], afresh: bool) -> Contest:
    """Each stage with the first half of the one before, but at least a match of them."""
    field = keys(n)
    one = Contest([epoch(field, FORMATS[kinds[0]])], sides)
    one.play(MOST)
    for kind in kinds[1:]:
        field = field[: max(sides, len(field) // 2)]
        one.next_stage(field, FORMATS[kind], afresh)
        one.play(len(one.tasks) + MOST)
    return one


@CALM
@given(
    st.integers(2, 60),
    st.sampled_from([2, 3, 4]),
    st.lists(st.sampled_from(["round_robin", "swiss", "adaptive"]), min_size=1, max_size=2),
    st.sampled_from(list(FORMATS)),
    st.booleans(),
)
def test_every_stage_has_sets_of_its_own_field_that_never_were_before(
    n: int, sides: int, kinds: list[str], last: str, afresh: bool
) -> None:
    one = staged(n, sides, [*kinds, last], afresh)
    numbers: Counter[tuple[str, ...]] = Counter()
    for task in one.tasks:
        numbers[pairing_of(task)] += 1
        assert task.k == numbers[pairing_of(task)]
        assert len(set(pairing_of(task))) == sides
    for number, epoch_ in enumerate(one._epochs, start=1):
        met = {key for task in one.tasks if task.epoch == number for key in pairing_of(task)}
        assert met <= set(epoch_.entrants)
        assert met or n < sides
    if one.tasks:
        assert_any_start_goes_on_the_same(one)


@pytest.mark.parametrize("sides", [2, 3, 4])
def test_a_round_robin_after_another_is_whole(sides: int) -> None:
    one = staged(8, sides, ["round_robin", "round_robin"], afresh=False)
    second = [task for task in one.tasks if task.epoch == 2]
    entrants = keys(8)[: max(sides, 4)]
    assert sorted(pairings(second)) == sorted(tuple(sorted(group)) for group in combinations(entrants, sides))
    assert {task.k for task in second} == {2}
    assert planned_sets(sides, one._epochs) == len(one.tasks)


def test_a_stage_that_begins_afresh_hears_nothing_of_those_before() -> None:
    entrants = keys(8)
    for afresh, first in ((False, entrants[0]), (True, entrants[7])):
        one = Contest([epoch(entrants, FORMATS["round_robin"])], 2, by_strength(entrants))
        one.play()
        one.next_stage(entrants[::-1], FORMATS["knockout"], afresh)
        task = one.next()
        assert task is not None
        assert first in pairing_of(task)


def test_a_field_that_changes_in_a_later_stage_goes_on_in_it() -> None:
    one = staged(10, 2, ["swiss", "round_robin"], afresh=False)
    one.turn(keys(10)[:4])
    assert one.play() == one.tasks  # all of them have met
    one.turn(keys(10)[:6])
    one.play()
    met = Counter(pairing_of(task) for task in one.tasks if task.epoch > 1)
    assert set(met.values()) == {1}
    assert len(met) == 15
    assert_any_start_goes_on_the_same(one)
