"""A real Dask cluster on this machine, and what is carried to it without a ladder."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import cloudpickle
import msgspec
from distributed import Client

from arena.ladder.executors.base import Play
from arena.records import SetTask

ROOT = Path(__file__).parents[3]


class CarriedPlay:
    """A `play` function as luggage, with the contents that tests give it."""

    def __init__(self, play: Play, contents: dict[str, bytes] | None = None) -> None:
        self.recipe = cloudpickle.dumps(partial(PlayedAway, play))
        self.contents = contents or {}
        self.printed: list[tuple[str, bytes]] = []

    def needs(self, task: SetTask | None) -> tuple[str, ...]:
        return tuple(self.contents)

    def content(self, name: str) -> bytes:
        return self.contents[name]

    def keep(self, entrant: str, printed: bytes) -> None:
        self.printed.append((entrant, printed))


class PlayedAway:
    def __init__(self, play: Play, folder: Path) -> None:
        self.play = play

    def unpack(self, content: bytes) -> None:
        pass

    def printed(self) -> list[tuple[str, bytes]]:
        return []


class DaskProcesses:
    """A scheduler and its workers, each a process that tests may kill."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "scheduler.json"
        self.scheduler = self._start(
            "scheduler", "--port", "0", "--no-dashboard", "--scheduler-file", str(self._file)
        )
        self.address = self._await_address()
        self.workers: list[subprocess.Popen[bytes]] = []

    def add_worker(self, threads: int = 1, arena: Path = ROOT) -> subprocess.Popen[bytes]:
        """Start a worker that finds arena in a folder."""
        options = ("--no-nanny", "--no-dashboard", "--nthreads", str(threads))
        worker = self._start("worker", self.address, *options, arena=arena)
        self.workers.append(worker)
        return worker

    def await_workers(self, count: int) -> None:
        with Client(self.address, set_as_default=False) as client:
            client.wait_for_workers(count, timeout=60)

    def end_workers(self) -> None:
        for worker in self.workers:
            worker.kill()
            worker.wait()
        self.workers.clear()

    def close(self) -> None:
        self.end_workers()
        self.scheduler.kill()
        self.scheduler.wait()

    def _start(self, *command: str, arena: Path = ROOT) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", "dask", *command],
            env=os.environ | {"PYTHONPATH": str(arena)},
            cwd=self._file.parent,
            stderr=subprocess.DEVNULL,
        )

    def _await_address(self) -> str:
        for _ in range(1200):
            if self._file.exists() and (text := self._file.read_text()):
                try:
                    return str(msgspec.json.decode(text)["address"])
                except msgspec.DecodeError:
                    pass
            time.sleep(0.05)
        raise AssertionError("the scheduler did not start")


@contextmanager
def dask_processes(folder: Path, workers: int) -> Iterator[DaskProcesses]:
    processes = DaskProcesses(folder)
    try:
        for _ in range(workers):
            processes.add_worker()
        if workers:
            processes.await_workers(workers)
        yield processes
    finally:
        processes.close()
