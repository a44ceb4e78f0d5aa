"""The loop that plays a ladder: schedule to executor, executor to store, store to ratings and progress.

Only finished sets exist: a run that ends in any way, at any moment, has lost at most what was being played,
and the next run finds out from the store what is missing.
"""

import logging
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arena.ladder.cores import physical_cores
from arena.ladder.entrants import Ladder
from arena.ladder.executors.base import Executor, Failed, Play, Played
from arena.ladder.executors.local import LocalExecutor
from arena.ladder.executors.process import Forking
from arena.ladder.executors.serial import SerialExecutor
from arena.ladder.guests import guests
from arena.ladder.inbox import Inbox
from arena.ladder.interrupt import Interrupt
from arena.ladder.leaders import Leaders
from arena.ladder.logs import run_log
from arena.ladder.pool_run import PoolRun
from arena.ladder.progress import Progress
from arena.ladder.store import Store, open_store
from arena.ladder.worker import SetPlayer
from arena.match.players import StopAsked
from arena.records import SetTask

ATTEMPTS: Final = 3
"""How often a set is played in a run, if it is the harness that fails, before it is void."""
BATCH_S: Final = 0.25
BATCH_SETS: Final = 200
LOOK_S: Final = 1.0
"""The least time between two looks at the inbox."""
LOG_FILE: Final = "run.log"

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Outcome:
    """What a run did.

    `complete`: every pool is at its end. `faults` counts the matches that bots forfeited; `voids` names the sets
    that the harness failed to play.
    """

    folder: Path
    reason: str
    sets: int
    matches: int
    faults: int
    voids: tuple[str, ...]
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
    StoreError (see `open_store`) and LayerMissingError, if bots cannot be held as the config says.
    """
    workers = worker_count(ladder) if workers is None else workers
    player = SetPlayer(ladder, folder)
    if play is None:
        player.prepare(guests(folder))
    store = open_store(folder, ladder, workers)
    reason = None
    try:
        with run_log(folder / LOG_FILE) as run, Interrupt() as interrupt:
            runner = Runner(ladder, store, quiet, max_sets)
            outcome = runner.run(lambda: _executor(play or player.play, workers, run.forking), interrupt)
        reason = outcome.reason
    finally:
        player.close()
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
        self._pools = [PoolRun(ladder, pool, store) for pool in ladder.pools]
        self._before = {pool.id: store.finished(pool.id) + store.played_ahead(pool.id) for pool in ladder.pools}
        self._handed_out: Counter[str] = Counter()
        self._counts: Counter[str] = Counter()
        self._voids: list[str] = []
        self._inbox = Inbox(store.folder)
        self._next_look = time.monotonic() + LOOK_S

    def run(self, make_executor: Callable[[], Executor], interrupt: Interrupt) -> Outcome:
        """Play until the plan is done, `max_sets` are, or an interrupt comes."""
        started = time.monotonic()
        while not interrupt.asked and (first := self._next()) is not None:
            self._play(first, make_executor, interrupt)
            self._look_at_inbox()
        complete = all(map(self._at_end, self._pools))
        return Outcome(
            folder=self._store.folder,
            reason=self._reason(complete, interrupt.asked),
            sets=self._counts["sets"],
            matches=self._counts["matches"],
            faults=self._counts["faults"],
            voids=tuple(self._voids),
            seconds=time.monotonic() - started,
            complete=complete,
            interrupted=interrupt.asked and not complete,
        )

    def _next(self) -> SetTask | None:
        """The next set to play, of each pool in turn; None if there is none, or none yet."""
        for _ in range(len(self._pools)):
            pool = self._pools.pop(0)
            self._pools.append(pool)
            if self._max_sets is not None and self._handed_out[pool.pool.id] >= self._max_sets:
                continue
            task = pool.next()
            if task is not None:
                self._handed_out[pool.pool.id] += 1
                return task
        return None

    def _play(self, first: SetTask, make_executor: Callable[[], Executor], interrupt: Interrupt) -> None:
        executor = make_executor()
        leaders = Leaders(self._store, self._ladder)
        done = sum(self._before[pool.pool.id] * pool.plan.matches_per_set for pool in self._pools)
        try:
            with Progress(done, self._planned(), self._quiet) as progress:
                for played, failed, void in Batches(first, self._next, executor, interrupt):
                    self._store.add(played, failed, void)
                    self._count(played, void)
                    for pool in self._pools:
                        pool.update()
                    if time.monotonic() >= self._next_look:
                        self._look_at_inbox()
                    leaders.update()
                    progress.planned = self._planned()
                    progress.update(
                        matches=sum(len(one.result.matches) for one in played),
                        faults=_faults(played),
                        leaders=leaders.text(),
                    )
        finally:
            executor.close()

    def _look_at_inbox(self) -> None:
        """Take the requests that have come."""
        self._next_look = time.monotonic() + LOOK_S
        waiting = self._inbox.take(self._ladder.names)
        if waiting:
            self._store.take(
                self._ladder, list(waiting.values()), {pool.pool.id: pool.place for pool in self._pools}
            )
            self._inbox.done(list(waiting))
            for pool in self._pools:
                pool.turn()

    def _planned(self) -> int:
        """The matches that there will be once all is played."""
        planned = 0
        for pool in self._pools:
            plan, before = pool.plan, self._before[pool.pool.id]
            end = before if plan.end is None else max(before, plan.end)
            if self._max_sets is not None:
                end = min(end, before + self._max_sets)
            planned += end * plan.matches_per_set
        return planned

    def _count(self, played: list[Played], void: list[SetTask]) -> None:
        self._counts["sets"] += len(played)
        self._counts["matches"] += sum(len(one.result.matches) for one in played)
        self._counts["faults"] += _faults(played)
        self._voids += [task.name for task in void]

    def _at_end(self, pool: PoolRun) -> bool:
        end = pool.plan.end
        return end is not None and self._store.finished(pool.pool.id) >= end

    def _reason(self, complete: bool, interrupted: bool) -> str:
        stops = sorted({pool.plan.stop or "the end of the schedule" for pool in self._pools})
        if not complete:
            stops = [f"--max-sets {self._max_sets}"]
        reason = "interrupted" if interrupted and not complete else f"{' and '.join(stops)} is reached"
        if not self._voids:
            return reason
        sets = "1 set" if len(self._voids) == 1 else f"{len(self._voids):,} sets"
        return f"{sets} could not be played; {reason}"


Batch = tuple[list[Played], list[Failed], list[SetTask]]


class Batches:
    """What the executor brings in, gathered into batches: sets played, failures, and sets given up as void.

    Keeps the executor busy with `first` and what `tasks` gives; after None that may give more once a batch is
    stored. After an interrupt the sets in flight are left behind; the last batch holds what had come in.
    """

    def __init__(
        self, first: SetTask, tasks: Callable[[], SetTask | None], executor: Executor, interrupt: Interrupt
    ) -> None:
        self._first: SetTask | None = first
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
            self._fill()

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
        while self._in_flight < self._executor.slots:
            task, self._first = self._first or self._tasks(), None
            if task is None:
                break
            self._submit(task)

    def _submit(self, task: SetTask) -> None:
        self._executor.submit(task)
        self._in_flight += 1

    def _wait(self, seconds: float) -> list[Played | Failed]:
        if not self._serial:
            return self._executor.wait(max(0.0, seconds))
        answers: list[Played | Failed] = []
        with suppress(StopAsked), self._interrupt.breaking():
            answers = self._executor.wait(0.0)
        # A bot may have caught the stop, and then have done something else than it would have.
        return [] if self._interrupt.asked else answers

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
