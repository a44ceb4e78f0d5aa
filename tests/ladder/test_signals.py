"""What a signal leaves of a run whose bots are in processes of their own, and think for ever."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from arena.ladder.interrupt import EXIT_INTERRUPTED
from tests.ladder.executors.kit import await_file, descendants, left_after
from tests.ladder.kit import write_config

THINKER = """
import time
from pathlib import Path
from arena.bots import Bot

class Thinker(Bot):
    games = ("bridgette",)

    def act(self, view):
        Path({thinking!r}).write_text("now")
        time.sleep(600)
        return view.legal[0]
"""

WORKERS = pytest.mark.parametrize("workers", [0, 2])
pytestmark = [
    pytest.mark.system,
    pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc"),
]


@contextmanager
def thinking(folder: Path, workers: int) -> Iterator[tuple[subprocess.Popen[str], list[int]]]:
    """`arena run` while a bot thinks, and all processes below it."""
    (folder / "thinker.py").write_text(THINKER.format(thinking=str(folder / "thinking")))
    bots = [{"bot": "thinker.py", "name": name} for name in "abc"]
    limits = {"decision_ms": 600_000, "match_s": 600}
    config = write_config(folder, bots, isolation="process", limits=limits, workers=workers)
    command = [sys.executable, "-m", "arena.cli.main", "run", str(config), "--out", str(folder / "results")]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True) as run:
        try:
            await_file(folder / "thinking")
            yield run, descendants(run.pid)
        finally:
            run.kill()


@WORKERS
def test_ctrl_c_ends_a_run_within_two_seconds_however_slow_the_bots(workers: int, tmp_path: Path) -> None:
    with thinking(tmp_path, workers) as (run, below):
        assert len(below) > workers
        asked = time.monotonic()
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=10)
        assert time.monotonic() - asked < 2
    assert run.returncode == EXIT_INTERRUPTED
    assert err.splitlines() == ["", "Stopping: what is finished is kept. (Ctrl-C again stops at once.)"]
    assert out.startswith("Nothing played: interrupted.\n")
    assert out.splitlines()[-1].startswith(f"Go on:   arena run {tmp_path}/tiny.yaml --out ")
    assert left_after(below, 5) == []


@WORKERS
def test_a_second_ctrl_c_stops_at_once(workers: int, tmp_path: Path) -> None:
    with thinking(tmp_path, workers) as (run, below):
        asked = time.monotonic()
        run.send_signal(signal.SIGINT)
        time.sleep(0.01)
        run.send_signal(signal.SIGINT)
        assert run.wait(5) == EXIT_INTERRUPTED
        assert time.monotonic() - asked < 1
        assert left_after(below, 5) == []


@WORKERS
def test_nothing_of_a_run_is_alive_five_seconds_after_it_was_killed(workers: int, tmp_path: Path) -> None:
    with thinking(tmp_path, workers) as (run, below):
        run.kill()
        run.wait(5)
        assert left_after(below, 5) == []


def test_a_worker_that_is_killed_takes_its_bots_along_and_its_set_is_played_again(tmp_path: Path) -> None:
    with thinking(tmp_path, workers=1) as (run, below):
        worker = next(pid for pid in below if parent(pid) == run.pid and descendants(pid))
        bots = descendants(worker)
        (tmp_path / "thinking").unlink()
        os.kill(worker, signal.SIGKILL)
        assert left_after([worker, *bots], 5) == []
        await_file(tmp_path / "thinking")
        assert run.poll() is None


def parent(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
