"""What is newest in a ladder's database, read without going through the rest."""

import sqlite3
from pathlib import Path
from typing import Self

import msgspec

from arena.ladder.content import decoding
from arena.ladder.database import connect_for_reading
from arena.ladder.schema import DATABASE, explained, parse_sides
from arena.records import set_name


class NewSet(msgspec.Struct, frozen=True):
    """A set that was stored lately: its id, whether it is void, how many matches it has, and who faulted in it."""

    row: int
    name: str
    void: bool
    matches: int
    faulty: tuple[str, ...]


class LastRun(msgspec.Struct, frozen=True):
    """The last run of the ladder, times in ISO 8601 (UTC); `ended` and `reason` are None unless it ended well."""

    started: str
    ended: str | None
    reason: str | None
    workers: int


class Latest:
    """A connection of its own, for one thread; use it as a context manager."""

    def __init__(self, folder: Path) -> None:
        """Open it. Raises StoreError as `open_ladder` does."""
        self._path = folder / DATABASE
        self._db: sqlite3.Connection = connect_for_reading(folder)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._db.close()

    def last_row(self) -> int:
        """The number of the set stored last; 0 if there is none."""
        with explained(self._path):
            ((row,),) = self._db.execute("SELECT coalesce(max(id), 0) FROM sets")
        return int(row)

    def counts(self, up_to: int) -> dict[str, tuple[int, int]]:
        """How many sets, and matches, each pool has among those stored up to a row."""
        query = (
            "SELECT pools.name, count(DISTINCT sets.id), count(seating) FROM pools "
            "LEFT JOIN sets ON sets.pool = pools.id AND sets.id <= ? "
            "LEFT JOIN matches ON matches.set_id = sets.id GROUP BY pools.id ORDER BY pools.id"
        )
        with explained(self._path):
            return {pool: (sets, matches) for pool, sets, matches in self._db.execute(query, (up_to,))}

    def newer(self, row: int, most: int) -> list[NewSet]:
        """At most so many of the sets stored after a row, oldest first."""
        query = (
            "SELECT sets.id, pools.name, sides, k, status, faulty, "
            "(SELECT count(*) FROM matches WHERE set_id = sets.id) "
            "FROM sets JOIN pools ON pools.id = sets.pool JOIN pairings ON pairings.id = sets.pairing "
            "WHERE sets.id > ? ORDER BY sets.id LIMIT ?"
        )
        with explained(self._path):
            rows = self._db.execute(query, (row, most)).fetchall()
        found = []
        for number, pool, sides, k, status, faulty, matches in rows:
            with decoding(self._path, f"set {pool}/{sides}/{k}"):
                parsed = parse_sides(sides)
                entrants = [key for side in parsed for key in side]
                bad = tuple(entrants[int(i)] for i in faulty.split(",")) if faulty else ()
                found.append(NewSet(number, set_name(pool, parsed, k), status == "void", matches, bad))
        return found

    def last_run(self) -> LastRun | None:
        """The run that began last; None before the first."""
        query = "SELECT started, ended, reason, workers FROM run_sessions ORDER BY id DESC LIMIT 1"
        with explained(self._path):
            row = self._db.execute(query).fetchone()
        with decoding(self._path, "run_sessions"):
            if row is None:
                return None
            return msgspec.convert(dict(zip(LastRun.__struct_fields__, row, strict=True)), LastRun)
