"""Who sits where."""

import pytest

from arena.games import GAMES
from arena.records import entrant_at
from tests.kit import VARIANTS


@pytest.mark.parametrize(
    ("sides", "order", "seat", "entrant"),
    [
        ("ab", [0, 1], 1, "b"),
        ("ab", [1, 0], 1, "a"),
        ("abc", [0, 1, 2], 4, "b"),  # 56 with six players: seats 1 and 4 are a team (F2)
        ("abc", [1, 2, 0], 4, "c"),
        ("ab", [0, 1], 6, "a"),  # two_sides: the even seats
        ([("a", "b"), ("c", "d")], [0, 1], 2, "b"),  # partners take the side's seats in order
        ([("a", "b"), ("c", "d")], [1, 0], 0, "c"),
    ],
)
def test_who_sat_at_a_seat(sides: list[str], order: list[int], seat: int, entrant: str) -> None:
    assert entrant_at(sides, order, seat) == entrant


@pytest.mark.parametrize(("game", "options"), [(game, each) for game in GAMES for each in VARIANTS[game]], ids=str)
def test_every_game_seats_its_sides_in_turn(game: str, options: dict[str, object]) -> None:
    """As `entrant_at` supposes, whether one entrant has all seats of a side or each has its own."""
    sides = GAMES[game].sides(GAMES[game].variant(options))
    order = range(len(sides))
    alone = [(f"side {side}",) for side in order]
    shared = [tuple(f"seat {seat}" for seat in seats) for seats in sides]
    for side, seats in enumerate(sides):
        for seat in seats:
            assert entrant_at(alone, order, seat) == f"side {side}"
            assert entrant_at(shared, order, seat) == f"seat {seat}"
