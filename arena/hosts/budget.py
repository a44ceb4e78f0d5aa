"""The CPU time that a bot's process has, as its worker counts it."""

import time
from typing import Final

from arena.hosts.limits import Limits

WALL: Final = 10
"""Wall time allowed for each second of CPU time: only a process that hardly does anything uses it up."""

START_WALL: Final = 3
"""The same for starting: every match waits so long for a bot that sleeps when it is loaded."""


class Budget:
    """The CPU time of one process, in nanoseconds of its clock: for starting, then for each answer and in all."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._mark = 0
        self._allowed = round(limits.startup_s * 1e9)
        self._patience = self._allowed
        self._left: int | None = None
        self.wall_s = WALL * limits.startup_s

    @property
    def has_begun(self) -> bool:
        """Whether the bot has started."""
        return self._left is not None

    @property
    def is_empty(self) -> bool:
        """Whether nothing is left for the match."""
        return self._left is not None and self._left <= 0

    def begin_match(self, cpu: int) -> None:
        """The bot has started; the limits of the match hold from now on."""
        self._mark = cpu
        self._left = round(self._limits.match_s * 1e9)
        self.wall_s = WALL * self._limits.decision_ms / 1000
        self._allow()

    def left_s(self) -> tuple[float, float]:
        """What the next answer may take, and what is left for the match, in seconds."""
        return self._allowed / 1e9, (self._left or 0) / 1e9

    def idle_ns(self, cpu: int) -> int:
        """What has been used since the last answer."""
        return 0 if self._left is None else cpu - self._mark

    def spend(self, cpu: int) -> str | None:
        """Account for an answer; says which limit it broke."""
        used = cpu - self._mark
        late = None if used <= self._allowed else self._broken(cpu, self._allowed)
        if self._left is not None:
            self._left -= used
            self._mark = cpu
            if self._left < self._patience:
                self._allow()
        return late

    def overdue(self, cpu: int) -> str | None:
        """Says which limit is broken by so much that the answer is not waited for any longer.

        A late answer is a fault, but as long as the bot comes to an end it can go on (F25).
        """
        return self._broken(cpu, self._patience)

    def _allow(self) -> None:
        assert self._left is not None
        decision = self._limits.decision_ms * 1_000_000
        self._allowed = min(decision, self._left)
        self._patience = min(2 * decision, self._left)

    def _broken(self, cpu: int, allowed: int) -> str | None:
        if cpu - self._mark <= allowed:
            return None
        if self._left is None:
            return f"longer than startup_s, {self._limits.startup_s:g} s of CPU time, to start"
        if cpu - self._mark > self._left:
            return f"longer than match_s, {self._limits.match_s:g} s of CPU time, in the match"
        return f"longer than decision_ms, {self._limits.decision_ms} ms of CPU time, for one answer"


class Patience:
    """Waiting for what may never come: over some seconds after the first look, unless a tenth was computed for."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._end: float | None = None

    def is_over(self, cpu_ns: int) -> bool:
        """Whether there is nothing more to wait for, in view of the CPU time used so far."""
        now = time.monotonic()
        self._end = self._end or now + self._seconds
        return now > self._end and cpu_ns / 1e9 < self._seconds / 10
