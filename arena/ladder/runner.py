"""The loop that plays a ladder: schedule to executor, executor to store, store to ratings and progress.

Only finished sets exist: a run that ends in any way, at any moment, has lost at most what was being played,
and the next run finds out from the store what is missing.
"""

import logging
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import Final, TypeVar

from arena.ladder.cores import physical_cores
from arena.ladder.entrants import Ladder
from arena.ladder.executors.base import Executor, Failed, Play, Played
from arena.ladder.executors.local import LocalExecutor
from arena.ladder.executors.process import Forking
from arena.ladder.executors.serial import SerialExecutor
from arena.ladder.interrupt import Interrupt
from arena.ladder.leaders import Leaders
from arena.ladder.logs import run_log
from arena.ladder.plan import PoolPlan, plan_pool
from arena.ladder.progress import Progress
from arena.ladder.store import Store, open_store
from arena.ladder.worker import SetPlayer
from arena.records import SetTask

ATTEMPTS: Final = 3
"""How often a set is played in a run, if it is the harness that fails, before it is void."""
BATCH_S: Final = 0.25
BATCH_SETS: Final = 200
LOG_FILE: Final = "run.log"

log = logging.getLogger(__name__)
T = TypeVar("T")


@dataclass(frozen=True)
class Outcome:
    """What a run did. `complete`: every pool is at its end; `faults` counts the matches that bots forfeited."""

    folder: Path
    reason: str
    sets: int
    matches: int
    faults: int
    voids: int
    seconds: float
    complete: bool
    interrupted: bool


def run_ladder(
    ladder: Ladder,
    folder: Path,
    workers: int | None = None,
    max_sets: int | None = None,
    quiet: bool = False,
    play: Play | None = None,
) -> Outcome:
    """Play what is missing of a ladder, into its folder, and say what was done.

    `workers` overrides the config's; 0 plays in this process. `max_sets` ends the run after the next so many
    sets of each pool. `play` is for tests: what plays a set, instead of the ladder's own bots. Raises
    StoreError (see `open_store`).
    """
    workers = worker_count(ladder) if workers is None else workers
    play = SetPlayer(ladder).play if play is None else play
    store = open_store(folder, ladder, workers)
    reason = None
    try:
        with run_log(folder / LOG_FILE) as run, Interrupt() as interrupt:
            runner = Runner(ladder, store, quiet, max_sets)
            outcome = runner.run(lambda: _executor(play, workers, run.forking), interrupt)
        reason = outcome.reason
    finally:
        store.close(reason)
    return outcome


def worker_count(ladder: Ladder) -> int:
    """The config's number of workers."""
    workers = ladder.config.workers
    return physical_cores() if workers == "auto" else workers


def _executor(play: Play, workers: int, forking: Forking) -> Executor:
    return LocalExecutor(play, workers, forking) if workers else SerialExecutor(play)


class Runner:
    """One run of a ladder whose store is open."""

    def __init__(self, ladder: Ladder, store: Store, quiet: bool = False, max_sets: int | None = None) -> None:
        self._ladder = ladder
        self._store = store
        self._quiet = quiet
        self._max_sets = max_sets
        self._plans = {pool.id: plan_pool(ladder, pool, store.epochs(pool.id)) for pool in ladder.pools}
        self._counts: Counter[str] = Counter()

    def run(self, make_executor: Callable[[], Executor], interrupt: Interrupt) -> Outcome:
        """Play until the plan is done, `max_sets` are, or an interrupt comes."""
        started = time.monotonic()
        tasks = self._tasks()
        first = next(tasks, None)
        if first is not None:
            self._play(chain([first], tasks), make_executor, interrupt)
        complete = all(self._at_end(pool, plan) for pool, plan in self._plans.items())
        return Outcome(
            folder=self._store.folder,
            reason=self._reason(complete, interrupt.asked),
            sets=self._counts["sets"],
            matches=self._counts["matches"],
            faults=self._counts["faults"],
            voids=self._counts["voids"],
            seconds=time.monotonic() - started,
            complete=complete,
            interrupted=interrupt.asked and not complete,
        )

    def _tasks(self) -> Iterator[SetTask]:
        """What there is to play, a set of each pool in turn."""
        missing = [self._store.missing(pool, self._plans[pool.id].end) for pool in self._ladder.pools]
        return in_turn(islice(tasks, self._max_sets) for tasks in missing)

    def _play(self, tasks: Iterator[SetTask], make_executor: Callable[[], Executor], interrupt: Interrupt) -> None:
        executor = make_executor()
        leaders = Leaders(self._store, self._ladder)
        try:
            with self._progress() as progress:
                for played, failed, void in Batches(tasks, executor, interrupt):
                    self._store.add(played, failed, void)
                    self._count(played, void)
                    leaders.update()
                    progress.update(
                        matches=sum(len(one.result.matches) for one in played),
                        faults=_faults(played),
                        leaders=leaders.text(),
                    )
        finally:
            executor.close()

    def _progress(self) -> Progress:
        done, planned = 0, 0
        for pool, plan in self._plans.items():
            before = self._store.finished(pool) + self._store.played_ahead(pool)
            end = before if plan.end is None else max(before, plan.end)
            if self._max_sets is not None:
                end = min(end, before + self._max_sets)
            done += before * plan.matches_per_set
            planned += end * plan.matches_per_set
        return Progress(done, planned, self._quiet)

    def _count(self, played: list[Played], void: list[SetTask]) -> None:
        self._counts["sets"] += len(played)
        self._counts["matches"] += sum(len(one.result.matches) for one in played)
        self._counts["faults"] += _faults(played)
        self._counts["voids"] += len(void)

    def _at_end(self, pool: str, plan: PoolPlan) -> bool:
        return plan.end is not None and self._store.finished(pool) >= plan.end

    def _reason(self, complete: bool, interrupted: bool) -> str:
        if not complete:
            return "interrupted" if interrupted else f"--max-sets {self._max_sets} is reached"
        stops = sorted({plan.stop or "the end of the schedule" for plan in self._plans.values()})
        return f"{' and '.join(stops)} is reached"


