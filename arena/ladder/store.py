"""Writing a ladder's database: one writer, one transaction for each batch of whole sets.

A set is stored under its name (pool, pairing, k), so that nothing depends on the order in which sets come in,
and running again finds what is there, whatever was planned when it was played.
"""

import os
import platform
import secrets
import socket
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

from arena.ladder.entrants import Ladder, Pool
from arena.ladder.executors.base import Failed, Played
from arena.ladder.formats.base import Epoch
from arena.ladder.lock import RunLock
from arena.ladder.schedule import schedule
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
from arena.ladder.settings import refuse_changes, settings, versions
from arena.ladder.stored import Field, StoredLadder, check_format
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
                set_id = self._put_set(one.task, "played")
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
            for task in void:
                self._put_set(task, "void")
            self._db.executemany(
                "INSERT INTO run_failures (session, set_name, cause) VALUES (?, ?, ?)",
                [(self._session, one.task.name, one.cause) for one in failed],
            )

    def missing(self, pool: Pool, end: int | None) -> Iterator[SetTask]:
        """The sets of a pool's schedule, before its end-th, that are still to be played. Lazy.

        First the void ones of the finished prefix whose entrants are still in; then, in schedule order, what
        is not stored or void. A set that was played for an earlier epoch, beyond the place where that was cut,
        takes its place in the present one as the schedule comes to it.
        """
        field = {entrant.key for entrant in pool.entrants}
        for task in self._void_tasks(pool.id):
            if field.issuperset(key for side in task.sides for key in side):
                yield task
        start = self.finished(pool.id)
        tasks = schedule(pool.id, pool.sides, self.epochs(pool.id), self.secret, start)
        for task in tasks if end is None else islice(tasks, max(0, end - start)):
            stored = self._db.execute(
                f"SELECT id, epoch, position, status FROM sets WHERE pairing = {_PAIRING} AND k = ?",
                (self._pools[pool.id], sides_text(task.sides), task.k),
            ).fetchone()
            if stored is None or stored[3] == "void":
                yield task
            elif stored[1:3] != (task.epoch, task.position):
                with self._transaction():
                    self._db.execute(
                        "UPDATE sets SET epoch = ?, position = ? WHERE id = ?",
                        (task.epoch, task.position, stored[0]),
                    )

    def played_ahead(self, pool: str) -> int:
        """How many sets of the last epoch are stored beyond the finished prefix."""
        length = self.prefix_lengths(pool)[-1]
        query = "SELECT count(*) FROM sets WHERE pool = ? AND epoch = ? AND position >= ?"
        ((count,),) = self._rows(query, self._pools[pool], len(self.epochs(pool)), length)
        return int(count)

    def begin(self, ladder: Ladder, workers: int) -> None:
        """Take down what the config now says: new pools, entrants and epochs; and begin a session."""
        with self._transaction():
            for pool in ladder.pools:
                self._db.execute(
                    "INSERT INTO pools (name, game, variant) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                    (pool.id, pool.game, to_json(pool.variant.options())),
                )
            self._pools = dict(self._rows("SELECT name, id FROM pools"))
            for entrant in ladder.entrants:
                self._db.execute(
                    "INSERT INTO entrants (name, version, spec, options, author) VALUES (?, ?, ?, ?, ?) "
                    "ON CONFLICT DO UPDATE SET spec = excluded.spec, author = excluded.author",
                    (entrant.name, entrant.version, entrant.spec, to_json(dict(entrant.options)), entrant.author),
                )
            for pool in ladder.pools:
                self._begin_epoch(pool, ladder)
            cursor = self._db.execute(
                "INSERT INTO run_sessions (started, workers, host, system) VALUES (?, ?, ?, ?)",
                (_now(), workers, socket.gethostname(), f"{platform.platform()}, {os.cpu_count()} cpus"),
            )
            self._session = cursor.lastrowid or 0

    def _begin_epoch(self, pool: Pool, ladder: Ladder) -> None:
        """Append an epoch to the pool unless field and format are those of its last."""
        epochs = self.epochs(pool.id)
        present = first_epoch(ladder, pool)
        if epochs and _same_contest(epochs[-1], present):
            return
        cut = self.prefix_lengths(pool.id)[-1] if epochs else 0
        field = Field(present.entrants, present.challengers, present.format, cut)
        self._db.execute(
            "INSERT INTO events (pool, epoch, position, kind, detail) VALUES (?, ?, 0, 'field', ?)",
            (self._pools[pool.id], len(epochs) + 1, to_json(field)),
        )

    def _void_tasks(self, pool: str) -> list[SetTask]:
        """The void sets of the finished prefix."""
        rows = self._rows(
            "SELECT epoch, position, sides, k FROM sets JOIN pairings ON pairings.id = sets.pairing "
            "WHERE sets.pool = ? AND status = 'void' ORDER BY epoch, position",
            self._pools[pool],
        )
        lengths = self.prefix_lengths(pool)
        return [
            SetTask(pool, epoch, position, sides, k, self.seed(SetResult(pool, sides, k, ())))
            for epoch, position, sides, k in ((e, p, parse_sides(s), k) for e, p, s, k in rows)
            if position < lengths[epoch - 1]
        ]

    def _put_set(self, task: SetTask, status: str) -> int:
        """The row of a set that is not played yet (a void one is taken over)."""
        pairing = (self._pools[task.pool], sides_text(task.sides))
        self._db.execute("INSERT INTO pairings (pool, sides) VALUES (?, ?) ON CONFLICT DO NOTHING", pairing)
        row: tuple[int] = self._db.execute(
            "INSERT INTO sets (pool, pairing, k, epoch, position, status) "
            f"VALUES (?, {_PAIRING}, ?, ?, ?, ?) ON CONFLICT (pairing, k) DO UPDATE "
            "SET epoch = excluded.epoch, position = excluded.position, status = excluded.status RETURNING id",
            (pairing[0], *pairing, task.k, task.epoch, task.position, status),
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
        store.begin(ladder, workers)
        undo.pop_all()
    return store


def first_epoch(ladder: Ladder, pool: Pool) -> Epoch:
    """The only epoch of a pool whose ladder begins now."""
    entrants = tuple(entrant.key for entrant in pool.entrants)
    format_ = ladder.config.format.model_dump(mode="json", exclude_none=True, exclude={"challengers"})
    return Epoch(1, entrants, pool.challengers, format_, None)


def _same_contest(one: Epoch, other: Epoch) -> bool:
    """Whether field and format are the same; another order of the same entrants in the config is."""
    return (set(one.entrants), set(one.challengers), one.format) == (
        set(other.entrants),
        set(other.challengers),
        other.format,
    )


def _connect(path: Path, ladder: Ladder) -> sqlite3.Connection:
    with explained(path), ExitStack() as undo:
        connection = sqlite3.connect(path, isolation_level=None)
        undo.callback(connection.close)
        connection.execute("PRAGMA journal_mode = WAL")
        # A killed process loses nothing; a power cut may lose the last batches, which are then played again.
        connection.execute("PRAGMA synchronous = NORMAL")
        if connection.execute("SELECT count(*) FROM sqlite_schema").fetchone() == (0,):
            _create(connection, ladder)
        check_format(path, connection)
        ((state,),) = connection.execute("PRAGMA quick_check(1)")
        if state != "ok":
            raise damaged(path, state)
        undo.pop_all()
    return connection


def _create(connection: sqlite3.Connection, ladder: Ladder) -> None:
    """Make the tables and take down what never changes, all or nothing."""
    meta = settings(ladder) | versions() | {"secret": ladder.config.seed or secrets.token_hex(16)}
    connection.execute("BEGIN IMMEDIATE")
    for statement in TABLES.split(";\n"):
        connection.execute(statement)
    connection.executemany("INSERT INTO meta VALUES (?, ?)", sorted(meta.items()))
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {FORMAT}")
    connection.execute("COMMIT")


def _now() -> str:
    return datetime.now(UTC).isoformat(" ", "seconds")
