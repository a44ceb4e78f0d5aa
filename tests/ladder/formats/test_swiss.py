"""Swiss: everybody plays, nobody meets again who need not, and scores are close."""

import tracemalloc
from collections import Counter
from itertools import combinations

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.ladder.formats.authors import shared_authors
from arena.ladder.formats.base import Pairing
from arena.ladder.schedule import planned_sets, schedule
from tests.ladder.formats.kit import (
    Contest,
    assert_any_start_goes_on_the_same,
    by_strength,
    epoch,
    keys,
    pairings,
    winners,
)

CALM = settings(deadline=None, max_examples=25)


def contest(n: int, rounds: int, sides: int = 2, sets: int = 1, **more: object) -> Contest:
    form = {"kind": "swiss", "rounds": rounds, "sets_per_pairing": sets}
    return Contest([epoch(keys(n), form)], sides, **more)  # type: ignore[arg-type]


def rounds_of(met: list[Pairing], tables: int) -> list[list[Pairing]]:
    return [met[i : i + tables] for i in range(0, len(met), max(1, tables))]


@CALM
@given(st.integers(2, 60), st.sampled_from([2, 3, 4]), st.integers(1, 4))
def test_in_every_round_everybody_plays_once_but_those_who_do_not_fill_a_table(
    n: int, sides: int, rounds: int
) -> None:
    found = rounds_of(pairings(contest(n, rounds, sides).play()), n // sides)
    assert len(found) == (rounds if n >= sides else 0)
    for tables in found:
        seats = [key for table in tables for key in table]
        assert len(seats) == len(set(seats)) == n // sides * sides
        assert all(len(table) == sides for table in tables)


@CALM
@given(st.integers(2, 20), st.sampled_from([2, 3, 4]), st.integers(1, 12))
def test_sitting_out_goes_round(n: int, sides: int, rounds: int) -> None:
    played = Counter(dict.fromkeys(keys(n), 0))
    for tables in rounds_of(pairings(contest(n, rounds, sides).play()), n // sides):
        played.update(key for table in tables for key in table)
        assert max(played.values()) - min(played.values()) <= 1


@CALM
@given(st.integers(2, 16), st.integers(1, 12))
def test_two_meet_again_only_if_some_two_have_to(n: int, rounds: int) -> None:
    entrants = keys(n)
    met: set[Pairing] = set()
    played = Counter(dict.fromkeys(entrants, 0))
    for tables in rounds_of(pairings(contest(n, rounds).play()), n // 2):
        free = nx.Graph([pair for pair in combinations(sorted(entrants), 2) if pair not in met])
        free.add_nodes_from(entrants)
        if n % 2:
            most = max(played.values())
            free.add_edges_from((key, "nobody") for key in entrants if played[key] == most)
        if len(nx.max_weight_matching(free, maxcardinality=True)) == (n + 1) // 2:
            assert not met.intersection(tables)
        met.update(tables)
        played.update(key for table in tables for key in table)


def test_winners_meet_winners_until_one_has_won_all() -> None:
    one = contest(16, 4, outcome=by_strength(keys(16)))
    one.play()
    won = Counter[str]()
    for number in range(4):
        tasks = one.tasks[8 * number : 8 * number + 8]
        assert all(won[a] == won[b] for a, b in pairings(tasks))
        won.update(key for task in tasks for key in winners(one, task))
    assert won[keys(16)[0]] == 4


def test_the_lowest_score_sits_out() -> None:
    one = contest(9, 2, outcome=by_strength(keys(9)))
    first, second = rounds_of(pairings(one.play()), 4)
    (out,) = set(keys(9)) - {key for pair in second for key in pair}
    assert out in {max(pair, key=keys(9).index) for pair in first}


@pytest.mark.parametrize(("n", "sides", "rounds"), [(27, 3, 4), (60, 3, 5), (60, 4, 4), (16, 4, 2)])
def test_groups_meet_nobody_again_while_there_is_ample_choice(n: int, sides: int, rounds: int) -> None:
    met = pairings(contest(n, rounds, sides).play())
    assert max(Counter(pair for table in met for pair in combinations(table, 2)).values()) == 1


@CALM
@given(st.data(), st.integers(3, 24), st.sampled_from([3, 4]))
def test_no_two_of_an_author_meet_in_a_group(data: st.DataObject, n: int, sides: int) -> None:
    entrants = keys(n)
    names = data.draw(st.lists(st.sampled_from(["kim", "lee", None]), min_size=n, max_size=n))
    authors = shared_authors(dict(zip(entrants, names, strict=True)), sides)
    form = {"kind": "swiss", "rounds": 3}
    met = pairings(Contest([epoch(entrants, form, authors=authors)], sides).play())
    for table in met:
        known = [authors[key] for key in table if key in authors]
        assert len(known) == len(set(known))
    apart = len(set(authors.values())) + sum(key not in authors for key in entrants)
    assert bool(met) == (apart >= sides)


@CALM
@given(st.integers(2, 12), st.sampled_from([2, 3]), st.integers(1, 6), st.integers(1, 3))
def test_every_start_goes_on_the_same_and_the_size_is_known(n: int, sides: int, rounds: int, sets: int) -> None:
    one = contest(n, rounds, sides, sets)
    tasks = one.play()
    assert one.walk.end == len(tasks) == n // sides * sets * rounds
    assert_any_start_goes_on_the_same(one)


def test_a_pairing_plays_all_its_sets_in_one_round() -> None:
    one = contest(6, 2, sets=4)
    first = pairings(one.play())[:12]
    assert set(Counter(first).values()) == {4}
    assert len(set(first[:3])) == 3


def test_a_round_waits_for_the_one_before() -> None:
    one = contest(8, 2)
    assert [one.next() is not None for _ in range(5)] == [True] * 4 + [False]
    one.finish(3)
    assert one.next() is None
    one.finish(1)
    assert one.next() is not None


def test_who_comes_later_meets_those_in_the_middle_and_plays_on_with_the_rest() -> None:
    one = contest(8, 6, outcome=by_strength(keys(9)))
    one.play(8)
    one.turn(keys(9))
    one.play(12)
    score = Counter[str]()
    for task in one.tasks[:8]:
        (winner,) = winners(one, task)
        score.update({key: 1 if key == winner else -1 for (key,) in task.sides})
    new = keys(9)[8]
    (rival,) = (key for pair in pairings(one.tasks[8:12]) if new in pair for key in pair if key != new)
    assert score[rival] == 0
    assert len(one.play()) == 8 + 4 * 4
    assert_any_start_goes_on_the_same(one)


def test_a_round_that_is_cut_short_counts() -> None:
    one = contest(8, 3)
    one.play(6)
    one.turn(keys(8)[:-1])
    assert len(one.play()) == 6 + 3
    assert_any_start_goes_on_the_same(one)


def test_planning_twenty_million_sets_takes_no_memory() -> None:
    endless = epoch(keys(60), {"kind": "swiss", "rounds": 700_000})
    next(schedule("pool", 2, [endless], "secret"))
    tracemalloc.start()
    assert planned_sets(2, [endless]) == 21_000_000
    assert next(schedule("pool", 2, [endless], "secret")).k == 1
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 5_000_000