Batch = tuple[list[Played], list[Failed], list[SetTask]]


class Batches:
    """What the executor brings in, gathered into batches: sets played, failures, and sets given up as void.

    Keeps the executor busy. After an interrupt the sets in flight are left behind; the last batch holds what
    had come in.
    """

    def __init__(self, tasks: Iterator[SetTask], executor: Executor, interrupt: Interrupt) -> None:
        self._tasks = tasks
        self._executor = executor
        self._interrupt = interrupt
        # Here a wait lasts as long as a set: what is played is stored before the next, and a stop breaks in.
        self._serial = isinstance(executor, SerialExecutor)
        self._failures: Counter[str] = Counter()
        self._in_flight = 0

    def __iter__(self) -> Iterator[Batch]:
        self._fill()
        while self._in_flight and not self._interrupt.asked:
            played, failed, void = self._gather()
            if played or failed:
                yield played, failed, void

    def _gather(self) -> Batch:
        """What comes in for a while."""
        played: list[Played] = []
        failed: list[Failed] = []
        void: list[SetTask] = []
        end = time.monotonic() + BATCH_S
        while self._in_flight and len(played) < BATCH_SETS and not self._interrupt.asked:
            for answer in self._wait(end - time.monotonic()):
                self._in_flight -= 1
                if isinstance(answer, Played):
                    played.append(answer)
                else:
                    failed.append(answer)
                    self._try_again(answer, void)
            self._fill()
            if self._serial or time.monotonic() >= end:
                break
        return played, failed, void

    def _fill(self) -> None:
        for task in islice(self._tasks, max(0, self._executor.slots - self._in_flight)):
            self._submit(task)

    def _submit(self, task: SetTask) -> None:
        self._executor.submit(task)
        self._in_flight += 1

    def _wait(self, seconds: float) -> list[Played | Failed]:
        breaking: AbstractContextManager[None] = self._interrupt.breaking() if self._serial else nullcontext()
        try:
            with breaking:
                return self._executor.wait(max(0.0, seconds))
        except KeyboardInterrupt:
            return []

    def _try_again(self, failure: Failed, void: list[SetTask]) -> None:
        """Play a set again that the harness failed to play, or give it up for this run."""
        name = failure.task.name
        self._failures[name] += 1
        if self._failures[name] < ATTEMPTS:
            log.error("%s: not played, trying again: %s", name, failure.cause)
            self._submit(failure.task)
        else:
            log.error("%s: void after %d attempts: %s", name, ATTEMPTS, failure.cause)
            void.append(failure.task)


def _faults(played: Iterable[Played]) -> int:
    """How many matches were forfeited."""
    return sum(match.fault is not None for one in played for match in one.result.matches)


def in_turn(iterators: Iterable[Iterator[T]]) -> Iterator[T]:
    """One element of each iterator in turn, until all are used up."""
    waiting = deque(iterators)
    while waiting:
        iterator = waiting.popleft()
        for element in islice(iterator, 1):
            yield element
            waiting.append(iterator)
