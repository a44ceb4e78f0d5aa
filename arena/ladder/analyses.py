"""What has been worked out about single sets, at a cost beyond that of a report, and is kept in the database.

It is a pure function of a stored set (`arena.analysis`), so it may be missing for any set, and is the same
whenever it is made. The table comes with the first analysis; in a database without it nothing is analysed.
"""

import sqlite3
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from arena.ladder.database import check_format, connect_for_reading
from arena.ladder.lock import ANALYSES, RunLock
from arena.ladder.schema import DATABASE, StoreError, explained, sides_text
from arena.records import SetResult

TABLE: Final = """
CREATE TABLE IF NOT EXISTS analyses (
    set_id INTEGER PRIMARY KEY REFERENCES sets,
    content BLOB NOT NULL                       -- see arena.analysis
) WITHOUT ROWID                                 -- with one, a set that is not there would be given a number
"""
_SET_ID: Final = (
    "(SELECT sets.id FROM pools JOIN pairings ON pairings.pool = pools.id JOIN sets ON pairing = pairings.id "
    "WHERE pools.name = ? AND pairings.sides = ? AND k = ?)"
)


class Analyses:
    """The analyses of a ladder's sets, read by a connection to its database."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        """Take over a checked connection to the database at `path`."""
        self._db = connection
        self._path = path
        self._begun = False

    @property
    def begun(self) -> bool:
        """Whether anything was ever analysed; once that is so, it stays so."""
        if not self._begun:
            query = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'analyses'"
            with explained(self._path):
                self._begun = self._db.execute(query).fetchone() is not None
        return self._begun

    def of(self, result: SetResult) -> bytes | None:
        """The analysis of a set; None if there is none (yet)."""
        if not self.begun:
            return None
        with explained(self._path):
            row = self._db.execute(
                f"SELECT content FROM analyses WHERE set_id = {_SET_ID}", _key(result)
            ).fetchone()
        if row is not None and type(row[0]) is not bytes:
            raise StoreError(
                f"{self._path}: the analysis of set {result.name} is no blob; the database is damaged"
            )
        return None if row is None else row[0]


class AnalysisStore(Analyses):
    """A ladder's database, open for the one process that may write analyses; use it as a context manager."""

    def __init__(self, folder: Path) -> None:
        """Take the ladder's lock and make the table, if there is none.

        Raises StoreError: there is no ladder, a run or another analysis has it, or it cannot be written.
        """
        connect_for_reading(folder).close()
        path = folder / DATABASE
        with ExitStack() as undo:
            try:
                lock = undo.enter_context(RunLock(folder, ANALYSES))
            except OSError as error:
                raise StoreError(
                    f"{folder}: cannot be written ({error.strerror}), but the ladder's folder keeps its analysis"
                ) from error
            with explained(path):
                connection = sqlite3.connect(path, isolation_level=None)
                undo.callback(connection.close)
                check_format(path, connection)
                connection.execute("PRAGMA foreign_keys = ON")
                connection.execute(TABLE)
            super().__init__(connection, path)
            self._lock = lock
            self._undo = undo.pop_all()

    def __enter__(self) -> "AnalysisStore":
        return self

    def __exit__(self, *_: object) -> None:
        self._undo.close()

    def add(self, analysed: Iterable[tuple[SetResult, bytes]]) -> None:
        """Store the analyses of sets that have none, all or nothing."""
        with explained(self._path), self._db:
            self._db.execute("BEGIN IMMEDIATE")
            self._db.executemany(
                f"INSERT INTO analyses VALUES ({_SET_ID}, ?)",
                [(*_key(result), content) for result, content in analysed],
            )


def _key(result: SetResult) -> tuple[str, str, int]:
    return result.pool, sides_text(result.sides), result.k
