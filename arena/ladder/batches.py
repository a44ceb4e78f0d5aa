"""What an executor brings in, gathered so that many sets are stored at once."""

import logging
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Final

from arena.ladder.deadline import Deadline
from arena.ladder.executors.base import Executor, ExecutorLostError, Failed, Played
from arena.ladder.executors.serial import SerialExecutor
from arena.ladder.interrupt import Interrupt
from arena.match.players import StopAsked
from arena.records import SetTask

ATTEMPTS: Final = 3
"""How often a set is played in a run, if it is the harness that fails, before it is void."""
BATCH_S: Final = 0.25
BATCH_SETS: Final = 200

log = logging.getLogger(__name__)

Batch = tuple[list[Played], list[Failed], list[SetTask]]


class Batches:
    """What the executor brings in, gathered into batches: sets played, failures, and sets given up as void.

    Keeps the executor busy with `first` and what `tasks` gives; after None that may give more once a batch is
    stored, so what has come in is not kept waiting then. After an interrupt the sets in flight are left behind;
    the last batch holds what had come in. After a deadline nothing begins, and the sets in flight are left behind
    once it is over. If the executor is lost, `lost` says how, and what had come in is the last batch.
    """

    def __init__(
        self,
        first: SetTask,
        tasks: Callable[[], SetTask | None],
        executor: Executor,
        interrupt: Interrupt,
        deadline: Deadline | None = None,
    ) -> None:
        self.lost = ""
        self._first: SetTask | None = first
        self._tasks = tasks
        self._executor = executor
        self._interrupt = interrupt
        self._deadline = deadline
        # Here a wait lasts as long as a set: what is played is stored before the next, and a stop breaks in.
        self._serial = isinstance(executor, SerialExecutor)
        self._failures: Counter[str] = Counter()
        self._in_flight = 0
        self._is_short = False

    def __iter__(self) -> Iterator[Batch]:
        self._fill()
        while self._in_flight and not self._stops:
            played, failed, void = self._gather()
            if played or failed:
                yield played, failed, void
            self._fill()

    def _gather(self) -> Batch:
        """What comes in for a while."""
        played: list[Played] = []
        failed: list[Failed] = []
        void: list[SetTask] = []
        end = time.monotonic() + BATCH_S
        while self._in_flight and len(played) < BATCH_SETS and not self._stops:
            for answer in self._wait(end - time.monotonic()):
                self._in_flight -= 1
                if isinstance(answer, Played):
                    played.append(answer)
                else:
                    failed.append(answer)
                    self._try_again(answer, void)
            self._fill()
            if self._serial or time.monotonic() >= end or (self._is_short and played):
                break
        return played, failed, void

    @property
    def _is_late(self) -> bool:
        return self._deadline is not None and self._deadline.is_past

    @property
    def _stops(self) -> bool:
        """Whether what is in flight is to be left behind."""
        return bool(self.lost) or self._interrupt.asked or (self._deadline is not None and self._deadline.is_over)

    def _fill(self) -> None:
        if self._is_late:
            self._in_flight -= self._executor.recall()
            return
        while self._in_flight < self._executor.slots:
            task, self._first = self._first or self._tasks(), None
            self._is_short = task is None
            if task is None:
                break
            self._submit(task)

    def _submit(self, task: SetTask) -> None:
        self._executor.submit(task)
        self._in_flight += 1

    def _wait(self, seconds: float) -> list[Played | Failed]:
        if not self._serial:
            try:
                return self._executor.wait(max(0.0, seconds))
            except ExecutorLostError as error:
                self.lost = str(error)
                return []
        answers: list[Played | Failed] = []
        with suppress(StopAsked), self._interrupt.breaking():
            answers = self._executor.wait(0.0)
        # A bot may have caught the stop, and then have done something else than it would have.
        return [] if self._interrupt.asked else answers

    def _try_again(self, failure: Failed, void: list[SetTask]) -> None:
        """Play a set again that the harness failed to play, or give it up for this run."""
        name = failure.task.name
        self._failures[name] += 1
        if self._is_late:
            log.error("%s: not played, and no time to try again: %s", name, failure.cause)
        elif self._failures[name] < ATTEMPTS:
            log.error("%s: not played, trying again: %s", name, failure.cause)
            self._submit(failure.task)
        else:
            log.error("%s: void after %d attempts: %s", name, ATTEMPTS, failure.cause)
            void.append(failure.task)
