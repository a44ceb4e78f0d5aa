"""Writing a ladder's database: one writer, one transaction for each batch of whole sets.

A set is stored under its name (pool, pairing, k), so that nothing depends on the order in which sets come in,
and running again finds what is there, whatever was planned when it was played.
"""

import os
import platform
import secrets
import socket
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec

from arena.hosts.thinking import Thinking
from arena.ladder.asked import changes_asked
from arena.ladder.content import decoding, digest, faulty_text
from arena.ladder.database import check_format
from arena.ladder.entrants import Ladder, Pool, record_of
from arena.ladder.events import Change, Roster
from arena.ladder.executors.base import Failed, Played
from arena.ladder.field import field_of, field_of_next_stage
from arena.ladder.inbox import Inbox, Request, Submit
from arena.ladder.lock import RunLock
from arena.ladder.plan import terms_of
from arena.ladder.schedule import Place
from arena.ladder.schema import (
    APPLICATION_ID,
    DATABASE,
    FORMAT,
    TABLES,
    StoreError,
    damaged,
    explained,
    match_row,
    parse_sides,
    sides_text,
    to_json,
)
from arena.ladder.settings import refuse_changes, reporting, settings, versions
from arena.ladder.settled import may_be_played
from arena.ladder.stored import StoredLadder
from arena.ladder.stored_entrant import Origin, StoredEntrant
from arena.ladder.terms import Ruling
from arena.records import SetResult, SetTask

_PAIRING = "(SELECT id FROM pairings WHERE pool = ? AND sides = ?)"


