"""The deals that moved the result between two entrants most."""

from arena.analysis.swings import MOST, Swing, Swings
from arena.records import SetResult
from tests.analysis.kit import a_set, match

PAIR = ("a@1", "b@1")


def swings_of(*sets: SetResult, start: int = 0) -> dict[tuple[str, str], tuple[Swing, ...]]:
    fold = Swings(start)
    for one in sets:
        fold.add(one)
    return fold.of({"a@1", "b@1", "c@1"})


def test_a_swing_is_what_one_gained_more_over_all_seatings() -> None:
    found = swings_of(a_set(match((100, 0), (0, 50)), match((0, 300), (0, 50), order=(1, 0))))
    # Deal 1: a gains 100 at side 0, then 300 at side 1. Deal 2: b gains 50, then a does: level.
    assert found == {PAIR: (Swing("pool/a@1+b@1/1", 1, 400),)}


def test_what_the_greater_key_gained_is_negative() -> None:
    found = swings_of(a_set(match((0, 100)), match((0, 0), order=(1, 0)), names="ab"))
    assert found[PAIR][0].gain == -100


def test_deals_with_another_dealer_are_not_compared() -> None:
    found = swings_of(a_set(match((100, 0), dealers=(0,)), match((0, 0), order=(1, 0), dealers=(1,))))
    assert found == {}


def test_deals_that_one_seating_never_reached_are_not_compared() -> None:
    found = swings_of(a_set(match((100, 0), (700, 0)), match((0, 0), order=(1, 0))))
    assert [swing.deal for swing in found[PAIR]] == [1]


def test_a_side_that_is_out_changes_the_cards_of_later_deals() -> None:
    """In 56 a table of three sides loses one in the first seating only (F22, F23)."""
    first = match((2, -1, -1), (1, 0, -1), order=(0, 1, 2), dealers=(0, 1))
    second = match((1, -1, 0), (1, 0, -1), order=(1, 2, 0), dealers=(0, 1))
    third = match((2, -1, -1), (1, 0, -1), order=(2, 0, 1), dealers=(0, 1))
    found = swings_of(a_set(first, second, third, names="abc"), start=1)
    assert {swing.deal for kept in found.values() for swing in kept} == {1}


def test_the_largest_come_first_and_of_equal_ones_the_earliest() -> None:
    sets = [a_set(match((gain, 0)), match((0, 0), order=(1, 0)), k=k) for k, gain in enumerate((5, 9, 5, 1), 1)]
    assert [swing.set[-1] for swing in swings_of(*sets)[PAIR]] == ["2", "1", "3", "4"]


def test_only_so_many_are_kept() -> None:
    sets = [a_set(match((k, 0)), match((0, 0), order=(1, 0)), k=k) for k in range(1, 2 * MOST + 1)]
    assert [swing.gain for swing in swings_of(*sets)[PAIR]] == list(range(2 * MOST, MOST, -1))


def test_only_the_field_is_told_of() -> None:
    fold = Swings(0)
    fold.add(a_set(match((1, 0)), match((0, 0), order=(1, 0))))
    assert fold.of({"a@1"}) == {}
