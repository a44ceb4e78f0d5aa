import pytest

from arena.ladder.seatings import seatings


def test_two_sides_swap_places_in_both_modes():
    assert seatings("rotations", 2) == seatings("permutations", 2) == ((0, 1), (1, 0))


def test_rotations_give_each_side_each_place_once():
    assert seatings("rotations", 3) == ((0, 1, 2), (1, 2, 0), (2, 0, 1))
    for sides in (2, 3, 4):
        for place in range(sides):
            assert sorted(order[place] for order in seatings("rotations", sides)) == list(range(sides))


def test_permutations_are_all_orders_beginning_with_the_pairings_own():
    assert seatings("permutations", 3) == ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))
    assert len(set(seatings("permutations", 4))) == 24


def test_unknown_mode_is_refused():
    with pytest.raises(ValueError, match="rotation"):
        seatings("rotation", 2)
