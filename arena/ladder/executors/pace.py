"""How fast a worker computes: the CPU time of a fixed loop in Python, as bots are held to CPU time."""

import time
from collections.abc import Callable
from typing import Final

EVERY_S: Final = 60.0
"""How often a worker measures, at the least."""
_ROUNDS: Final = 100_000
_TRIES: Final = 3


def loop_ns() -> int:
    """The CPU time of the loop, some ten million nanoseconds: the shortest of three, the least disturbed."""
    return min(_timed_loop() for _ in range(_TRIES))


class Pace:
    """Measures for one worker: at the start and now and then. `clock` gives seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._next = clock()

    def due(self) -> int | None:
        """A new measurement, see `loop_ns`; None if it is not time for one."""
        if self._clock() < self._next:
            return None
        measured = loop_ns()
        self._next = self._clock() + EVERY_S
        return measured


def _timed_loop() -> int:
    started = time.thread_time_ns()
    seen = [0] * 64
    value = 1
    for i in range(_ROUNDS):
        value = (value * 31 + i) & 0xFFFF
        seen[value & 63] += 1
    return time.thread_time_ns() - started
