"""What runs inside a worker of a Dask cluster: for each run that it plays for, it keeps a process that plays.

A run holds a lease here, which its main process renews. Once that runs out, the process is killed and its folder
removed, so nothing plays on for a run that has died. `play` and `check` are tasks, in the worker's one thread; all
else is called in its event loop.
"""

import asyncio
import logging
import os
import secrets
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final

import msgspec
from distributed import Worker, get_worker

from arena.ladder.executors.base import Failed
from arena.ladder.executors.dask_player import CONTENTS, RECIPE, Request
from arena.ladder.executors.luggage import Reply, content_hash
from arena.ladder.program import program_digest
from arena.version import VERSION

LEASE_S: Final = 10.0
"""How long a run lives here after its main process was last heard of."""
LOOK_S: Final = 0.25
"""Seconds between looks at whether anybody still wants what is played."""
LEAVE_S: Final = 1.0
"""Seconds that a process which has closed its pipe has to end by itself."""
GONE: Final = b""
"""The answer if the run holds no lease here (any more)."""

_tenants: dict[str, "_Tenant"] = {}


def describe() -> dict[str, str]:
    """Which program this is: its version, and a digest of its files."""
    return {"version": VERSION, "code": program_digest()}


async def admit(run: str, recipe: bytes, dask_worker: Worker) -> None:
    """Let a run play here, until its lease runs out; dask puts in the worker."""
    logging.getLogger("distributed.worker").addFilter(_is_no_renewal)
    release(run)
    folder = Path(dask_worker.local_directory) / f"arena-{secrets.token_hex(16)}"
    folder.mkdir(0o700)
    (folder / CONTENTS).mkdir()
    (folder / RECIPE).write_bytes(recipe)
    _tenants[run] = _Tenant(folder)
    await renew(run)


async def renew(run: str) -> None:
    """Let the lease of a run begin anew, if it has not run out."""
    tenant = _tenants.get(run)
    if tenant is not None:
        tenant.renew(lambda: release(run))


def deliver(run: str, contents: list[bytes]) -> None:
    """Take in contents; they stay as long as the run does."""
    tenant = _tenants.get(run)
    if tenant is None:
        return
    for content in contents:
        (tenant.folder / CONTENTS / content_hash(content)).write_bytes(content)


def halt(run: str) -> None:
    """Stop what is played for a run at once."""
    tenant = _tenants.get(run)
    if tenant is not None:
        tenant.stop()


def release(run: str) -> None:
    """Stop what is played for a run, and forget it."""
    tenant = _tenants.pop(run, None)
    if tenant is not None:
        tenant.end()


def check(run: str, request: bytes) -> str:
    """What stands against playing with the contents of a request without a task; empty if nothing does."""
    return _ask(run, request).decode()


def play(run: str, request: bytes) -> bytes:
    """Play a set in the run's process: an encoded `Reply`, or `GONE`."""
    try:
        return _ask(run, request)
    except _DiedError as died:
        asked = msgspec.msgpack.decode(request, type=Request)
        assert asked.task is not None
        cause = f"worker {asked.worker} on {socket.gethostname()}: {died}"
        return msgspec.msgpack.encode(Reply(Failed(asked.task, cause)))


def _ask(run: str, request: bytes) -> bytes:
    tenant = _tenants.get(run)
    if tenant is None:
        return GONE
    try:
        return tenant.ask(request, _is_wanted())
    except _DiedError:
        if run not in _tenants:
            return GONE
        raise


def _is_wanted() -> Callable[[], bool]:
    """Tells whether the scheduler still wants the task that runs: not once its client has gone."""
    worker = get_worker()
    key = worker.get_current_task()

    def is_wanted() -> bool:
        task = worker.state.tasks.get(key)
        return task is not None and task.state == "executing"

    return is_wanted


def _is_no_renewal(record: logging.LogRecord) -> bool:
    """Keep the worker's own log free of a line for every renewal."""
    return record.args != (renew.__name__,)


class _DiedError(Exception):
    """The process that plays has ended; the text says how."""


class _Tenant:
    """One run's place in this worker: its lease, its folder, and the process that plays for it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lease: asyncio.TimerHandle | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._pipe: Connection | None = None
        self._has_ended = False
        self._lock = threading.Lock()

    def renew(self, end: Callable[[], None]) -> None:
        """Begin the lease anew, at the end of which `end` is called."""
        if self._lease is not None:
            self._lease.cancel()
        self._lease = asyncio.get_running_loop().call_later(LEASE_S, end)

    def ask(self, request: bytes, is_wanted: Callable[[], bool]) -> bytes:
        """What the process replies. Raises _DiedError; it is killed if the reply is no longer wanted."""
        pipe = self._running()
        try:
            pipe.send_bytes(request)
            while not pipe.poll(LOOK_S):
                if not is_wanted():
                    self.stop()
            return pipe.recv_bytes()
        except (EOFError, OSError) as error:
            raise _DiedError(self._epitaph()) from error

    def stop(self) -> None:
        """Kill the process; the next request starts another."""
        with self._lock:
            if self._process is not None:
                self._process.kill()

    def end(self) -> None:
        """Kill the process and remove the folder."""
        if self._lease is not None:
            self._lease.cancel()
        with self._lock:
            self._has_ended = True
            if self._process is not None:
                self._process.kill()
                self._process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _running(self) -> Connection:
        """The pipe to the process, which is started if there is none."""
        with self._lock:
            if self._has_ended:
                raise _DiedError("the run has ended")
            if self._pipe is None:
                ours, theirs = socket.socketpair()
                self._process = _start(theirs, self.folder)
                theirs.close()
                self._pipe = Connection(ours.detach())
            return self._pipe

    def _epitaph(self) -> str:
        """Bury the process, and say what it died of."""
        with self._lock:
            assert self._process is not None
            assert self._pipe is not None
            try:
                code = self._process.wait(LEAVE_S)
            except subprocess.TimeoutExpired:
                self._process.kill()
                code = self._process.wait()
            self._pipe.close()
            self._pipe = None
        return f"its process was killed by signal {-code}" if code < 0 else f"its process ended with code {code}"


def _start(pipe: socket.socket, folder: Path) -> subprocess.Popen[bytes]:
    """A fresh Python: a fork of this process, with its threads, could hang."""
    module = f"{__package__}.dask_player"
    return subprocess.Popen(
        [sys.executable, "-P", "-m", module, str(pipe.fileno()), str(os.getpid()), str(folder)],
        stdin=subprocess.DEVNULL,
        env=os.environ | {"PYTHONHASHSEED": "0", "PYTHONPATH": os.pathsep.join(sys.path)},
        pass_fds=(pipe.fileno(),),
        start_new_session=True,
    )
