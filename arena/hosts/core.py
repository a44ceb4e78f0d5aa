"""Keeping a worker and the processes of its match on one core: they take turns, and another wakes slowly."""

import os
import time
from pathlib import Path

_CPUS = Path("/sys/devices/system/cpu")
_CROWDED = 1.5


class Core:
    """The core that this process and what it pins are kept on. Does nothing where the system cannot do it.

    It is changed when there was reason to wait for it: when a while took much longer than it was computed for.
    """

    def __init__(self) -> None:
        self.cpu: int | None = None
        self._before = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
        self._cpus = _one_of_each_core(self._before)
        self._turn = os.getpid()  # workers are numbered by the system one after the other, so they spread

    def begin(self) -> tuple[float, float]:
        """A match begins: come to the core. What is returned is for `end`."""
        if self.cpu is None and len(self._cpus) > 1:
            self._move()
        return time.perf_counter(), time.process_time()

    def end(self, begun: tuple[float, float], others_s: float) -> None:
        """The match is over, in which the other processes computed for so many seconds; perhaps move."""
        wall, own = begun
        computed = time.process_time() - own + others_s
        if self.cpu is not None and time.perf_counter() - wall > _CROWDED * computed:
            self._move()

    def pin(self, pid: int) -> None:
        """Bring another process to the core."""
        if self.cpu is not None:
            os.sched_setaffinity(pid, {self.cpu})

    def leave(self) -> None:
        """Let this process run anywhere again."""
        if self.cpu is not None:
            os.sched_setaffinity(0, self._before)
            self.cpu = None

    def _move(self) -> None:
        self._turn += 1
        self.cpu = self._cpus[self._turn % len(self._cpus)]
        os.sched_setaffinity(0, {self.cpu})


def _one_of_each_core(allowed: set[int]) -> list[int]:
    """One logical CPU for each physical core among those allowed."""
    cores = {_siblings(cpu): cpu for cpu in sorted(allowed, reverse=True)}
    return sorted(cores.values())


def _siblings(cpu: int) -> str:
    try:
        return (_CPUS / f"cpu{cpu}/topology/thread_siblings_list").read_text()
    except OSError:
        return str(cpu)
