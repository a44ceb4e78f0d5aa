"""Watching the processes of a match from outside, while it is played."""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, Self

_MARK: Final = b"arena.hosts.zygote"
_TICK_S: Final = 0.01
_MOST_RESIDENT: Final = 180 << 20
_MOST_SHARED: Final = 100 << 20
_MOST_THREADS: Final = 8


class Watch:
    """While it is entered, a thread looks every few milliseconds at all processes that this one has started.

    A zygote's children are the seats' processes, of which there may be as many as there are `seats`; anything
    below them, and any other program, is nobody's.
    """

    def __init__(self) -> None:
        self.seats = 2
        self._seen: set[str] = set()
        self._over = threading.Event()
        signal.signal(signal.SIGUSR1, lambda *_: self._seen.add("engine"))

    def __enter__(self) -> Self:
        self._over.clear()
        self._shared = _shared_memory()
        self._thread = threading.Thread(target=self._watch)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def take(self) -> set[str]:
        """The harm seen since this was last asked."""
        seen, self._seen = self._seen, set()
        return seen

    def _watch(self) -> None:
        while not self._over.wait(_TICK_S):
            if _shared_memory() - self._shared > _MOST_SHARED:
                self._seen.add("too much memory")
            for zygote in zygotes():
                with suppress(OSError):
                    self._look(zygote)

    def _look(self, zygote: int) -> None:
        seats = [pid for pid in children(zygote) if _is_alive(pid)]
        if len(seats) > self.seats:
            self._seen.add("processes")
        for pid in seats:
            command = Path(f"/proc/{pid}/cmdline").read_bytes()
            if children(pid) or (command and _MARK not in command):
                self._seen.add("processes")
            if len(list(Path(f"/proc/{pid}/task").iterdir())) > _MOST_THREADS:
                self._seen.add("threads")
            if int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4096 > _MOST_RESIDENT:
                self._seen.add("too much memory")


def zygotes() -> Iterator[int]:
    """The zygotes of this process, also those in bubblewrap."""
    todo = children(os.getpid())
    while todo:
        pid = todo.pop()
        with suppress(OSError):
            command = Path(f"/proc/{pid}/cmdline").read_bytes()
            if _MARK in command and not command.startswith(b"bwrap"):
                yield pid
            elif command.startswith(b"bwrap"):
                todo += children(pid)


def children(pid: int) -> list[int]:
    """The processes that a process has started; none if it is gone."""
    try:
        return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def _is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def _shared_memory() -> int:
    """What all shared memory of the machine comes to, in bytes."""
    lines = Path("/proc/meminfo").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("Shmem:"))
