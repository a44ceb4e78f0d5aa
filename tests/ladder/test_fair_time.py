"""Nobody is blamed for a busy machine, or for one that stood still."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from arena.ladder.stored import open_ladder
from tests.ladder.executors.dask_kit import ROOT
from tests.ladder.executors.kit import descendants
from tests.ladder.kit import write_config

STOP_S = 5.0


@contextmanager
def busy_machine() -> Iterator[None]:
    """A process for each core that does nothing but compute."""
    with ExitStack() as stack:
        for _ in range(os.cpu_count() or 1):
            busy = subprocess.Popen([sys.executable, "-c", "while True: pass"])
            stack.callback(busy.wait)
            stack.callback(busy.kill)
        yield


def stop_all(pid: int, seconds: float) -> None:
    """Stop a process and all below it for so long."""
    stopped = []
    while new := [one for one in [pid, *descendants(pid)] if one not in stopped]:
        for one in new:  # the parents first, which could start more
            send(one, signal.SIGSTOP)
        stopped += new
    time.sleep(seconds)
    for one in stopped:
        send(one, signal.SIGCONT)


def send(pid: int, number: signal.Signals) -> None:
    try:
        os.kill(pid, number)
    except ProcessLookupError:  # a seat's process lives no longer than its match
        return


@pytest.mark.parametrize(
    ("least", "stops"),
    [pytest.param(3_000, 1, marks=pytest.mark.system), pytest.param(1_000_000, 20, marks=pytest.mark.soak)],
)
def test_no_false_fault_with_twice_as_many_workers_as_cores_beside_busy_processes(least, stops, tmp_path):
    workers = 2 * (os.cpu_count() or 1)
    bots = [{"bot": str(ROOT / "bots/random_legal.py"), "name": name} for name in "abc"]
    config = write_config(
        tmp_path,
        bots,
        games=[{"id": "bridgette", "game": "bridgette"}],
        format={"kind": "round_robin", "sets_per_pairing": least},
        isolation="process",
        workers=workers,
    )
    results = tmp_path / "results"
    command = [sys.executable, "-m", "arena.cli.main", "run", str(config), "--out", str(results), "--quiet"]
    with busy_machine(), subprocess.Popen(command, stdout=subprocess.DEVNULL) as run:
        try:
            for stop in range(stops + 1):
                while decisions(results) < least * (stop + 1) // (stops + 1):
                    assert run.poll() is None
                    time.sleep(0.5)
                if stop < stops:
                    stop_all(run.pid, STOP_S)
            run.send_signal(signal.SIGINT)
            run.wait(20)
        finally:
            run.kill()
    with open_ladder(results) as stored:
        faults = [
            match.fault for one in stored.every_set("bridgette") if one.result for match in one.result.matches
        ]
    assert len(faults) > 10
    assert set(faults) == {None}
    print(f"{decisions(results):,} decisions, {stops} stops of {STOP_S:g} s, {workers} workers: no fault")


def decisions(results: Path) -> int:
    """How many decisions the stored sets took."""
    if not (results / "ladder.db").exists():
        return 0
    with open_ladder(results) as stored:
        return sum(sum(thinking.counts.values()) for thinking in stored.thinking("bridgette").values())
