"""Adaptive: everybody plays everybody a little, then those play whose order is in doubt."""

import tracemalloc
from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.ladder.formats.authors import shared_authors
from arena.ladder.formats.base import Pairing
from arena.ladder.schedule import planned_sets
from tests.ladder.formats.kit import Contest, assert_any_start_goes_on_the_same, epoch, keys, pairings

CALM = settings(deadline=None, max_examples=20)


def contest(n: int, sides: int = 2, **form: Any) -> Contest:
    return Contest([epoch(keys(n), {"kind": "adaptive", "sets_per_round": 20} | form)], sides)


def meetings(met: list[Pairing]) -> Counter[Pairing]:
    return Counter(pair for table in met for pair in combinations(table, 2))


@CALM
@given(st.integers(2, 30), st.sampled_from([2, 3, 4]), st.integers(1, 3))
def test_at_first_every_two_meet_the_least_number_of_times(n: int, sides: int, least: int) -> None:
    one = contest(n, sides, min_sets_per_pair=least)
    pairs = n * (n - 1) // 2
    met = meetings(pairings(one.play(least * pairs + 20)))
    assert len(met) == (pairs if n >= sides else 0)
    assert all(times >= least for times in met.values())
    if sides == 2:
        assert max(meetings(pairings(one.tasks[: least * pairs])).values()) == least


def test_then_those_meet_whose_order_is_in_doubt() -> None:
    entrants = keys(6)
    strength = dict(zip(entrants, [50, 40, 30, 29, 10, 0], strict=True))
    form = {"kind": "adaptive", "sets_per_round": 20, "min_sets_per_pair": 4}

    def outcome(pairing: Pairing, k: int) -> list[int]:
        level = max(strength[key] for key in pairing) - min(strength[key] for key in pairing) < 5
        return [k % 2, 1 - k % 2] if level else [strength[key] for key in pairing]

    one = Contest([epoch(entrants, form)], 2, outcome)
    met = meetings(pairings(one.play(400)[60:]))
    close = tuple(sorted(entrants[2:4]))
    assert met[close] == max(met.values()) > 100


def test_a_twin_meets_its_original_in_the_first_sets_only() -> None:
    entrants = (*keys(5), f"twin@{keys(5)[0].rpartition('@')[2]}")
    form = {"kind": "adaptive", "sets_per_round": 20, "min_sets_per_pair": 3}
    met = meetings(pairings(Contest([epoch(entrants, form)]).play(400)))
    assert met[tuple(sorted((entrants[0], entrants[5])))] in (3, 4)  # the last round of them is filled up
    assert sum(met.values()) == 400


@pytest.mark.parametrize("sides", [2, 3])
def test_a_field_of_copies_goes_round(sides: int) -> None:
    copies = tuple(f"{name}@0123" for name in "abc")
    one = Contest([epoch(copies, {"kind": "adaptive", "sets_per_round": 9})], sides)
    assert len(one.play(100)) == 100


def test_a_round_begins_while_the_one_before_is_in_play() -> None:
    one = contest(8, min_sets_per_pair=1)
    while one.next():
        pass
    assert len(one.tasks) == 40  # all pairs take two rounds, and the third depends on the first
    one.finish(19)
    assert one.next() is None
    one.finish(1)
    while one.next():
        pass
    assert len(one.tasks) == 60
    one.play(200)
    assert_any_start_goes_on_the_same(one)


def test_who_is_new_gets_its_games_at_once() -> None:
    one = contest(6)
    one.play(90)
    one.turn(keys(8))
    new = set(keys(8)[6:])
    tasks = one.play(90 + 26)
    assert all(new & set(pairing) for pairing in pairings(tasks[90:]))
    met = meetings(pairings(tasks))
    assert all(met[tuple(sorted(pair))] >= 2 for pair in combinations(keys(8), 2))
    one.play(200)
    assert_any_start_goes_on_the_same(one)


def test_sets_of_earlier_formats_count() -> None:
    entrants = keys(4)
    before = epoch(entrants, {"kind": "round_robin", "sets_per_pairing": 5}, 1, 30)
    one = Contest([before, epoch(entrants, {"kind": "adaptive", "sets_per_round": 10}, 2)])
    assert one.next() is not None
    one.play(30)
    assert one.next() is not None
    assert len(set(pairings(one.play(40)[30:]))) < 6
    assert_any_start_goes_on_the_same(one)


@CALM
@given(st.data(), st.integers(3, 12), st.sampled_from([3, 4]))
def test_no_two_of_an_author_meet_in_a_group(data: st.DataObject, n: int, sides: int) -> None:
    entrants = keys(n)
    names = data.draw(st.lists(st.sampled_from(["kim", "lee", None]), min_size=n, max_size=n))
    authors = shared_authors(dict(zip(entrants, names, strict=True)), sides)
    form = {"kind": "adaptive", "sets_per_round": 5, "min_sets_per_pair": 1}
    one = Contest([epoch(entrants, form, authors=authors)], sides)
    for table in pairings(one.play(60)):
        known = [authors[key] for key in table if key in authors]
        assert len(known) == len(set(known))
    apart = len(set(authors.values())) + sum(key not in authors for key in entrants)
    assert len(one.tasks) == (60 if apart >= sides else 0)


@pytest.mark.parametrize("sides", [2, 3])
def test_an_endless_plan_takes_no_memory(sides: int) -> None:
    one = contest(60, sides, min_sets_per_pair=20_000)
    assert planned_sets(sides, [epoch(keys(60), {"kind": "adaptive"})]) is None
    one.walk.next()
    tracemalloc.start()
    for _ in range(20_000):
        one.walk.next()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 5_000_000
