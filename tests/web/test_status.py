"""What the live page says of a ladder, read from what is new in its database."""

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from arena.ladder.lock import RunLock, is_held
from arena.ladder.schema import DATABASE
from arena.ladder.stored import open_ladder
from arena.web.status import SHOWN, StatusReader
from tests.web.kit import Growing


def reader_of(ladder: Growing, planned: int | None) -> StatusReader:
    reader = StatusReader(ladder.folder)
    reader.planned = {"bridgette": planned}
    return reader


def test_every_stored_set_is_counted_once_however_often_one_looks(tmp_path: Path) -> None:
    ladder = Growing(tmp_path)
    reader = reader_of(ladder, 12)
    for clock, more in enumerate([0, 3, 0, 4, 5]):
        ladder.play(more)
        pool = reader.read(float(clock), 0).pools[0]
        with open_ladder(ladder.folder) as stored:
            matches = [len(placed.seatings) for placed in stored.every_set("bridgette")]
        assert (pool.sets, pool.matches, pool.planned) == (len(matches), sum(matches), 12)


def test_the_latest_sets_and_faults_come_first_and_are_few(tmp_path: Path) -> None:
    ladder = Growing(tmp_path, format={"kind": "round_robin", "sets_per_pairing": 20})
    ladder.play(40)
    reader = reader_of(ladder, 12)
    reader.read(0.0, 0)
    ladder.play(20)
    status = reader.read(1.0, 0)
    rows = [new.row for new in status.latest]
    assert rows == sorted(rows, reverse=True)
    assert len(rows) == SHOWN
    with open_ladder(ladder.folder) as stored:
        by_name = {placed.result.name: placed for placed in stored.every_set("bridgette") if placed.result}
    assert all(bool(by_name[new.name].faulty) == bool(new.faulty) for new in status.latest)
    assert all(new.faulty for new in status.faults)


def test_the_rate_is_that_of_a_running_ladder_only(tmp_path: Path) -> None:
    ladder = Growing(tmp_path)
    reader = reader_of(ladder, 12)
    reader.read(0.0, 0)
    ladder.play(6)
    stopped = reader.read(2.0, 0)
    assert (stopped.matches_per_s, stopped.left_s) == (None, None)
    with held_by_another(ladder.folder):
        running = reader.read(3.0, 0)
    assert running.state == "running"
    assert running.matches_per_s == pytest.approx(4.0)  # 12 matches in 3 seconds
    assert running.left_s == pytest.approx(3.0)  # 6 of 12 sets left, 2 a second


def test_a_ladder_without_a_planned_end_has_no_time_left(tmp_path: Path) -> None:
    ladder = Growing(tmp_path)
    reader = reader_of(ladder, None)
    reader.read(0.0, 0)
    ladder.play(6)
    with held_by_another(ladder.folder):
        assert reader.read(3.0, 0).left_s is None


def test_a_run_that_was_killed_is_said_to_have_died(tmp_path: Path) -> None:
    ladder = Growing(tmp_path)
    assert reader_of(ladder, 12).read(0.0, 0).state == "stopped"
    with closing(sqlite3.connect(ladder.folder / DATABASE)) as database, database:
        database.execute("UPDATE run_sessions SET ended = NULL, reason = NULL")  # as a kill leaves it
    died = reader_of(ladder, 12).read(0.0, 0)
    assert died.state == "died"
    assert "has died" in died.said


def test_asking_for_the_lock_neither_takes_nor_frees_it(tmp_path: Path) -> None:
    assert not is_held(tmp_path)
    with held_by_another(tmp_path):
        assert is_held(tmp_path)
        assert is_held(tmp_path)
    assert not is_held(tmp_path)
    with RunLock(tmp_path):
        pass


@contextmanager
def held_by_another(folder: Path) -> Iterator[None]:
    """A process that holds a ladder's lock."""
    code = (
        "import sys; from pathlib import Path; from arena.ladder.lock import RunLock;"
        "lock = RunLock(Path(sys.argv[1])); print('held', flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", code, str(folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        yield
        process.communicate()
