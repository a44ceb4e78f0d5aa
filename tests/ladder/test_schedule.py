import tracemalloc
from collections import Counter
from itertools import islice
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.ladder.formats import Epoch
from arena.ladder.schedule import first_pairings, planned_sets, schedule, stop_after
from arena.records import SetTask
from arena.seeds import match_seed

CALM = settings(deadline=None, max_examples=40)

SECRET = "a secret"


def epoch(
    number: int,
    entrants: str,
    cycles: int | None = None,
    length: int | None = None,
    challengers: str = "",
) -> Epoch:
    """An epoch of entrants given as ``a1 b1``: name and version."""
    form = {"kind": "gauntlet" if challengers else "round_robin", "sets_per_pairing": cycles}
    keys, challenging = ([f"{key[:-1]}@{key[-1]}" for key in text.split()] for text in (entrants, challengers))
    return Epoch(number, tuple(keys), tuple(challenging), form, length)


def sets(*epochs: Epoch, sides: int = 2, start: int = 0, most: int = 10_000) -> list[SetTask]:
    return list(islice(schedule("pool", sides, epochs, SECRET, start), most))


def names(tasks: list[SetTask]) -> list[str]:
    return [task.name.removeprefix("pool/") for task in tasks]


def test_cycles_number_the_sets_of_each_pairing():
    assert names(sets(epoch(1, "a1 b1 c1", cycles=2))) == [
        "b@1+c@1/1",
        "a@1+c@1/1",
        "a@1+b@1/1",
        "b@1+c@1/2",
        "a@1+c@1/2",
        "a@1+b@1/2",
    ]


def test_a_task_tells_its_place_and_its_seed():
    first, *_, last = sets(epoch(1, "a1 b1", cycles=3))
    assert (first.pool, first.epoch, first.position, first.k) == ("pool", 1, 0, 1)
    assert first.sides == (("a@1",), ("b@1",))
    assert (last.position, last.k) == (2, 3)
    assert last.seed == match_seed(SECRET, "pool", ["a", "b"], 3)


def test_versions_meet_the_same_cards():
    old, new = sets(epoch(1, "a1 b1", cycles=2)), sets(epoch(1, "a2 b1", cycles=2))
    assert [task.seed for task in old] == [task.seed for task in new]
    assert [task.name for task in old] != [task.name for task in new]


def test_without_sets_per_pairing_there_is_no_end():
    assert planned_sets(2, [epoch(1, "a1 b1 c1")]) is None
    assert len(sets(epoch(1, "a1 b1 c1"), most=5000)) == 5000


def test_a_new_entrant_catches_up_and_finished_sets_keep_their_places():
    before = sets(epoch(1, "a1 b1 c1", cycles=2), most=4)
    edited = [epoch(1, "a1 b1 c1", cycles=2, length=4), epoch(2, "a1 b1 c1 d1", cycles=2)]
    after = sets(*edited)
    assert after[:4] == before
    assert names(after[4:]) == ["a@1+d@1/1", "b@1+d@1/1", "c@1+d@1/1", "a@1+d@1/2", "b@1+d@1/2", "a@1+c@1/2",
                                "c@1+d@1/2", "a@1+b@1/2"]  # fmt: skip
    assert [(task.epoch, task.position) for task in after[4:]] == [(2, i) for i in range(8)]


def test_an_entrant_that_leaves_and_returns_goes_on_where_it_was():
    epochs = [
        epoch(1, "a1 b1 c1", cycles=3, length=6),
        epoch(2, "a1 b1", cycles=3, length=1),
        epoch(3, "a1 b1 c1", cycles=3),
    ]
    assert names(sets(*epochs))[6:] == ["a@1+b@1/3", "b@1+c@1/3", "a@1+c@1/3"]


def test_a_new_version_starts_from_the_first_set_again():
    epochs = [epoch(1, "a1 b1", cycles=2), epoch(2, "a2 b1", cycles=2)]
    closed = [epoch(1, "a1 b1", cycles=2, length=2), epochs[1]]
    assert names(sets(*closed)) == ["a@1+b@1/1", "a@1+b@1/2", "a@2+b@1/1", "a@2+b@1/2"]


def test_more_sets_per_pairing_go_on_from_the_last():
    epochs = [epoch(1, "a1 b1", cycles=2, length=2), epoch(2, "a1 b1", cycles=4)]
    assert names(sets(*epochs)) == ["a@1+b@1/1", "a@1+b@1/2", "a@1+b@1/3", "a@1+b@1/4"]


def test_an_epoch_cut_before_its_first_set_leaves_no_trace():
    assert names(sets(epoch(1, "a1 b1", 2, length=0), epoch(2, "a1 b1", 1))) == ["a@1+b@1/1"]