class Store(StoredLadder):
    """A ladder's database, open for the one run that may write it."""

    def __init__(self, folder: Path, connection: sqlite3.Connection, lock: RunLock) -> None:
        """Take over a checked connection and the lock; use `open_store`."""
        super().__init__(folder, connection)
        self._lock = lock
        self._session = 0
        self._pools: dict[str, int] = {}

    def close(self, reason: str | None = None) -> None:
        """End the session, for the given reason, and let others run the ladder; idempotent."""
        try:
            if reason is not None:
                with self._transaction():
                    self._db.execute(
                        "UPDATE run_sessions SET ended = ?, reason = ? WHERE id = ?",
                        (_now(), reason, self._session),
                    )
        finally:
            super().close()
            self._lock.release()

    def add(self, played: Sequence[Played], failed: Sequence[Failed] = (), void: Sequence[SetTask] = ()) -> None:
        """Store, in one transaction, sets that were played, failures of the harness, and sets given up."""
        with self._transaction():
            for one in played:
                set_id = self._put_set(one.task, "played", faulty_text(one.result), digest(one.result))
                self._db.executemany(
                    "INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    [
                        (set_id, seating, *match_row(match))
                        for seating, match in enumerate(one.result.matches, start=1)
                    ],
                )
                self._db.execute(
                    "INSERT INTO run_sets VALUES (?, ?, ?, ?)", (set_id, self._session, one.worker, one.seconds)
                )
            self._add_thinking(played)
            self._db.executemany(
                "INSERT INTO run_paces VALUES (?, ?, 1, ?) ON CONFLICT DO UPDATE SET "
                "loops = loops + 1, total_ns = total_ns + excluded.total_ns",
                [(self._session, one.worker, one.pace_ns) for one in played if one.pace_ns is not None],
            )
            for task in void:
                self._put_set(task, "void")
            self._db.executemany(
                "INSERT INTO run_failures (session, set_name, cause) VALUES (?, ?, ?)",
                [(self._session, one.task.name, one.cause) for one in failed],
            )

    def _add_thinking(self, played: Iterable[Played]) -> None:
        """Add up how long decisions took; all of a batch first, since the rows are many."""
        sums: dict[tuple[str, str], Thinking] = {}
        for one in played:
            for times in one.thinking:
                thinking = sums.setdefault((one.task.pool, times.entrant), Thinking())
                thinking.counts.update(times.counts)
                thinking.longest_ns = max(thinking.longest_ns, times.longest_ns)
        self._db.executemany(
            "INSERT INTO run_thinking VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET "
            "decisions = decisions + excluded.decisions, longest_ns = max(longest_ns, excluded.longest_ns)",
            [
                (self._pools[pool], entrant, number, count, of.longest_ns if number == max(of.counts) else 0)
                for (pool, entrant), of in sums.items()
                for number, count in of.counts.items()
            ],
        )

    def is_missing(self, task: SetTask) -> bool:
        """Whether a set is still to be played: it is not stored, or void.

        One that was played for an earlier epoch, beyond the place where that was cut, takes its place in the
        present one.
        """
        stored = self._db.execute(
            f"SELECT id, epoch, position, status FROM sets WHERE pairing = {_PAIRING} AND k = ?",
            (self._pools[task.pool], sides_text(task.sides), task.k),
        ).fetchone()
        if stored is None or stored[3] == "void":
            return True
        if stored[1:3] != (task.epoch, task.position):
            with self._transaction():
                self._db.execute(
                    "UPDATE sets SET epoch = ?, position = ? WHERE id = ?", (task.epoch, task.position, stored[0])
                )
        return False

    def void_tasks(self, pool: str) -> list[SetTask]:
        """The void sets of the finished prefix that are to be tried again."""
        rows = self._rows(
            "SELECT epoch, position, sides, k FROM sets JOIN pairings ON pairings.id = sets.pairing "
            "WHERE sets.pool = ? AND status = 'void' ORDER BY epoch, position",
            self._pools[pool],
        )
        lengths = self.prefix_lengths(pool)
        epochs = self.epochs(pool)
        with decoding(self.path, f"void sets of {pool}"):
            return [
                SetTask(pool, epoch, position, sides, k, self.seed(SetResult(pool, sides, k, ())))
                for epoch, position, sides, k in ((e, p, parse_sides(s), k) for e, p, s, k in rows)
                if position < lengths[epoch - 1] and may_be_played(epochs, epoch, sides)
            ]

    def begin(self, ladder: Ladder, workers: int, requests: Sequence[Request] = ()) -> None:
        """Take down what the config and the inbox now say: new pools, entrants and epochs; and begin a session."""
        with self._transaction():
            for pool in ladder.pools:
                self._db.execute(
                    "INSERT INTO pools (name, game, variant) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                    (pool.id, pool.game, to_json(pool.variant.options())),
                )
            self._pools = dict(self._rows("SELECT name, id FROM pools"))
            self._db.executemany(
                "INSERT INTO meta VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
                sorted(reporting(ladder).items()),
            )
            for entrant in ladder.entrants:
                self._put_entrant(record_of(entrant))
            self._put_submitted(requests)
            for pool in ladder.pools:
                asked = changes_asked(requests, pool.game, pool.keys, self.events.roster(pool.id))
                self._change(ladder, pool, asked, None)
            for stored in self._pools:
                terms = terms_of(ladder, stored, self.ruling(stored))
                self.events.put_terms(stored, self.finished_place(stored), terms)
            cursor = self._db.execute(
                "INSERT INTO run_sessions (started, workers, host, system) VALUES (?, ?, ?, ?)",
                (_now(), workers, socket.gethostname(), f"{platform.platform()}, {os.cpu_count()} cpus"),
            )
            self._session = cursor.lastrowid or 0

    def take(self, ladder: Ladder, requests: Sequence[Request], cuts: Mapping[str, Place]) -> None:
        """Take requests while the ladder runs; what they change holds from these places of the pools on."""
        with self._transaction():
            self._put_submitted(requests)
            for pool in ladder.pools:
                asked = changes_asked(requests, pool.game, pool.keys, self.events.roster(pool.id))
                self._change(ladder, pool, asked, cuts[pool.id])

    def change(self, ladder: Ladder, pool: Pool, changes: Sequence[Change], cut: Place) -> None:
        """Take down changes of one pool, from this place on."""
        with self._transaction():
            self._change(ladder, pool, changes, cut)

    def rule(self, pool: str, ruling: Ruling) -> None:
        """Take down that a pool's sets have answered what was asked, and where."""
        with self._transaction():
            terms = msgspec.structs.replace(self.events.terms(pool), ruling=ruling)
            self.events.put_terms(pool, self.finished_place(pool), terms)

    def stage_time(self, pool: str, stage: int) -> timedelta:
        """How long a stage that ends by its hours has been played."""
        rows = self._rows("SELECT seconds FROM run_stages WHERE pool = ? AND stage = ?", self._pools[pool], stage)
        return timedelta(seconds=rows[0][0] if rows else 0)

    def add_stage_time(self, pool: str, stage: int, time: timedelta) -> None:
        """A stage has been played for so much longer."""
        with self._transaction():
            self._db.execute(
                "INSERT INTO run_stages VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET "
                "seconds = seconds + excluded.seconds",
                (self._pools[pool], stage, time.total_seconds()),
            )

    def end_stage(self, pool: str, place: Place, stage: int) -> None:
        """Take down that no set from this place of a pool on is of the present stage."""
        with self._transaction():
            self.events.end_stage(pool, place, stage)

    def next_stage(self, ladder: Ladder, pool: Pool, ranking: Sequence[str]) -> None:
        """Begin a pool's next stage where the finished sets end; `ranking` has the names of the one before."""
        with self._transaction():
            *_, last = fields = self.events.fields(pool.id)
            authors = {entrant.key: entrant.author for entrant in self.entrants()}
            roster = self.events.roster(pool.id)
            cut = self.finished_place(pool.id)
            field = field_of_next_stage(ladder, pool, roster, authors, cut, last, ranking)
            self.events.append(pool.id, (len(fields) + 1, 0), [], field)

    def _change(self, ladder: Ladder, pool: Pool, changes: Sequence[Change], cut: Place | None) -> None:
        """Append the events, and an epoch if the contest becomes another, from `cut` or the prefix's end on."""
        roster = self.events.roster(pool.id).after(changes)
        fields = self.events.fields(pool.id)
        place = (1, 0) if not fields else cut or self.finished_place(pool.id)
        authors = {entrant.key: entrant.author for entrant in self.entrants()}
        last = fields[-1] if fields else None
        same = last is not None and field_of(ladder, pool, roster, authors, last=last).is_like(last)
        overtaken = changes and place[0] < len(fields)  # a dead run had begun epochs beyond the place
        if same and not overtaken and not (cut is None and self._stranded(pool, roster)):
            self.events.append(pool.id, place, changes, None)
        else:
            roster = self.events.roster(pool.id, place).after(changes)
            field = field_of(ladder, pool, roster, authors, place, last)
            self.events.append(pool.id, (len(fields) + 1, 0), changes, field)

    def _stranded(self, pool: Pool, roster: Roster) -> bool:
        """Whether sets of a closed epoch are missing that somebody would have to play who is gone for good."""
        available = {*pool.keys, *(one.key for one in self.entrants() if one.origin is Origin.SUBMITTED)}
        number, _ = self.finished_place(pool.id)
        waiting = [epoch for epoch in self.epochs(pool.id)[number - 1 : -1] if epoch.length]
        return any(not available.issuperset(epoch.entrants) for epoch in waiting)

    def _put_submitted(self, requests: Iterable[Request]) -> None:
        for request in requests:
            if isinstance(request, Submit):
                self._put_entrant(request.entrant)

    def _put_entrant(self, entrant: StoredEntrant) -> None:
        """The row of a version of an entrant; its packages stay those it first came with."""
        row = msgspec.structs.asdict(entrant) | {"origin": entrant.origin.value}
        row |= {key: to_json(row[key]) for key in ("options", "games", "packages")}
        self._db.execute(
            "INSERT INTO entrants "
            "(name, version, spec, options, author, origin, bundle, main, class, games, packages, timed, noise) "
            "VALUES (:name, :version, :spec, :options, :author, :origin, :bundle, :main, :class_name, :games, "
            ":packages, :timed, :noise) "
            "ON CONFLICT DO UPDATE SET spec = excluded.spec, author = excluded.author, origin = excluded.origin",
            row,
        )

    def _put_set(self, task: SetTask, status: str, faulty: str = "", digest: bytes = b"") -> int:
        """The row of a set that is not played yet (a void one is taken over)."""
        pairing = (self._pools[task.pool], sides_text(task.sides))
        self._db.execute("INSERT INTO pairings (pool, sides) VALUES (?, ?) ON CONFLICT DO NOTHING", pairing)
        row: tuple[int] = self._db.execute(
            "INSERT INTO sets (pool, pairing, k, epoch, position, status, faulty, digest) "
            f"VALUES (?, {_PAIRING}, ?, ?, ?, ?, ?, ?) ON CONFLICT (pairing, k) DO UPDATE "
            "SET epoch = excluded.epoch, position = excluded.position, status = excluded.status, "
            "faulty = excluded.faulty, digest = excluded.digest RETURNING id",
            (pairing[0], *pairing, task.k, task.epoch, task.position, status, faulty, digest),
        ).fetchone()
        return row[0]

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with explained(self.path):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise


