"""What the runner needs of whatever plays its sets, on this machine or elsewhere.

An executor knows nothing of games: it is given a `play` function and applies it to tasks. Every task that is
submitted comes back exactly once, as `Played` or `Failed`, in any order, unless the executor is closed first.
"""

import time
import traceback
from collections.abc import Callable
from typing import Protocol, TypeAlias

import msgspec

from arena.ladder.executors.pace import Pace
from arena.records import SetResult, SetTask


class ThinkingTime(msgspec.Struct, frozen=True):
    """The decisions of one entrant (`name@version`) in a set, by `arena.hosts.thinking.bucket` of their time."""

    entrant: str
    counts: dict[int, int]
    longest_ns: int


Measured: TypeAlias = tuple[SetResult, tuple[ThinkingTime, ...]]
Play: TypeAlias = Callable[[SetTask], Measured]


class Played(msgspec.Struct, frozen=True, tag=True):
    """A finished set. `seconds` is the wall time it took; `worker` is who played it, 0 for the main process.

    `pace_ns` is how fast that one computes (`arena.ladder.executors.pace`), if it has measured just before.
    """

    task: SetTask
    result: SetResult
    seconds: float
    worker: int
    thinking: tuple[ThinkingTime, ...] = ()
    pace_ns: int | None = None


class Failed(msgspec.Struct, frozen=True, tag=True):
    """A set that the harness failed to play: its worker died or `play` raised. Nobody's result (decision 7)."""

    task: SetTask
    cause: str


class ExecutorLostError(Exception):
    """Whatever played the sets is gone, and what was in flight with it; the text says what."""


class Executor(Protocol):
    """Plays sets. All methods are called from the main thread of the process that made it."""

    @property
    def slots(self) -> int:
        """How many sets it wants in flight: submitted and not yet come back."""
        ...

    def submit(self, task: SetTask) -> None:
        """Take a task. More than `slots` may be submitted; they wait. Raises RuntimeError once closed."""
        ...

    def wait(self, timeout: float) -> list[Played | Failed]:
        """What has come back since the last call: waits for something, at most `timeout` seconds.

        Returns an empty list at once when nothing is in flight. The serial executor plays a whole set here,
        however long it takes. Raises ExecutorLostError once nothing more can come back.
        """
        ...

    def recall(self) -> int:
        """Begin no more sets: forget those that have not begun, and say how many those are."""
        ...

    def close(self) -> None:
        """Stop at once; sets in flight are lost, so is what no `wait` has fetched. May be called again."""
        ...


def play_set(play: Play, task: SetTask, worker: int, pace: Pace) -> Played | Failed:
    """Play one set; whatever is raised, `SystemExit` too, becomes a `Failed` with the traceback.

    Only KeyboardInterrupt passes: it is meant for the main process (and a bot's own is made its crash before).
    """
    pace_ns = pace.due()
    started = time.perf_counter()
    try:
        result, thinking = play(task)
    except KeyboardInterrupt:
        raise
    except BaseException:
        return failed(task)
    return Played(task, result, time.perf_counter() - started, worker, thinking, pace_ns)


def failed(task: SetTask) -> Failed:
    """The failure for the exception being handled; its text can always be sent and stored."""
    return Failed(task, traceback.format_exc().encode("utf-8", "backslashreplace").decode())