def test_a_closed_schedule_has_the_length_of_its_epochs():
    assert planned_sets(2, [epoch(1, "a1 b1", 9, length=3), epoch(2, "a1 c1", 9, length=4)]) == 7


def test_too_few_entrants_play_nothing_even_without_end():
    assert sets(epoch(1, "a1 b1"), sides=3) == []
    assert planned_sets(3, [epoch(1, "a1 b1")]) == 0


ENTRANTS = ["a1", "b1", "c1", "d1", "d2", "e1", "f1"]


@st.composite
def edited_ladders(draw: st.DrawFn) -> tuple[int, list[Epoch]]:
    """Sides and epochs as edits of a config leave them, the last one open."""
    sides = draw(st.integers(2, 4))
    epochs: list[Epoch] = []
    for number in range(1, draw(st.integers(1, 4)) + 1):
        entrants = draw(st.lists(st.sampled_from(ENTRANTS), min_size=sides, unique=True))
        challengers = draw(st.sampled_from(["", entrants[0]]))
        cycles = draw(st.integers(1, 5))
        open_ = epoch(number, " ".join(entrants), cycles, None, challengers)
        size = len(sets(*epochs, open_, sides=sides))
        earlier = len(sets(*epochs, sides=sides))
        length = draw(st.integers(0, size - earlier))
        epochs.append(epoch(number, " ".join(entrants), cycles, length, challengers))
    *closed, last = epochs
    return sides, [*closed, Epoch(last.number, last.entrants, last.challengers, last.format, None)]


@CALM
@given(edited_ladders())
def test_edits_keep_numbers_unique_and_without_gaps(ladder):
    sides, epochs = ladder
    tasks = sets(*epochs, sides=sides)
    numbers: Counter[tuple[tuple[str, ...], ...]] = Counter()
    for task in tasks:
        numbers[task.sides] += 1
        assert task.k == numbers[task.sides]
    assert len({task.name for task in tasks}) == len(tasks)
    places = [(task.epoch, task.position) for task in tasks]
    assert places == sorted(set(places))


@CALM
@given(edited_ladders())
def test_planned_sets_are_those_the_schedule_yields(ladder):
    sides, epochs = ladder
    assert planned_sets(sides, epochs) == len(sets(*epochs, sides=sides))


@CALM
@given(edited_ladders())
def test_the_schedule_of_a_closed_part_is_a_prefix(ladder):
    sides, epochs = ladder
    closed = sets(*epochs[:-1], sides=sides)
    assert sets(*epochs, sides=sides)[: len(closed)] == closed


@CALM
@given(edited_ladders(), st.integers(0, 50))
def test_starting_late_passes_over_sets_and_changes_none(ladder, start):
    sides, epochs = ladder
    assert sets(*epochs, sides=sides, start=start) == sets(*epochs, sides=sides)[start:]


def test_covers_count_repeated_groups():
    many = " ".join(f"{chr(ord('A') + i)}1" for i in range(25))
    open_ = epoch(1, many, cycles=40)
    per_cycle = first_pairings(3, open_)
    assert per_cycle < comb(25, 3)
    tasks = sets(open_, sides=3)
    assert len(tasks) == planned_sets(3, [open_]) == 40 * per_cycle
    assert len({task.name for task in tasks}) == len(tasks)
    numbers: Counter[tuple[tuple[str, ...], ...]] = Counter()
    for task in tasks:
        numbers[task.sides] += 1
        assert task.k == numbers[task.sides]
    edited = [epoch(1, many, cycles=40, length=20 * per_cycle + 7), epoch(2, many[:-3], cycles=40)]
    assert planned_sets(3, edited) == len(sets(*edited, sides=3, most=20_000))


@pytest.mark.parametrize("sides", [2, 3, 4])
def test_planning_twenty_million_sets_takes_no_memory(sides):
    entrants = tuple(f"e{i}@0" for i in range(12))
    cycles = 20_000_000 // comb(12, sides) + 1
    huge = Epoch(1, entrants, (), {"kind": "round_robin", "sets_per_pairing": cycles}, None)
    tracemalloc.start()
    assert planned_sets(sides, [huge]) >= 20_000_000  # type: ignore[operator]
    task = next(schedule("pool", sides, [huge], SECRET, start=50_000))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert task.position == 50_000
    assert task.k == 50_000 // comb(12, sides) + 1
    assert peak < 500_000


@pytest.mark.parametrize(
    ("sets", "matches", "expected"),
    [(None, None, None), (5, None, 5), (None, 20, 6), (None, 21, 7), (5, 20, 5), (50, 20, 6)],
)
def test_a_stop_in_matches_cuts_at_the_last_whole_set(sets, matches, expected):
    assert stop_after(sets, matches, matches_per_set=3) == expected
