"""Reading a ladder's database: pools, entrants, epochs, sets and matches, streamed in schedule order.

Reading takes no lock that the writer waits for, so results can be looked at while the ladder runs.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from difflib import get_close_matches
from functools import cached_property
from itertools import count, groupby, zip_longest
from pathlib import Path
from typing import Any, Self

import msgspec

from arena.errors import did_you_mean
from arena.ladder.formats.base import Epoch
from arena.ladder.rows import PoolRules
from arena.ladder.schedule import name_of
from arena.ladder.schema import (
    APPLICATION_ID,
    DATABASE,
    FORMAT,
    StoreError,
    explained,
    parse_match,
    parse_sides,
)
from arena.records import MatchResult, SetResult, match_name, set_name
from arena.seeds import match_seed


class StoredEntrant(msgspec.Struct, frozen=True):
    """One version of an entrant that has ever been in the ladder."""

    name: str
    version: str
    spec: str
    options: dict[str, bool | int | float | str]
    author: str | None

    @property
    def key(self) -> str:
        """How sets name it: ``name@version``."""
        return f"{self.name}@{self.version}"


class PlacedSet(msgspec.Struct, frozen=True):
    """A stored set at its place in the schedule; `result` is None if it is void."""

    epoch: int
    position: int
    result: SetResult | None


class Session(msgspec.Struct, frozen=True):
    """One run of the ladder: when (ISO 8601, UTC), why it ended, with how many workers and where.

    `ended` and `reason` are None while it runs and for ever if it was killed. `sets` counts the sets it
    played; `seconds` is the time workers spent on them.
    """

    started: str
    ended: str | None
    reason: str | None
    workers: int
    host: str
    system: str
    sets: int
    seconds: float


class StoredLadder:
    """A ladder's database, open for reading; use it as a context manager."""

    def __init__(self, folder: Path, connection: sqlite3.Connection) -> None:
        """Take over a connection that `open_ladder` or the store has checked."""
        self.folder = folder
        self.path = folder / DATABASE
        self._db = connection

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the database; idempotent."""
        self._db.close()

    @property
    def meta(self) -> dict[str, str]:
        """Name, secret, versions and the settings that hold for the whole ladder."""
        return dict(self._rows("SELECT key, value FROM meta"))

    @property
    def name(self) -> str:
        """The ladder's name."""
        return self.meta["ladder"]

    def rules(self) -> tuple[PoolRules, ...]:
        """Every pool the ladder ever had, in order of their coming: what its results were played by."""
        rows = self._rows("SELECT name, game, variant FROM pools ORDER BY id")
        return tuple(PoolRules(name, game, msgspec.json.decode(variant)) for name, game, variant in rows)

    def entrants(self) -> tuple[StoredEntrant, ...]:
        """Every version of every entrant the ladder ever had, in order of their coming."""
        rows = self._rows("SELECT name, version, spec, options, author FROM entrants ORDER BY id")
        return tuple(
            StoredEntrant(name, version, spec, msgspec.json.decode(options), author)
            for name, version, spec, options, author in rows
        )

    def epochs(self, pool: str) -> tuple[Epoch, ...]:
        """The epochs of a pool, each but the last cut to the length that was finished when the next began."""
        rows = self._rows(
            "SELECT detail FROM events JOIN pools ON pools.id = events.pool "
            "WHERE pools.name = ? AND kind = 'field' ORDER BY epoch",
            pool,
        )
        fields = [msgspec.json.decode(detail, type=Field) for (detail,) in rows]
        cuts = [field.cut for field in fields[1:]]
        return tuple(
            Epoch(number, field.entrants, field.challengers, field.format, cut)
            for number, (field, cut) in enumerate(zip_longest(fields, cuts), start=1)
        )

    def field(self, pool: str) -> tuple[str, ...]:
        """The entrants (`name@version`) that are in a pool since its last epoch began."""
        return self.epochs(pool)[-1].entrants

    def counted_sets(self, pool: str, transcripts: bool = False) -> Iterator[SetResult]:
        """The sets that count: the contiguous finished prefix in schedule order, voids left out.

        Streams; without `transcripts` those are empty, which is faster.
        """
        return (placed.result for placed in self.prefix(pool, transcripts=transcripts) if placed.result)

    def prefix(self, pool: str, start: tuple[int, int] = (1, 0), transcripts: bool = False) -> Iterator[PlacedSet]:
        """The contiguous finished prefix from an (epoch, position) on, void sets included."""
        epochs = self.epochs(pool)
        first, position = start
        for epoch in epochs[first - 1 :]:
            expected = position if epoch.number == first else 0
            end = epoch.length
            where = "sets.epoch = ? AND sets.position >= ?" + ("" if end is None else " AND sets.position < ?")
            values = (epoch.number, expected) if end is None else (epoch.number, expected, end)
            for placed in self._placed(pool, where, values, transcripts):
                if placed.position != expected:
                    return
                yield placed
                expected += 1
            if expected != end:
                return

    def prefix_lengths(self, pool: str) -> list[int]:
        """How many sets of each epoch are in the contiguous finished prefix, void ones included."""
        *closed, last = self.epochs(pool)
        query = (
            "SELECT position FROM sets JOIN pools ON pools.id = sets.pool "
            "WHERE pools.name = ? AND epoch = ? ORDER BY position"
        )
        with explained(self.path):
            rows = self._db.execute(query, (pool, last.number))
            length = next((n for n in count() if next(rows, None) != (n,)), 0)
        return [epoch.length or 0 for epoch in closed] + [length]

    def finished(self, pool: str) -> int:
        """How many sets of the pool's schedule are in the contiguous finished prefix, void ones included."""
        return sum(self.prefix_lengths(pool))

    def all_sets(self, pool: str, transcripts: bool = False) -> Iterator[SetResult]:
        """Every played set in schedule order, also those that do not count (yet). Streams."""
        every = self._placed(pool, "TRUE", (), transcripts)
        return (placed.result for placed in every if placed.result)

    def voids(self, pool: str) -> dict[str, str]:
        """The void sets of a pool, left out of everything: the name of each, and the cause of its last failure."""
        rows = self._rows(
            "SELECT sides, k FROM sets JOIN pairings ON pairings.id = sets.pairing "
            "JOIN pools ON pools.id = sets.pool WHERE pools.name = ? AND status = 'void' ORDER BY epoch, position",
            pool,
        )
        names = [set_name(pool, parse_sides(sides), k) for sides, k in rows]
        cause = "SELECT cause FROM run_failures WHERE set_name = ? ORDER BY id DESC LIMIT 1"
        return {name: self._rows(cause, name)[0][0] for name in names}

    def sessions(self) -> tuple[Session, ...]:
        """The runs of the ladder, in order."""
        rows = self._rows(
            "SELECT started, ended, reason, workers, host, system, count(set_id), total(seconds) "
            "FROM run_sessions LEFT JOIN run_sets ON session = run_sessions.id GROUP BY run_sessions.id"
        )
        return tuple(Session(*row) for row in rows)

    @cached_property
    def secret(self) -> str:
        """The ladder's secret, from which all its seeds come."""
        return self.meta["secret"]

    def seed(self, result: SetResult) -> str:
        """The seed of a set's matches."""
        names = [name_of(key) for side in result.sides for key in side]
        return match_seed(self.secret, result.pool, names, result.k)

    def find_match(self, match: str) -> tuple[SetResult, MatchResult]:
        """A match, with its transcript, and the set it belongs to, by the match's id.

        Raises StoreError, with what there is instead, if it is unknown.
        """
        parts = match.split("/")
        if len(parts) != 4 or not (parts[2].isdecimal() and parts[3].isdecimal()):
            raise StoreError(f"no match {match!r}: expected pool/entrants/k/seating{self._example()}")
        pool, sides, k, seating = parts[0], parts[1], int(parts[2]), int(parts[3])
        known = [rules.id for rules in self.rules()]
        if pool not in known:
            raise StoreError(
                f"no match {match!r}: no pool {pool!r}; pools: {', '.join(known)}{did_you_mean(pool, known)}"
            )
        where = "sets.pairing = (SELECT id FROM pairings WHERE pool = pools.id AND sides = ?) AND k = ?"
        found = next(self._placed(pool, where, (sides, k), transcripts=True), None)
        if found is None or found.result is None:
            raise StoreError(f"no match {match!r}: {self._near_set(pool, sides, k)}")
        if not 1 <= seating <= len(found.result.matches):
            raise StoreError(f"no match {match!r}: its set has the seatings 1 to {len(found.result.matches)}")
        return found.result, found.result.matches[seating - 1]

    def _near_set(self, pool: str, sides: str, k: int) -> str:
        """What there is instead of an unknown set of a known pool."""
        rows = self._rows(
            "SELECT sides, count(*), max(k), sum(k = ? AND status = 'void') "
            "FROM sets JOIN pairings ON pairings.id = sets.pairing "
            "JOIN pools ON pools.id = sets.pool WHERE pools.name = ? GROUP BY pairing ORDER BY pairing",
            k,
            pool,
        )
        played = {pairing: (count, last, void) for pairing, count, last, void in rows}
        if sides in played:
            count, last, void = played[sides]
            state = "that set is void" if void else "that set is not played (yet)"
            return f"{state}; {sides} has {count} sets, the last is number {last}"
        near = get_close_matches(sides, played, n=3, cutoff=0.4)
        hint = f"; near: {', '.join(near)}" if near else self._example()
        return f"{sides} has no set in pool {pool}{hint}"

    def _example(self) -> str:
        row = self._rows(
            "SELECT pools.name, sides, k FROM sets JOIN pairings ON pairings.id = sets.pairing "
            "JOIN pools ON pools.id = sets.pool WHERE status = 'played' LIMIT 1"
        )
        if not row:
            return "; no match is stored yet"
        pool, sides, k = row[0]
        return f", such as {match_name(set_name(pool, parse_sides(sides), k), 1)}"

    def _placed(self, pool: str, where: str, values: Sequence[object], transcripts: bool) -> Iterator[PlacedSet]:
        """Sets in schedule order, as a stream."""
        transcript = "transcript" if transcripts else "x''"
        query = (
            "SELECT epoch, position, pairings.sides, k, matches.sides, places, scores, deals, termination, "
            f"forfeited, fault, substituted, {transcript} "
            "FROM pools JOIN sets ON sets.pool = pools.id JOIN pairings ON pairings.id = sets.pairing "
            "LEFT JOIN matches ON matches.set_id = sets.id "
            f"WHERE pools.name = ? AND {where} ORDER BY epoch, position, seating"
        )
        with explained(self.path):
            rows = self._db.execute(query, (pool, *values))
            for (epoch, position, sides, k), group in groupby(rows, key=lambda row: row[:4]):
                matches = tuple(parse_match(row[4:]) for row in group if row[4] is not None)
                result = SetResult(pool, parse_sides(sides), k, matches) if matches else None
                yield PlacedSet(epoch, position, result)

    def _rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """All rows of a query whose answer is small."""
        with explained(self.path):
            return self._db.execute(query, values).fetchall()


