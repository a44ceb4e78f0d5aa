"""Reading a ladder's database: pools, entrants, epochs, sets and matches, streamed in schedule order.

Reading takes no lock that the writer waits for, so results can be looked at while the ladder runs.
"""

import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import count, groupby, islice
from pathlib import Path
from typing import Any, Final, Self

import msgspec

from arena.hosts.thinking import Thinking
from arena.ladder.analyses import Analyses
from arena.ladder.content import Shape, decoding, shape_of
from arena.ladder.database import connect_for_reading
from arena.ladder.event_log import EventLog, Suspension
from arena.ladder.formats.base import Epoch
from arena.ladder.match_hints import MatchHints
from arena.ladder.placed import COLUMNS, PlacedSet, placed_set, query_of_sets
from arena.ladder.rows import PoolRules, find_pool
from arena.ladder.schedule import Place, name_of
from arena.ladder.schema import DATABASE, StoreError, damaged, explained, parse_sides
from arena.ladder.stored_entrant import StoredEntrant
from arena.ladder.terms import Ruling, Uncounted
from arena.match.referee import FaultPolicy
from arena.records import MatchResult, SetResult, set_name
from arena.seeds import match_seed
from arena.stats.standings import RankBy

_MATCH: Final = re.compile(r"([^/]+)/([^/\ud800-\udfff]+)/([1-9][0-9]{0,17})/([1-9][0-9]{0,8})")
"""A match's id; the numbers fit the database, and so does all that can be written in UTF-8."""
_ENTRANT: Final = {name: name for name in StoredEntrant.__struct_fields__} | {"class_name": "class"}
"""The column of each field of an entrant."""
_FLAG: Final[Mapping[object, bool]] = {0: False, 1: True}


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


class WorkerPace(msgspec.Struct, frozen=True):
    """How fast a worker of a run computes: the mean of its measurements (`arena.ladder.executors.pace`).

    Runs are numbered from 1; so are workers, 0 for the main process.
    """

    session: int
    worker: int
    mean_ns: float


