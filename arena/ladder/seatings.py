"""Who sits where in the matches of a set: duplicate play gives every side every place on the same cards."""

from itertools import permutations


def seatings(mode: str, sides: int) -> tuple[tuple[int, ...], ...]:
    """The seatings of a set, one a match: entry t is the side of the pairing that sits at the table's side t.

    `mode` is ``rotations`` (each side once in each place) or ``permutations`` (every order). The first seating
    is the pairing's own order; with two sides both modes are the same.
    """
    places = tuple(range(sides))
    if mode == "permutations":
        return tuple(permutations(places))
    if mode == "rotations":
        return tuple(places[turn:] + places[:turn] for turn in places)
    raise ValueError(f"no seatings {mode!r}")
