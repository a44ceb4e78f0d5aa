"""Analyses are kept by set, in a table that comes with the first, by one process at a time."""

import subprocess
import sys
from pathlib import Path

import pytest

from arena.ladder.analyses import AnalysisStore
from arena.ladder.lock import is_held
from arena.ladder.schema import StoreError
from arena.ladder.stored import open_ladder
from tests.ladder.kit import make_ladder, opened, play

POOL = "bridgette"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    ladder = make_ladder(tmp_path, "ab")
    with opened(tmp_path / "results", ladder) as store:
        play(store, ladder, 3)
    return tmp_path / "results"


def test_a_database_without_the_table_has_no_analyses(folder: Path) -> None:
    with open_ladder(folder) as ladder:
        assert not ladder.analyses.begun
        assert list(ladder.analysed_sets(POOL)) == []
        assert ladder.analyses.of(next(ladder.counted_sets(POOL))) is None


def test_they_come_back_with_their_sets_in_schedule_order(folder: Path) -> None:
    with open_ladder(folder) as ladder:
        first, second, third = ladder.counted_sets(POOL)
    with AnalysisStore(folder) as store:
        store.add([(third, b"3")])
        store.add([(first, b"1")])
    with open_ladder(folder) as ladder:
        assert list(ladder.analysed_sets(POOL)) == [(first, b"1"), (third, b"3")]
        assert ladder.analyses.of(second) is None


def test_a_ladder_with_analyses_plays_on(folder: Path, tmp_path: Path) -> None:
    with AnalysisStore(folder) as store, open_ladder(folder) as ladder:
        store.add([(next(ladder.counted_sets(POOL)), b"1")])
    with opened(folder, make_ladder(tmp_path, "ab")) as again:
        assert len(play(again, make_ladder(tmp_path, "ab"))) == 1
        assert len(list(again.analysed_sets(POOL))) == 1


def test_an_analysis_of_a_set_that_is_not_stored_is_refused(folder: Path) -> None:
    with open_ladder(folder) as ladder:
        result = next(ladder.counted_sets(POOL))
    unknown = type(result)(result.pool, result.sides, 99, result.matches)
    with AnalysisStore(folder) as store, pytest.raises(StoreError):
        store.add([(result, b"1"), (unknown, b"?")])
    with open_ladder(folder) as ladder:
        assert list(ladder.analysed_sets(POOL)) == []


def test_runs_and_analyses_keep_each_other_off(folder: Path, tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from arena.ladder import lock;"
        "held = lock.RunLock(Path(sys.argv[1]), getattr(lock, sys.argv[2])); print('held', flush=True);"
        "sys.stdin.read()"
    )
    for holder, message, plays in (
        ("PLAYS", "a run .* is playing this ladder", True),
        ("ANALYSES", "an analysis .* is at work on this ladder", False),
    ):
        command = [sys.executable, "-c", program, str(folder), holder]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
            assert other.stdout
            other.stdout.readline()
            assert is_held(folder) is plays
            with pytest.raises(StoreError, match=message):
                AnalysisStore(folder)
            with pytest.raises(StoreError, match=message):
                opened(folder, make_ladder(tmp_path, "ab"))
            other.communicate()


def test_without_a_ladder_nothing_is_made(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no ladder here"):
        AnalysisStore(tmp_path)
    assert list(tmp_path.iterdir()) == []
