"""What `arena verify` finds: anything in the results that is not as it was played."""

import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.ladder.entrants import load_ladder
from arena.ladder.runner import run_ladder
from arena.ladder.schema import DATABASE, StoreError
from arena.ladder.stored import open_ladder
from arena.ladder.verification import Verification
from tests.ladder.kit import BRIDGETTE, make_ladder, missing, opened, write_config
from tests.ladder.kit import played as made_up

FAULTY = '''
from arena.bots import Bot


class Faulty(Bot):
    """Plays at random, and breaks down now and then."""

    games = ("bridgette", "fiftysix")

    def act(self, view):
        if self.rng.random() < 0.02:
            raise ValueError("no")
        return self.rng.choice(view.legal)
'''
SIX = {"id": "six", "game": "fiftysix", "variant": {"players": 6, "tables": 2, "max_deals": 4}}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ladder that was really played, with forfeits and substituted actions."""
    folder = tmp_path_factory.mktemp("faulty")
    (folder / "faulty.py").write_text(FAULTY)
    entrants = ["a", "b", {"bot": "faulty.py", "name": "f"}]
    config = write_config(
        folder, entrants, games=[BRIDGETTE, SIX], format={"kind": "round_robin", "sets_per_pairing": 2}
    )
    run_ladder(load_ladder(config), folder / "results", quiet=True)
    database = sqlite3.connect(folder / "results" / DATABASE)
    database.execute("PRAGMA journal_mode = DELETE")
    assert database.execute("SELECT count(*) FROM matches WHERE fault NOT NULL").fetchone()[0] > 2
    assert database.execute("SELECT count(*) FROM matches WHERE substituted NOT NULL").fetchone()[0] > 2
    database.close()
    return folder / "results"


def problems(folder: Path) -> list[str]:
    """What verify finds, or what opening the ladder says."""
    try:
        with open_ladder(folder) as ladder:
            return list(map(str, Verification(ladder).findings()))
    except StoreError as error:
        return [str(error)]


@pytest.fixture
def tampered(played: Path, tmp_path: Path) -> Callable[..., list[str] | None]:
    """Changes a fresh copy of the ladder by some SQL; what is found then, or None if that cannot be stored."""
    copy = tmp_path / "copy"
    copy.mkdir()

    def change(*statements: str) -> list[str] | None:
        shutil.copy(played / DATABASE, copy / DATABASE)
        database = sqlite3.connect(copy / DATABASE)
        try:
            with database:
                for statement in statements:
                    if database.execute(statement).rowcount == 0:
                        return None
        except sqlite3.IntegrityError:
            return None
        finally:
            database.close()
        return problems(copy)

    return change


def test_what_was_played_is_as_it_was_played(played: Path) -> None:
    assert problems(played) == []


COLUMNS = {
    "sets": "id pool pairing k epoch position status faulty digest",
    "matches": "set_id seating sides places scores deals termination forfeited fault substituted transcript",
}
VALUES = (
    "{0} + 1",
    "{0} + 1000",
    "'x'",
    "''",
    "x'00'",
    "NULL",
    "replace({0}, '1', '0')",
    "replace({0}, '0', '1')",
    "replace({0}, 'no', 'yes')",
    "replace({0}, 'played', 'void')",
    "replace({0}, 'crash', 'timeout')",
    "(SELECT other.{0} FROM {1} AS other WHERE other.{0} IS NOT {1}.{0} ORDER BY 1 LIMIT 1)",
    "(SELECT other.{0} FROM {1} AS other WHERE other.{0} IS NOT {1}.{0} ORDER BY 1 DESC LIMIT 1)",
)


@pytest.mark.parametrize("table", COLUMNS)
def test_the_columns_are_all_that_there_are(table: str, played: Path) -> None:
    database = sqlite3.connect(played / DATABASE)
    assert [row[1] for row in database.execute(f"PRAGMA table_info({table})")] == COLUMNS[table].split()
    database.close()


@pytest.mark.parametrize(
    ("table", "column"), [(table, column) for table, names in COLUMNS.items() for column in names.split()]
)
def test_whatever_is_changed_in_any_column_is_found(
    table: str, column: str, tampered: Callable[..., list[str] | None]
) -> None:
    """In a row of each kind: the first, one with a fault, one with a substituted action and no fault."""
    key = "id" if table == "sets" else "set_id"
    rows = [
        f"{key} = 1",
        f"{key} = (SELECT set_id FROM matches WHERE fault NOT NULL AND substituted IS NULL LIMIT 1)",
        f"{key} = (SELECT set_id FROM matches WHERE substituted NOT NULL ORDER BY fault NOT NULL LIMIT 1)",
    ]
    changes = 0
    for row in rows:
        for value in VALUES:
            new = value.format(column, table)
            found = tampered(f"UPDATE {table} SET {column} = {new} WHERE {row} AND {column} IS NOT ({new})")
            if found is not None:
                changes += 1
                assert found, f"{table}.{column} = {new} where {row}"
    assert changes > 3


SAME = dict.fromkeys(("pools", "pairings", "sets", "events"), "gone.id = {0}.id") | {
    "matches": "(gone.set_id, gone.seating) = (matches.set_id, matches.seating)"
}


@pytest.mark.parametrize("table", SAME)
def test_whatever_row_is_missing_is_found(table: str, tampered: Callable[..., list[str] | None]) -> None:
    for n in range(3):
        found = tampered(
            f"CREATE TEMP TABLE gone AS SELECT * FROM {table} LIMIT 1 OFFSET {n}",
            f"DELETE FROM {table} WHERE EXISTS (SELECT * FROM gone WHERE {SAME[table].format(table)})",
        )
        assert found is None or found


def test_every_seating_swapped_is_found_in_every_match(tampered: Callable[..., list[str]]) -> None:
    """The standings would be turned upside down."""
    found = tampered(
        "UPDATE matches SET sides = CASE sides WHEN '01' THEN '10' WHEN '10' THEN '01' ELSE sides END"
    )
    assert sum("sides: stored" in problem for problem in found) == 12


def test_a_set_that_is_not_whole_is_counted_nowhere(played: Path, tmp_path: Path) -> None:
    shutil.copytree(played, tmp_path / "half")
    database = sqlite3.connect(tmp_path / "half" / DATABASE)
    with database:
        database.execute("DELETE FROM matches WHERE set_id = 1 AND seating = 2")
    database.close()
    with open_ladder(tmp_path / "half") as ladder, pytest.raises(StoreError, match="not whole; `arena verify`"):
        [list(ladder.counted_sets(pool.id)) for pool in ladder.rules()]


def test_a_set_that_is_missing_without_a_trace_is_a_gap(played: Path, tmp_path: Path) -> None:
    """So a run that was cut short leaves them, and the next one fills them in."""
    shutil.copytree(played, tmp_path / "gap")
    database = sqlite3.connect(tmp_path / "gap" / DATABASE)
    with database:
        which = (
            "(SELECT sets.id FROM sets JOIN pools ON pools.id = pool WHERE name = 'bridgette' AND position = 2)"
        )
        database.execute(f"DELETE FROM matches WHERE set_id = {which}")
        database.execute(f"DELETE FROM run_sets WHERE set_id = {which}")
        database.execute(f"DELETE FROM sets WHERE id = {which}")
    database.close()
    with open_ladder(tmp_path / "gap") as ladder:
        verification = Verification(ladder)
        assert list(verification.findings()) == []
        (gap,) = verification.gaps()
        assert "bridgette: 3 sets are stored beyond a gap" in gap
        assert "number 3 of epoch 1" in gap
        assert ladder.uncounted("bridgette").beyond_gap == 3
        assert verification.sets == 7  # those beyond the gap have been looked at too


def test_sets_beyond_the_cut_of_their_epoch_are_where_they_belong(tmp_path: Path) -> None:
    """Their places are those of the schedule as it was when they were played."""
    folder = tmp_path / "results"
    ladder = make_ladder(tmp_path, "abc")
    with opened(folder, ladder) as store:
        tasks = list(missing(store, ladder))
        store.add([made_up(task) for task in tasks[:3] + tasks[5:9]])
    other = make_ladder(tmp_path, "abd")
    with opened(folder, other) as store:
        store.add([made_up(task) for task in list(missing(store, other))[:4]])
    with open_ladder(folder) as ladder_:
        found = [str(finding) for finding in Verification(ladder_).findings()]
    assert found
    assert not [finding for finding in found if "where the schedule has" in finding]