def open_store(folder: Path, ladder: Ladder, workers: int) -> Store:
    """Open a ladder's database for a run of this config, making it (and its folder) if there is none.

    Raises StoreError: another run has it, it cannot be written, is damaged, is not a ladder's, is of a newer
    format, or holds results that this config does not fit.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = RunLock(folder)
    except OSError as error:
        raise StoreError(
            f"{folder}: cannot be written ({error.strerror}). Check the folder, or use another one with --out"
        ) from error
    with ExitStack() as undo:
        undo.callback(lock.release)
        store = Store(folder, _connect(folder / DATABASE, ladder), lock)
        undo.callback(store.close)
        refuse_changes(store, ladder)
        inbox = Inbox(folder)
        waiting = inbox.take(ladder.names)
        store.begin(ladder, workers, list(waiting.values()))
        inbox.done(list(waiting))
        undo.pop_all()
    return store


def _connect(path: Path, ladder: Ladder) -> sqlite3.Connection:
    with explained(path), ExitStack() as undo:
        if not path.exists():
            _create(path, ladder)
        connection = sqlite3.connect(path, isolation_level=None)
        undo.callback(connection.close)
        check_format(path, connection)
        connection.execute("PRAGMA journal_mode = WAL")
        # A killed process loses nothing; a power cut may lose the last batches, which are then played again.
        connection.execute("PRAGMA synchronous = NORMAL")
        ((state,),) = connection.execute("PRAGMA quick_check(1)")
        if state != "ok":
            raise damaged(path, state)
        undo.pop_all()
    return connection


def _create(path: Path, ladder: Ladder) -> None:
    """Make the database, without any result. It gets its name once it is whole, so it is never half made."""
    secret = ladder.config.seed or secrets.token_hex(16)
    meta = settings(ladder) | reporting(ladder) | versions() | {"secret": secret}
    unfinished = path.with_name(f"{path.name}.new")
    unfinished.unlink(missing_ok=True)
    try:
        with closing(sqlite3.connect(unfinished, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode = MEMORY")  # a file that is not finished is thrown away
            connection.execute("BEGIN")
            for statement in TABLES.split(";\n"):
                connection.execute(statement)
            connection.executemany("INSERT INTO meta VALUES (?, ?)", sorted(meta.items()))
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {FORMAT}")
            connection.execute("COMMIT")
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def _now() -> str:
    return datetime.now(UTC).isoformat(" ", "seconds")
