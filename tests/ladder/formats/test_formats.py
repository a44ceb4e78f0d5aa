from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.ladder.formats import Epoch, Gauntlet, RoundRobin, check_format, make_format

CALM = settings(deadline=None, max_examples=40)


def keys(n: int) -> tuple[str, ...]:
    """Entrants whose order in the config is not that of their keys."""
    return tuple(f"e{i * 7 % 100:02}@{i:012x}" for i in range(n))


def test_round_robin_of_two_sides_in_rounds():
    cycle = list(RoundRobin(("a", "b", "c", "d"), 2).cycle(0))
    assert cycle == [("a", "d"), ("b", "c"), ("b", "d"), ("a", "c"), ("c", "d"), ("a", "b")]


def test_every_cycle_of_a_round_robin_repeats_the_pairings_when_all_are_listed():
    form = RoundRobin(keys(9), 3)
    assert form.period == 1
    assert list(form.cycle(0)) == list(form.cycle(7))


def test_gauntlet_of_two_sides_meets_the_field_and_never_another_challenger():
    form = Gauntlet(("a", "b", "c", "d", "e"), ("b", "d"), 2)
    assert form.rivals == ("a", "c", "e")
    assert list(form.cycle(0)) == [("a", "b"), ("c", "d"), ("b", "e"), ("a", "d"), ("b", "c"), ("d", "e")]


@CALM
@given(n=st.integers(2, 60), sides=st.integers(2, 4))
def test_round_robin_pairings_are_sorted_different_and_as_many_as_announced(n, sides):
    form = RoundRobin(keys(n), sides)
    cycle = list(form.cycle(3))
    assert len(set(cycle)) == len(cycle) == form.pairings_in(1)
    assert all(len(set(pairing)) == sides and list(pairing) == sorted(pairing) for pairing in cycle)
    if n >= sides:
        assert {pair for pairing in cycle for pair in combinations(pairing, 2)} == set(
            combinations(sorted(keys(n)), 2)
        )


@CALM
@given(data=st.data(), n=st.integers(2, 60), sides=st.integers(2, 4))
def test_gauntlet_pairings_hold_exactly_one_challenger(data, n, sides):
    entrants = keys(n)
    challengers = tuple(data.draw(st.lists(st.sampled_from(entrants), min_size=1, max_size=6, unique=True)))
    form = Gauntlet(entrants, challengers, sides)
    cycle = list(form.cycle(0))
    assert len(set(cycle)) == len(cycle) == form.pairings_in(1)
    for pairing in cycle:
        assert len(set(pairing)) == sides
        assert list(pairing) == sorted(pairing)
        assert len(set(pairing) & set(challengers)) == 1


@CALM
@given(data=st.data(), n=st.integers(5, 40), sides=st.integers(2, 4))
def test_gauntlet_challengers_meet_all_of_the_field_equally_often(data, n, sides):
    entrants = keys(n)
    challengers = entrants[: data.draw(st.integers(1, n - sides + 1))]
    met: dict[str, Counter[str]] = {challenger: Counter() for challenger in challengers}
    for pairing in Gauntlet(entrants, challengers, sides).cycle(0):
        (challenger,) = set(pairing) & set(challengers)
        met[challenger].update(set(pairing) - {challenger})
    counts = [met[challenger][entrant] for challenger in challengers for entrant in entrants[len(challengers) :]]
    assert min(counts) == max(counts) >= 1


@CALM
@given(data=st.data(), n=st.integers(5, 40), sides=st.integers(2, 4))
def test_gauntlet_is_balanced_at_any_point(data, n, sides):
    entrants = keys(n)
    challengers = entrants[: data.draw(st.integers(1, n - sides + 1))]
    field = entrants[len(challengers) :]
    played = dict.fromkeys(entrants, 0)
    for pairing in Gauntlet(entrants, challengers, sides).cycle(0):
        for entrant in pairing:
            played[entrant] += 1
        for group, bound in ((challengers, 1), (field, 1 if sides == 2 else 2 * (sides - 1))):
            counts = [played[entrant] for entrant in group]
            assert max(counts) - min(counts) <= bound


def test_gauntlet_against_a_large_field_covers_it():
    form = Gauntlet(keys(31), keys(31)[:1], 4)
    assert form.pairings_in(1) < 2 * 30 * 29 / 6
    assert form.period == RoundRobin(keys(30), 3).period > 1


@pytest.mark.parametrize("form", [RoundRobin(("a", "b"), 3), Gauntlet(("a", "b"), ("a",), 3)])
def test_too_few_entrants_make_no_pairing(form):
    assert form.pairings_in(1) == 0
    assert list(form.cycle(0)) == []


def test_the_epoch_names_the_format():
    assert make_format(Epoch(1, ("a", "b"), (), {"kind": "round_robin"}, None), 2) == RoundRobin(("a", "b"), 2)
    assert make_format(Epoch(1, ("a", "b"), ("b",), {"kind": "gauntlet"}, None), 2) == Gauntlet(
        ("a", "b"), ("b",), 2
    )
    with pytest.raises(ValueError, match="ladders"):
        check_format(Epoch(1, ("a", "b"), (), {"kind": "ladders"}, None))
