"""Opening the file of a ladder's database: is it one, and of this format?"""

import sqlite3
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from arena.ladder.schema import APPLICATION_ID, DATABASE, FORMAT, StoreError, damaged, explained

_META: Final = {"arena", "ladder", "names", "on_fault", "python", "seatings", "secret"}


def connect_for_reading(folder: Path) -> sqlite3.Connection:
    """A connection to the database in a ladder's folder; for what it raises see `open_ladder`."""
    path = folder / DATABASE
    if not path.is_file():
        raise StoreError(f"{folder}: no ladder here (no {DATABASE}); expected the folder of a ladder that has run")
    with explained(path), ExitStack() as undo:
        connection = sqlite3.connect(_read_only(path), uri=True, isolation_level=None)
        undo.callback(connection.close)
        check_format(path, connection)
        undo.pop_all()
    return connection


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
