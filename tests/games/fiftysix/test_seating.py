"""F1, F2, F6, F23."""

from itertools import pairwise

import pytest

from arena.games.fiftysix.seating import right_of, side_by_seat, sides_of, still_in


@pytest.mark.parametrize(
    ("players", "teams", "sides"),
    [
        (4, "pairs", ((0, 2), (1, 3))),
        (4, "two_sides", ((0, 2), (1, 3))),
        (6, "pairs", ((0, 3), (1, 4), (2, 5))),
        (6, "two_sides", ((0, 2, 4), (1, 3, 5))),
        (8, "pairs", ((0, 4), (1, 5), (2, 6), (3, 7))),
        (8, "two_sides", ((0, 2, 4, 6), (1, 3, 5, 7))),
    ],
)
def test_sides(players, teams, sides):
    assert sides_of(players, teams) == sides
    assert all(side_by_seat(players, teams)[seat] == side for side, seats in enumerate(sides) for seat in seats)


def test_the_next_seat_is_the_next_survivor():
    assert right_of((0, 1, 2, 3))[:4] == (1, 2, 3, 0)
    assert right_of((1, 2, 4, 5))[:6] == (1, 2, 4, 4, 5, 1)


@pytest.mark.parametrize("tables", [(0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (0, 1, 0, 1), (1, 0, 0, 1)])
def test_players_still_sit_between_opponents_after_an_elimination(tables):
    side_of = side_by_seat(8, "pairs")
    seats = still_in(side_of, tables)
    assert all(tables[side_of[seat]] for seat in seats)
    assert len(seats) == 2 * sum(tables)
    assert all(side_of[a] != side_of[b] for a, b in pairwise((*seats, seats[0])))
    half = len(seats) // 2
    assert all(side_of[seats[i]] == side_of[seats[i + half]] for i in range(half))
