"""A real Dask cluster on this machine, and what is carried to it without a ladder."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import cloudpickle
import msgspec
from distributed import Client, Security

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


@dataclass(frozen=True)
class Keys:
    """A key, and a certificate that is its own authority."""

    cert: Path
    key: Path

    @property
    def options(self) -> tuple[str, ...]:
        """Those of Dask's commands."""
        return ("--tls-ca-file", str(self.cert), "--tls-cert", str(self.cert), "--tls-key", str(self.key))


def new_keys(folder: Path, name: str) -> Keys:
    """A new pair, made by openssl."""
    keys = Keys(folder / f"{name}.pem", folder / f"{name}.key")
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
    files = ["-subj", f"/CN={name}", "-days", "1", "-out", str(keys.cert), "-keyout", str(keys.key)]
    subprocess.run([*command, *files], check=True, stderr=subprocess.DEVNULL)
    return keys


class DaskProcesses:
    """A scheduler and its workers, each a process that tests may kill; with `keys` they talk by TLS alone."""

    def __init__(self, folder: Path, keys: Keys | None = None) -> None:
        self._file = folder / "scheduler.json"
        self._tls = keys.options if keys else ()
        cert, key = (str(keys.cert), str(keys.key)) if keys else (None, None)
        self._security = Security(
            tls_ca_file=cert, tls_client_cert=cert, tls_client_key=key, require_encryption=keys is not None
        )
        protocol = ("--protocol", "tls") if keys else ()
        options = ("--port", "0", "--no-dashboard", "--scheduler-file", str(self._file))
        self.scheduler = self._start("scheduler", *options, *protocol, *self._tls)
        self.address = self._await_address()
        self.workers: list[subprocess.Popen[bytes]] = []

    def add_worker(self, threads: int = 1, arena: Path = ROOT) -> subprocess.Popen[bytes]:
        """Start a worker that finds arena in a folder."""
        options = ("--no-nanny", "--no-dashboard", "--nthreads", str(threads), *self._tls)
        worker = self._start("worker", self.address, *options, arena=arena)
        self.workers.append(worker)
        return worker

    def await_workers(self, count: int) -> None:
        with Client(self.address, security=self._security, set_as_default=False) as client:
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
def dask_processes(folder: Path, workers: int, keys: Keys | None = None) -> Iterator[DaskProcesses]:
    processes = DaskProcesses(folder, keys)
    try:
        for _ in range(workers):
            processes.add_worker()
        if workers:
            processes.await_workers(workers)
        yield processes
    finally:
        processes.close()
