"""Reading a ladder's database: pools, entrants, epochs, sets and matches, streamed in schedule order.

Reading takes no lock that the writer waits for, so results can be looked at while the ladder runs.
"""

import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from difflib import get_close_matches
from functools import cached_property
from itertools import count, groupby, islice
from pathlib import Path
from typing import Any, Final, Self

import msgspec

from arena.ladder.content import Shape, decoding, shape_of
from arena.ladder.event_log import EventLog, Suspension
from arena.ladder.formats.base import Epoch
from arena.ladder.rows import PoolRules, find_pool
from arena.ladder.schedule import Place, name_of
from arena.ladder.schema import (
    APPLICATION_ID,
    DATABASE,
    FORMAT,
    StoreError,
    damaged,
    explained,
    parse_match,
    parse_sides,
)
from arena.ladder.stored_entrant import StoredEntrant
from arena.ladder.terms import Uncounted
from arena.match.referee import FaultPolicy
from arena.records import MatchResult, SetResult, match_name, set_name
from arena.seeds import match_seed

_MATCH: Final = re.compile(r"([^/]+)/([^/\ud800-\udfff]+)/([1-9][0-9]{0,17})/([1-9][0-9]{0,8})")
"""A match's id; the numbers fit the database, and so does all that can be written in UTF-8."""
_ENTRANT: Final = {name: name for name in StoredEntrant.__struct_fields__} | {"class_name": "class"}
"""The column of each field of an entrant."""
_META: Final = {"arena", "ladder", "names", "on_fault", "python", "seatings", "secret"}


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
        self.events = EventLog(connection, self.path)
        self._shapes: dict[str, Shape] = {}

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
        with decoding(self.path, "meta"):
            return msgspec.convert(dict(self._rows("SELECT key, value FROM meta")), dict[str, str])

    @property
    def name(self) -> str:
        """The ladder's name."""
        return self.meta["ladder"]

    def rules(self) -> tuple[PoolRules, ...]:
        """Every pool the ladder ever had, in order of their coming: what its results were played by."""
        found = []
        for name, game, variant in self._rows("SELECT name, game, variant FROM pools ORDER BY id"):
            closed = not self.events.terms(name).open
            with decoding(self.path, f"pool {name}"):
                columns = {"id": name, "game": game, "options": msgspec.json.decode(variant), "closed": closed}
                rules = msgspec.convert(columns, PoolRules)
                rules.rules.variant(rules.options)
            found.append(rules)
        return tuple(found)

    def entrants(self) -> tuple[StoredEntrant, ...]:
        """Every version of every entrant the ladder ever had, in order of their coming."""
        rows = self._rows(f"SELECT {', '.join(_ENTRANT.values())} FROM entrants ORDER BY id")
        with decoding(self.path, "entrants"):
            found = [dict(zip(_ENTRANT, row, strict=True)) for row in rows]
            for columns in found:
                columns |= {key: msgspec.json.decode(columns[key]) for key in ("options", "games", "packages")}
            return msgspec.convert(found, tuple[StoredEntrant, ...])

    def epochs(self, pool: str) -> tuple[Epoch, ...]:
        """The epochs of a pool, each but the last cut to the length at which the next began."""
        epochs = self.events.epochs(pool)
        if not epochs:
            raise damaged(self.path, f"pool {pool} has no field event")
        return epochs

    def field(self, pool: str) -> tuple[str, ...]:
        """The entrants (`name@version`) that are in a pool since its last epoch began."""
        return self.epochs(pool)[-1].entrants

    def suspensions(self, pool: str) -> tuple[Suspension, ...]:
        """Who is suspended in a pool."""
        return self.events.suspensions(pool)

    def counted_sets(self, pool: str, transcripts: bool = False) -> Iterator[SetResult]:
        """The sets that count: the contiguous finished prefix in schedule order up to the stop, voids left out.

        Streams; without `transcripts` those are empty, which is faster.
        """
        counted = islice(self.prefix(pool, transcripts=transcripts), self.stop(pool))
        return (placed.result for placed in counted if placed.result)

    def stop(self, pool: str) -> int | None:
        """At how many sets of its schedule a pool ends by the config's stop; None: it does not."""
        return self.events.terms(pool).stop

    def uncounted(self, pool: str) -> Uncounted:
        """How many stored sets of the pool's schedule do not count."""
        finished, ahead, stop = self.finished(pool), self.played_ahead(pool), self.stop(pool)
        if stop is not None and finished >= stop:
            return Uncounted(beyond_stop=finished - stop + ahead)
        return Uncounted(beyond_gap=ahead)

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
                if placed.result is not None and not self.shape(pool).is_whole(placed.result):
                    raise damaged(self.path, f"set {placed.result.name} is not whole; `arena verify` tells more")
                yield placed
                expected += 1
            if expected != end:
                return

    def prefix_lengths(self, pool: str) -> list[int]:
        """How many sets of each epoch are in the contiguous finished prefix, void ones included."""
        epochs = self.epochs(pool)
        lengths = [0] * len(epochs)
        for epoch in epochs:
            lengths[epoch.number - 1] = length = self._finished_in(pool, epoch)
            if length != epoch.length:
                break
        return lengths

    def finished(self, pool: str) -> int:
        """How many sets of the pool's schedule are in the contiguous finished prefix, void ones included."""
        return sum(self.prefix_lengths(pool))

    def played_ahead(self, pool: str) -> int:
        """How many sets of the schedule are stored beyond the finished prefix."""
        number, position = self.finished_place(pool)
        query = (
            "SELECT count(*) FROM sets JOIN pools ON pools.id = sets.pool "
            "WHERE pools.name = ? AND epoch = ? AND position >= ? AND position < ?"
        )
        ahead = 0
        for epoch in self.epochs(pool)[number - 1 :]:
            end = 2**62 if epoch.length is None else epoch.length
            ((count,),) = self._rows(query, pool, epoch.number, position, end)
            ahead += count
            position = 0
        return ahead

    def finished_place(self, pool: str) -> Place:
        """Where the contiguous finished prefix of a pool ends: epoch and position of the first set missing."""
        lengths = self.prefix_lengths(pool)
        open_ = (e.number for e, length in zip(self.epochs(pool), lengths, strict=True) if e.length != length)
        number = next(open_)  # the last epoch has no length
        return number, lengths[number - 1]

    def faulty_sets(self, pool: str, start: Place) -> Iterator[tuple[Place, tuple[str, ...], tuple[str, ...]]]:
        """The contiguous finished prefix from a place on: place, entrants, and those of them that faulted.

        A void set has no entrants.
        """
        query = (
            "SELECT position, sides, status, faulty FROM sets JOIN pairings ON pairings.id = sets.pairing "
            "JOIN pools ON pools.id = sets.pool WHERE pools.name = ? AND epoch = ? AND position >= ? "
            "ORDER BY position"
        )
        number, expected = start
        for epoch in self.epochs(pool)[number - 1 :]:
            with explained(self.path):
                rows = self._db.execute(query, (pool, epoch.number, expected))
                for position, sides, status, faulty in rows:
                    if position != expected or position == epoch.length:
                        break
                    expected += 1
                    with decoding(self.path, f"faulty of set {position} in epoch {epoch.number} of {pool}"):
                        entrants = tuple(key for side in parse_sides(sides) for key in side)
                        bad = tuple(entrants[int(i)] for i in faulty.split(",")) if faulty else ()
                    yield (epoch.number, position), entrants if status == "played" else (), bad
            if expected != epoch.length:
                return
            expected = 0

    def _finished_in(self, pool: str, epoch: Epoch) -> int:
        """How many sets an epoch has from its beginning without a gap."""
        where = "FROM sets JOIN pools ON pools.id = sets.pool WHERE pools.name = ? AND epoch = ?"
        if epoch.length is not None:
            found = self._rows(f"SELECT count(*) {where} AND position < ?", pool, epoch.number, epoch.length)
            if found == [(epoch.length,)]:
                return epoch.length
        with explained(self.path):
            rows = self._db.execute(f"SELECT position {where} ORDER BY position", (pool, epoch.number))
            return next((n for n in count() if next(rows, None) != (n,)), 0)

    def all_sets(self, pool: str, transcripts: bool = False) -> Iterator[SetResult]:
        """Every played set in schedule order, also those that do not count (yet). Streams."""
        return (placed.result for placed in self.every_set(pool, transcripts) if placed.result)

    def every_set(self, pool: str, transcripts: bool = False) -> Iterator[PlacedSet]:
        """Every stored set in schedule order, void ones and those that do not count (yet) too, whole or not."""
        return self._placed(pool, "TRUE", (), transcripts)

    def strays(self) -> list[tuple[str, str, int]]:
        """Rows that belong to none any more: their table, the one of what they belonged to, and how many."""
        return self._rows('SELECT "table", parent, count(*) FROM pragma_foreign_key_check GROUP BY 1, 2')

    def voids(self, pool: str) -> dict[str, str]:
        """The void sets of a pool, left out of everything: the name of each, and the cause of its last failure."""
        rows = self._rows(
            "SELECT sides, k FROM sets JOIN pairings ON pairings.id = sets.pairing "
            "JOIN pools ON pools.id = sets.pool WHERE pools.name = ? AND status = 'void' ORDER BY epoch, position",
            pool,
        )
        with decoding(self.path, "pairings"):
            names = [set_name(pool, parse_sides(sides), k) for sides, k in rows]
        cause = "SELECT CAST(cause AS TEXT) FROM run_failures WHERE set_name = ? ORDER BY id DESC LIMIT 1"
        return {name: next((text for (text,) in self._rows(cause, name)), "not known") for name in names}

    def sessions(self) -> tuple[Session, ...]:
        """The runs of the ladder, in order."""
        rows = self._rows(
            "SELECT started, ended, reason, workers, host, system, count(set_id), total(seconds) "
            "FROM run_sessions LEFT JOIN run_sets ON session = run_sessions.id GROUP BY run_sessions.id"
        )
        with decoding(self.path, "run_sessions"):
            found = [dict(zip(Session.__struct_fields__, row, strict=True)) for row in rows]
            return msgspec.convert(found, tuple[Session, ...])

    @property
    def policy(self) -> FaultPolicy:
        """What followed from a fault in the ladder's matches."""
        with decoding(self.path, "on_fault"):
            stored = msgspec.json.decode(self.meta["on_fault"], type=dict[str, Any])
            return FaultPolicy(stored["more_sides"], stored["strikes"])

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

        Raises ArenaError, with what there is instead, if it is unknown.
        """
        parts = _MATCH.fullmatch(match)
        if parts is None:
            raise StoreError(f"no match {match!r}: expected pool/entrants/k/seating{self._example()}")
        pool, sides, k, seating = parts[1], parts[2], int(parts[3]), int(parts[4])
        find_pool(self.rules(), pool)
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
        with decoding(self.path, "pairings"):
            near = get_close_matches(sides, played, n=3, cutoff=0.4)
        ids = ", ".join(f"{pool}/{pairing}/{min(k, played[pairing][1])}/1" for pairing in near)
        hint = f"; near: {ids}" if near else self._example(pool)
        return f"{sides} has no set in pool {pool}{hint}"

    def _example(self, pool: str | None = None) -> str:
        """A match there is, in this pool or in any."""
        row = self._rows(
            "SELECT pools.name, sides, k FROM sets JOIN pairings ON pairings.id = sets.pairing "
            "JOIN pools ON pools.id = sets.pool WHERE status = 'played' AND pools.name = ifnull(?, pools.name) "
            "LIMIT 1",
            pool,
        )
        if not row:
            return "; no match is stored yet"
        name, sides, k = row[0]
        with decoding(self.path, "pairings"):
            return f", such as {match_name(set_name(name, parse_sides(sides), k), 1)}"

    def _placed(self, pool: str, where: str, values: Sequence[object], transcripts: bool) -> Iterator[PlacedSet]:
        """Sets in schedule order, as a stream."""
        transcript = "transcript" if transcripts else "x''"
        query = (
            "SELECT epoch, position, pairings.sides, k, status, faulty, digest, seating, matches.sides, places, "
            f"scores, deals, termination, forfeited, fault, substituted, {transcript} "
            "FROM pools JOIN sets ON sets.pool = pools.id JOIN pairings ON pairings.id = sets.pairing "
            "LEFT JOIN matches ON matches.set_id = sets.id "
            f"WHERE pools.name = ? AND {where} ORDER BY epoch, position, seating"
        )
        with explained(self.path):
            rows = self._db.execute(query, (pool, *values))
            for columns, group in groupby(rows, key=lambda row: row[:7]):
                yield self._parse(pool, columns, list(group))

    def _parse(self, pool: str, columns: tuple[Any, ...], rows: list[tuple[Any, ...]]) -> PlacedSet:
        """A set from its columns, and the rows of its matches."""
        epoch, position, sides, k, status, faulty, digest = columns
        with decoding(self.path, f"set {pool}/{sides}/{k}"):
            rows = [row for row in rows if row[7] is not None]
            if status not in ("played", "void") or (status == "void" and rows):
                raise ValueError(f"status {status!r} with {len(rows)} matches")
            seatings = tuple(row[7] for row in rows)
            if not all(type(number) is int for number in (epoch, position, k, *seatings)):
                raise TypeError(f"epoch {epoch!r}, position {position!r}, seatings {seatings}")
            if type(faulty) is not str or type(digest) is not bytes:
                raise TypeError(f"faulty {faulty!r}, digest {digest!r}")
            parsed = parse_sides(sides)
            result = SetResult(pool, parsed, k, tuple(parse_match(row[8:]) for row in rows))
            self.shape(pool).check(result)
            return PlacedSet(
                epoch, position, parsed, k, faulty, digest, seatings, result if status == "played" else None
            )

    def shape(self, pool: str) -> Shape:
        """What the sets of a pool have in common."""
        if pool not in self._shapes:
            with decoding(self.path, "seatings"):
                self._shapes[pool] = shape_of(find_pool(self.rules(), pool), self.meta["seatings"])
        return self._shapes[pool]

    def _rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """All rows of a query whose answer is small."""
        with explained(self.path):
            return self._db.execute(query, values).fetchall()


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
    """Refuse a database that is not a ladder's, or of another format than this program knows."""
    ((application,),) = connection.execute("PRAGMA application_id")
    if application != APPLICATION_ID:
        raise StoreError(f"{path}: not a ladder's database; expected one that `arena run` made")
    ((version,),) = connection.execute("PRAGMA user_version")
    if version > FORMAT:
        raise StoreError(
            f"{path}: written by a newer arena (format {version}, this one knows up to {FORMAT}); "
            "use that version, or a newer one"
        )
    if version < FORMAT:
        raise StoreError(
            f"{path}: written by an earlier arena (format {version}, this one knows {FORMAT} only); "
            "use that version, or begin another ladder"
        )
    missing = _META.difference(key for (key,) in connection.execute("SELECT key FROM meta"))
    if missing:
        raise damaged(path, f"no {', '.join(sorted(missing))} in its table meta")
