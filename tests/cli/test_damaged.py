"""A database whose content is damaged ends every command with one message, never with a traceback."""

import shutil
import sqlite3
from pathlib import Path

import pytest
from typer.testing import CliRunner

from arena.cli.main import app
from arena.errors import ArenaError
from arena.ladder.schema import DATABASE, TABLES
from arena.ladder.stored import open_ladder
from tests.ladder.kit import BRIDGETTE, SIX, make_ladder, missing, opened, played, write_config

GARBAGE = ("'x'", "x'ff'")
GARBAGE_AS_JSON = ("'[]'", "'{\"seat\": 99}'")
"""What is no document at all is the other garbage."""


@pytest.fixture(scope="module")
def ladder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ladder with made-up results, a void set, and its config beside it."""
    folder = tmp_path_factory.mktemp("sound")
    made = make_ladder(folder, games=[BRIDGETTE, SIX])
    with opened(folder / "results", made) as store:
        for pool in range(2):
            *tasks, last = missing(store, made, pool)
            store.add([played(task) for task in tasks], void=[last])
        store.close("done")
    return folder


def columns() -> list[tuple[str, str]]:
    database = sqlite3.connect(":memory:")
    database.executescript(TABLES)
    tables = [name for (name,) in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    return [(table, row[1]) for table in tables for row in database.execute(f"PRAGMA table_info({table})")]


def holds_json(path: Path, table: str, column: str) -> bool:
    database = sqlite3.connect(path)
    try:
        sound = database.execute(f"SELECT {column} FROM {table} WHERE {column} IS NOT NULL LIMIT 1").fetchone()
    finally:
        database.close()
    return sound is not None and str(sound[0]).startswith(("[", "{"))


@pytest.mark.parametrize(("table", "column"), columns())
def test_garbage_in_any_column_is_told_and_never_a_traceback(
    table: str, column: str, ladder: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "copy"
    with open_ladder(ladder / "results") as stored:
        match = next(stored.counted_sets("bridgette")).name + "/1"
    commands: tuple[tuple[object, ...], ...] = (
        ("standings", copy),
        ("report", copy, "--out", tmp_path / "report"),
        ("export", copy, "--table", "decisions", "--format", "csv"),
        ("export", copy),
        ("entrants", copy),
        ("verify", copy),
        ("replay", copy, match),
        ("replay", copy, "--worst", "a"),
        ("run", write_config(tmp_path, games=[BRIDGETTE, SIX]), "--out", copy, "--max-sets", 1, "--quiet"),
    )
    for value in GARBAGE + GARBAGE_AS_JSON * holds_json(ladder / "results" / DATABASE, table, column):
        shutil.rmtree(copy, ignore_errors=True)  # with the logs that a run has left
        copy.mkdir()
        shutil.copy(ladder / "results" / DATABASE, copy)
        database = sqlite3.connect(copy / DATABASE)
        try:
            with database:
                database.execute(f"UPDATE OR REPLACE {table} SET {column} = {value}")
        except sqlite3.IntegrityError:
            continue
        finally:
            database.close()
        for command in commands:
            done = CliRunner().invoke(app, list(map(str, command)))
            if not isinstance(done.exception, ArenaError | SystemExit | None):
                raise AssertionError(f"{table}.{column} = {value}: arena {command[0]}") from done.exception