class StoredLadder:
    """A ladder's database, open for reading; use it as a context manager."""

    def __init__(self, folder: Path, connection: sqlite3.Connection) -> None:
        """Take over a connection that `open_ladder` or the store has checked."""
        self.folder = folder
        self.path = folder / DATABASE
        self._db = connection
        self.events = EventLog(connection, self.path)
        self.analyses = Analyses(connection, self.path)
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

    @property
    def rank_by(self) -> RankBy:
        """What the config ranks by."""
        with decoding(self.path, "rank_by"):
            rank_by: RankBy = msgspec.convert(self.meta["rank_by"], RankBy)
            return rank_by

    @property
    def null_twin(self) -> str | None:
        """The name of the entrant that has a twin."""
        with decoding(self.path, "null_twin"):
            return self.meta["null_twin"] or None

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
                columns["timed"] = _FLAG.get(columns["timed"], columns["timed"])
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

    def timed(self) -> frozenset[str]:
        """The entrants (`name@version`) whose bots let time decide what they do, so that results may differ."""
        return frozenset(entrant.key for entrant in self.entrants() if entrant.timed)

    def suspensions(self, pool: str) -> tuple[Suspension, ...]:
        """Who is suspended in a pool."""
        return self.events.suspensions(pool)

    def ruling(self, pool: str) -> Ruling | None:
        """The answer that a pool's sets have given; None if nothing was asked, or there is none (yet).

        One on an earlier field does not hold for the present.
        """
        ruling = self.events.terms(pool).ruling
        return ruling if ruling is not None and ruling.epoch == self.epochs(pool)[-1].number else None

    def counted_sets(self, pool: str, transcripts: bool = False) -> Iterator[SetResult]:
        """The sets that count: the contiguous finished prefix in schedule order up to the stop, voids left out.

        Streams; without `transcripts` those are empty, which is faster.
        """
        counted = islice(self.prefix(pool, transcripts=transcripts), self.stop(pool))
        return (placed.result for placed in counted if placed.result)

    def sampled_sets(self, pool: str, step: int, transcripts: bool = False) -> Iterator[SetResult]:
        """Every `step`-th of the sets that count, from the first on; void ones are passed over. Streams."""
        return self._counted(pool, "(sets.position + ?) % ? = 0", step, transcripts)

    def analysed_sets(self, pool: str) -> Iterator[tuple[SetResult, bytes]]:
        """The sets that count and have an analysis, with it, in schedule order. Streams."""
        if not self.analyses.begun:
            return
        for result in self._counted(pool, "sets.id IN (SELECT set_id FROM analyses)", None, False):
            content = self.analyses.of(result)
            if content is not None:
                yield result, content

    def _counted(self, pool: str, where: str, step: int | None, transcripts: bool) -> Iterator[SetResult]:
        """The sets that count and answer to `where`, whose values are the sets before its epoch, and `step`."""
        stop = self.stop(pool)
        before = 0
        for epoch, length in zip(self.epochs(pool), self.prefix_lengths(pool), strict=True):
            end = length if stop is None else min(length, stop - before)
            values = (epoch.number, end) if step is None else (epoch.number, end, before, step)
            placed = self._placed(pool, f"sets.epoch = ? AND sets.position < ? AND {where}", values, transcripts)
            yield from (one.result for one in placed if one.result)
            before += length

    def stop(self, pool: str) -> int | None:
        """At how many sets of its schedule a pool ends by the config's stop or its results; None: it does not."""
        return msgspec.structs.replace(self.events.terms(pool), ruling=self.ruling(pool)).end

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

    def digests(self, pool: str) -> Iterator[tuple[Place, bytes]]:
        """The places and digests of the contiguous finished prefix, much faster than its sets. Streams."""
        query = (
            "SELECT position, digest FROM sets JOIN pools ON pools.id = sets.pool "
            "WHERE pools.name = ? AND epoch = ? AND position < ? ORDER BY position"
        )
        for epoch, length in zip(self.epochs(pool), self.prefix_lengths(pool), strict=True):
            with explained(self.path):
                for position, digest in self._db.execute(query, (pool, epoch.number, length)):
                    if type(digest) is not bytes:
                        raise damaged(self.path, f"digest {digest!r} of a set of {pool}")
                    yield (epoch.number, position), digest

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

    def pairings(self, pool: str, epoch: int, sets: int) -> Iterator[tuple[tuple[str, ...], int]]:
        """Of the first so many places of an epoch those that are stored: who met, and k. Streams."""
        query = (
            "SELECT sides, k FROM sets JOIN pairings ON pairings.id = sets.pairing "
            "JOIN pools ON pools.id = sets.pool WHERE pools.name = ? AND epoch = ? AND position < ? "
            "ORDER BY position"
        )
        with explained(self.path), decoding(self.path, f"pairings of epoch {epoch} of {pool}"):
            for sides, k in self._db.execute(query, (pool, epoch, sets)):
                yield tuple(key for side in parse_sides(sides) for key in side), k

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

    def paces(self) -> tuple[WorkerPace, ...]:
        """How fast the workers of each run compute, in order of runs and workers."""
        rows = self._rows("SELECT session, worker, 1.0 * total_ns / loops FROM run_paces ORDER BY session, worker")
        with decoding(self.path, "run_paces"):
            return tuple(WorkerPace(*row) for row in msgspec.convert(rows, list[tuple[int, int, float]]))

    def thinking(self, pool: str) -> dict[str, Thinking]:
        """How long the decisions of a pool's entrants (`name@version`) took, over all runs, by entrant."""
        rows = self._rows(
            "SELECT entrant, bucket, decisions, longest_ns FROM run_thinking "
            "JOIN pools ON pools.id = pool WHERE pools.name = ? ORDER BY entrant, bucket",
            pool,
        )
        found: dict[str, Thinking] = {}
        with decoding(self.path, "run_thinking"):
            for entrant, number, decisions, longest in msgspec.convert(rows, list[tuple[str, int, int, int]]):
                thinking = found.setdefault(entrant, Thinking())
                thinking.counts[number] += decisions
                thinking.longest_ns = max(thinking.longest_ns, longest)
        return found

    @property
    def decision_ms(self) -> int:
        """The ladder's limit for the CPU time of a decision, as the config last gave it."""
        with decoding(self.path, "decision_ms"):
            return int(self.meta["decision_ms"])

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
        hints = MatchHints(self._db, self.path)
        parts = _MATCH.fullmatch(match)
        if parts is None:
            raise StoreError(f"no match {match!r}: expected pool/entrants/k/seating{hints.example()}")
        pool, sides, k, seating = parts[1], parts[2], int(parts[3]), int(parts[4])
        find_pool(self.rules(), pool)
        where = "sets.pairing = (SELECT id FROM pairings WHERE pool = pools.id AND sides = ?) AND k = ?"
        found = next(self._placed(pool, where, (sides, k), transcripts=True), None)
        if found is None or found.result is None:
            raise StoreError(f"no match {match!r}: {hints.near(pool, sides, k)}")
        if not 1 <= seating <= len(found.result.matches):
            raise StoreError(f"no match {match!r}: its set has the seatings 1 to {len(found.result.matches)}")
        return found.result, found.result.matches[seating - 1]

    def _placed(self, pool: str, where: str, values: Sequence[object], transcripts: bool) -> Iterator[PlacedSet]:
        """Sets in schedule order, as a stream."""
        with explained(self.path):
            rows = self._db.execute(query_of_sets(where, transcripts), (pool, *values))
            for columns, group in groupby(rows, key=lambda row: row[:COLUMNS]):
                yield placed_set(self.path, self.shape(pool), pool, columns, list(group))

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
    return StoredLadder(folder, connect_for_reading(folder))
