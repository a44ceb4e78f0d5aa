"""Plays sets in worker processes on this machine."""

import logging
import multiprocessing
import threading
import time
from collections import deque
from contextlib import nullcontext
from multiprocessing.connection import wait

from arena.errors import ArenaError
from arena.ladder.executors.base import Failed, Play, Played
from arena.ladder.executors.process import LEAVE_S, Forking, WorkerProcess
from arena.records import SetTask

_log = logging.getLogger(__name__)

# Sets sent to a worker and not come back: one is played, the others bridge the time the main process is busy.
DEPTH = 4
# Seconds between looks at workers whose pipe says nothing.
LOOK_S = 0.5


class LocalExecutor:
    """Forked workers, numbered from 1, each with its own pipe; one that dies is replaced at once.

    When a worker dies, answers already in its pipe count, the set it was playing is `Failed`, and those queued
    behind it are played elsewhere. `forking` is entered around every fork, so that the log can be carried over.
    Must be made and used in the main thread: Linux kills the workers when the thread that forked them ends.
    A signal handler that raises in here may cut an answer in two: after that the executor can only be closed.
    """

    def __init__(self, play: Play, workers: int, forking: Forking = nullcontext) -> None:
        if "fork" not in multiprocessing.get_all_start_methods():
            raise ArenaError(
                "this system cannot fork worker processes: run with workers: 0, or on Linux, macOS or WSL2"
            )
        self._play = play
        self._forking = forking
        self._waiting: deque[SetTask] = deque()
        self._answers: list[Played | Failed] = []
        self._closed = False
        self._workers: list[WorkerProcess] = []
        for number in range(1, workers + 1):
            self._workers.append(self._start(number))

    @property
    def slots(self) -> int:
        """A few sets for each worker."""
        return DEPTH * len(self._workers)

    def submit(self, task: SetTask) -> None:
        """Send a task to the worker with the fewest, or keep it until one has room."""
        if self._closed:
            raise RuntimeError("the executor is closed")
        self._waiting.append(task)
        self._hand_out()

    def wait(self, timeout: float) -> list[Played | Failed]:
        """The answers that have come; also replaces workers that have died."""
        end = time.monotonic() + timeout
        while True:
            left = max(0.0, end - time.monotonic())
            idle = bool(self._answers) or not self._in_flight()
            self._collect(0.0 if idle else min(left, LOOK_S))
            if self._answers or not self._in_flight() or left == 0:
                break
        answers, self._answers = self._answers, []
        return answers

    def recall(self) -> int:
        """Forget what waits here, and what waits with the workers; if one begins it yet, that comes to nothing."""
        forgotten = len(self._waiting) + sum(worker.recall() for worker in self._workers)
        self._waiting.clear()
        return forgotten

    def close(self) -> None:
        """Kill the workers that play; the idle ones leave by themselves, their last log records sent."""
        self._closed = True
        self._waiting.clear()
        self._answers.clear()
        workers, self._workers = self._workers, []
        for worker in workers:
            if worker.unanswered:
                worker.kill()
            worker.pipe.close()
        end = time.monotonic() + LEAVE_S
        for worker in workers:
            worker.bury(leave_s=max(0.0, end - time.monotonic()))

    def _in_flight(self) -> bool:
        return bool(self._waiting) or any(worker.unanswered for worker in self._workers)

    def _hand_out(self) -> None:
        while self._waiting:
            worker = min(self._workers, key=lambda worker: len(worker.unanswered))
            if len(worker.unanswered) == DEPTH:
                return
            if worker.send(self._waiting[0]):
                self._waiting.popleft()
            else:
                self._replace(worker)

    def _collect(self, timeout: float) -> None:
        """Take in what the pipes say within the timeout, and replace the dead."""
        ready = wait([worker.pipe for worker in self._workers], timeout)
        for worker in list(self._workers):
            alive = worker.is_alive()
            if worker.pipe in ready:
                alive = worker.receive(self._answers) and alive
            if not alive:
                self._replace(worker)
        self._hand_out()

    def _replace(self, worker: WorkerProcess) -> None:
        """Start another worker in the place of a dead one, whose unanswered sets fail or go back in the queue."""
        worker.receive(self._answers)
        self._workers.remove(worker)
        cause = worker.epitaph()
        _log.warning("%s", cause)
        if worker.unanswered:
            self._answers.append(Failed(worker.unanswered.popleft(), cause))
        self._waiting.extendleft(reversed(worker.unanswered))
        self._workers.append(self._start(worker.number))

    def _start(self, number: int) -> WorkerProcess:
        if threading.current_thread() is not threading.main_thread():
            raise RuntimeError("workers must be started in the main thread")
        siblings = [worker.pipe for worker in self._workers]
        return WorkerProcess(number, self._play, siblings, self._forking)
