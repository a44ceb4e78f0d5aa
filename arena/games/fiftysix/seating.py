"""Who sits where, who plays with whom and who is next (F1, F2, F6, F23)."""

from collections.abc import Sequence
from functools import cache


@cache
def sides_of(players: int, teams: str) -> tuple[tuple[int, ...], ...]:
    """The seats of each side at the full table (F2); the first seat of side t is seat t."""
    count = 2 if teams == "two_sides" else players // 2
    return tuple(tuple(range(side, players, count)) for side in range(count))


@cache
def side_by_seat(players: int, teams: str) -> tuple[int, ...]:
    """The side of each seat (F2)."""
    count = len(sides_of(players, teams))
    return tuple(seat % count for seat in range(players))


@cache
def right_of(seats: tuple[int, ...]) -> tuple[int, ...]:
    """For every seat up to the highest possible, out or not, the next seat still in to its right (F1, F23)."""
    return tuple(next((other for other in seats if other > seat), seats[0]) for seat in range(8))


def still_in(side_of: Sequence[int], tables: Sequence[int]) -> tuple[int, ...]:
    """The seats, ascending, of the sides that have tables left (F22, F23)."""
    return tuple(seat for seat, side in enumerate(side_of) if tables[side])