class Field(msgspec.Struct, frozen=True):
    """The detail of a `field` event: who plays from here on, how, and how long the epoch before got."""

    entrants: tuple[str, ...]
    challengers: tuple[str, ...]
    format: dict[str, Any]
    cut: int


def open_ladder(folder: Path) -> StoredLadder:
    """Open a ladder's results for reading.

    Raises StoreError if there is none, if it is damaged, or of a newer format than this program knows.
    """
    path = folder / DATABASE
    if not path.is_file():
        raise StoreError(f"{folder}: no ladder here (no {DATABASE}); expected the folder of a ladder that has run")
    with explained(path), ExitStack() as undo:
        connection = sqlite3.connect(_read_only(path), uri=True, isolation_level=None)
        undo.callback(connection.close)
        check_format(path, connection)
        undo.pop_all()
    return StoredLadder(folder, connection)


def _read_only(path: Path) -> str:
    """A URI to read the database by.

    A folder that nobody writes to (a CD, a colleague's results) has no write-ahead log, and SQLite could not
    make one there; so the file is then taken as it is.
    """
    address = f"{path.resolve().as_uri()}?mode=ro"
    try:
        with path.open("r+b"):
            return address
    except OSError:
        log = path.with_name(f"{DATABASE}-wal")
        return address if log.exists() and log.stat().st_size else f"{address}&immutable=1"


def check_format(path: Path, connection: sqlite3.Connection) -> None:
    """Refuse a database that is not a ladder's, or of a newer format than this program knows."""
    ((application,),) = connection.execute("PRAGMA application_id")
    if application != APPLICATION_ID:
        raise StoreError(f"{path}: not a ladder's database; expected one that `arena run` made")
    ((version,),) = connection.execute("PRAGMA user_version")
    if version > FORMAT:
        raise StoreError(
            f"{path}: written by a newer arena (format {version}, this one knows up to {FORMAT}); "
            "use that version, or a newer one"
        )
