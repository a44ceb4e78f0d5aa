"""A stored set at its place in the schedule, and the rows it is read from."""

from pathlib import Path
from typing import Any, Final

import msgspec

from arena.ladder.content import Shape, decoding
from arena.ladder.schedule import Place
from arena.ladder.schema import parse_match, parse_sides
from arena.records import SetResult

COLUMNS: Final = 7
"""How many columns of a row belong to the set; the rest are those of one of its matches."""


class PlacedSet(msgspec.Struct, frozen=True):
    """A stored set at its place in the schedule; `result` is None if it is void.

    `seatings` numbers its matches. `faulty` and `digest` are as in `arena.ladder.content`, empty if it is void.
    """

    epoch: int
    position: int
    sides: tuple[tuple[str, ...], ...]
    k: int
    faulty: str
    digest: bytes
    seatings: tuple[int, ...]
    result: SetResult | None

    @property
    def place(self) -> Place:
        """The epoch and the position in it."""
        return self.epoch, self.position


def query_of_sets(where: str, transcripts: bool) -> str:
    """A query for sets of a pool, its first value, in schedule order: a row for each match, or one without any.

    Without `transcripts` those are empty, which is faster.
    """
    transcript = "transcript" if transcripts else "x''"
    return (
        "SELECT epoch, position, pairings.sides, k, status, faulty, digest, seating, matches.sides, places, "
        f"scores, deals, termination, forfeited, fault, substituted, {transcript} "
        "FROM pools JOIN sets ON sets.pool = pools.id JOIN pairings ON pairings.id = sets.pairing "
        "LEFT JOIN matches ON matches.set_id = sets.id "
        f"WHERE pools.name = ? AND {where} ORDER BY epoch, position, seating"
    )


def placed_set(
    path: Path, shape: Shape, pool: str, columns: tuple[Any, ...], rows: list[tuple[Any, ...]]
) -> PlacedSet:
    """A set from its columns, and the rows of its matches.

    Raises StoreError, naming the database at `path`, if they are not what was written.
    """
    epoch, position, sides, k, status, faulty, digest = columns
    with decoding(path, f"set {pool}/{sides}/{k}"):
        rows = [row for row in rows if row[COLUMNS] is not None]
        if status not in ("played", "void") or (status == "void" and rows):
            raise ValueError(f"status {status!r} with {len(rows)} matches")
        seatings = tuple(row[COLUMNS] for row in rows)
        if not all(type(number) is int for number in (epoch, position, k, *seatings)):
            raise TypeError(f"epoch {epoch!r}, position {position!r}, seatings {seatings}")
        if type(faulty) is not str or type(digest) is not bytes:
            raise TypeError(f"faulty {faulty!r}, digest {digest!r}")
        parsed = parse_sides(sides)
        result = SetResult(pool, parsed, k, tuple(parse_match(row[COLUMNS + 1 :]) for row in rows))
        shape.check(result)
        return PlacedSet(
            epoch, position, parsed, k, faulty, digest, seatings, result if status == "played" else None
        )
