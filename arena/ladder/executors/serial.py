"""Plays sets in the main process: for debuggers, small runs, and systems that cannot fork."""

from collections import deque

from arena.ladder.executors.base import Failed, Play, Played, play_set
from arena.ladder.executors.pace import Pace
from arena.records import SetTask


class SerialExecutor:
    """Plays one set at each `wait`, in the order submitted; KeyboardInterrupt passes through."""

    slots = 1

    def __init__(self, play: Play) -> None:
        self._play = play
        self._tasks: deque[SetTask] = deque()
        self._pace = Pace()
        self._closed = False

    def submit(self, task: SetTask) -> None:
        """Take a task for a later `wait`."""
        if self._closed:
            raise RuntimeError("the executor is closed")
        self._tasks.append(task)

    def wait(self, timeout: float) -> list[Played | Failed]:
        """Play the next set to its end; the timeout has no say, since nothing runs beside it."""
        if not self._tasks:
            return []
        answer = play_set(self._play, self._tasks[0], worker=0, pace=self._pace)
        self._tasks.popleft()
        return [answer]

    def recall(self) -> int:
        """Forget the sets that wait."""
        waiting = len(self._tasks)
        self._tasks.clear()
        return waiting

    def close(self) -> None:
        """Forget what is not played."""
        self._tasks.clear()
        self._closed = True
