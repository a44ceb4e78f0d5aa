"""The loop that plays a ladder: schedule to executor, executor to store, store to ratings and progress.

Only finished sets exist: a run that ends in any way, at any moment, has lost at most what was being played,
and the next run finds out from the store what is missing.
"""

import logging
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from arena.ladder.batches import Batches
from arena.ladder.clusters import open_cluster
from arena.ladder.cores import physical_cores
from arena.ladder.deadline import Clock, Deadline, first_deadline, local_time
from arena.ladder.entrants import Ladder
from arena.ladder.executors.base import Executor, Failed, Play, Played
from arena.ladder.executors.local import LocalExecutor
from arena.ladder.executors.process import Forking
from arena.ladder.executors.serial import SerialExecutor
from arena.ladder.failure_watch import FailureWatch
from arena.ladder.guests import guests, keep
from arena.ladder.inbox import Inbox
from arena.ladder.interrupt import Interrupt
from arena.ladder.leaders import Leaders
from arena.ladder.logs import run_log
from arena.ladder.pool_run import PoolRun
from arena.ladder.progress import Progress
from arena.ladder.shortfall import shortfalls
from arena.ladder.store import Store, open_store
from arena.ladder.worker import SetPlayer
from arena.records import SetResult, SetTask

if TYPE_CHECKING:
    from arena.ladder.executors.dask_cluster import Cluster

LOOK_S: Final = 1.0
"""The least time between two looks at the inbox."""
LOG_FILE: Final = "run.log"

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Outcome:
    """What a run did.

    `complete`: every pool is at its end. `faults` counts the matches that bots forfeited; `voids` names the sets
    that the harness failed to play. `lost`: what played the sets is gone, which is the reason.
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
    lost: bool = False


def run_ladder(
    ladder: Ladder,
    folder: Path,
    workers: int | None = None,
    max_sets: int | None = None,
    quiet: bool = False,
    play: Callable[[SetTask], SetResult] | None = None,
    clock: Clock = local_time,
) -> Outcome:
    """Play what is missing of a ladder, into its folder, and say what was done.

    `workers` overrides the config's; 0 plays in this process. `max_sets` ends the run after the next so many
    sets of each pool. For tests: `play` plays a set, instead of the ladder's own bots; `clock` tells the time for
    `hours` and `at`. Raises StoreError (see `open_store`), LayerMissingError, if bots cannot be held
    as the config says, and what `open_cluster` does.
    """
    deadline = first_deadline(ladder.config.stop.hours, ladder.config.stop.at, clock)
    with ExitStack() as stack:
        player = SetPlayer(ladder, folder)
        stack.callback(player.close)
        cluster = None
        if play is None:
            player.prepare(guests(folder))
            cluster = open_cluster(ladder, folder, workers)
        if cluster is not None:
            stack.callback(cluster.close)
            workers = cluster.workers
        elif workers is None:
            workers = worker_count(ladder)
        measured = player.play_measured if play is None else _unmeasured(play)
        store = open_store(folder, ladder, workers)
        outcome = None
        try:
            keep(folder, (entrant.loaded for entrant in ladder.entrants))
            with run_log(folder / LOG_FILE) as run, Interrupt() as interrupt:
                for line in shortfalls(ladder, store, workers, deadline):
                    log.warning("%s", line)
                    if not quiet:
                        print(line, file=sys.stderr)
                runner = Runner(ladder, store, quiet, max_sets, deadline, clock)
                outcome = runner.run(lambda: _executor(measured, workers, run.forking, cluster), interrupt)
        finally:
            store.close(None if outcome is None else outcome.reason)
    return outcome


def worker_count(ladder: Ladder) -> int:
    """The config's number of workers."""
    workers = ladder.config.workers
    return physical_cores() if workers == "auto" else workers


def _unmeasured(play: Callable[[SetTask], SetResult]) -> Play:
    return lambda task: (play(task), ())


def _executor(play: Play, workers: int, forking: Forking, cluster: "Cluster | None") -> Executor:
    if cluster is not None:
        from arena.ladder.executors.dask import DaskExecutor

        return DaskExecutor(cluster)
    return LocalExecutor(play, workers, forking) if workers else SerialExecutor(play)


class Runner:
    """One run of a ladder whose store is open."""

    def __init__(
        self,
        ladder: Ladder,
        store: Store,
        quiet: bool = False,
        max_sets: int | None = None,
        deadline: Deadline | None = None,
        clock: Clock = local_time,
    ) -> None:
        self._ladder = ladder
        self._store = store
        self._quiet = quiet
        self._max_sets = max_sets
        self._deadline = deadline
        self._is_late = False
        self._lost = ""
        self._watch = FailureWatch()
        self._pools = [PoolRun(ladder, pool, store, clock) for pool in ladder.pools]
        self._before = {pool.id: store.finished(pool.id) + store.played_ahead(pool.id) for pool in ladder.pools}
        self._handed_out: Counter[str] = Counter()
        self._counts: Counter[str] = Counter()
        self._voids: list[str] = []
        self._inbox = Inbox(store.folder)
        self._next_look = time.monotonic() + LOOK_S

    def run(self, make_executor: Callable[[], Executor], interrupt: Interrupt) -> Outcome:
        """Play until the plan is done, `max_sets` are, time is up, the harness fails, or an interrupt comes."""
        started = time.monotonic()
        while not (interrupt.asked or self._watch.alarm or self._lost) and (first := self._next()) is not None:
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
            lost=bool(self._lost),
        )

    def _next(self) -> SetTask | None:
        """The next set to play, of each pool in turn; None if there is none, or none yet."""
        for _ in range(len(self._pools)):
            pool = self._pools.pop(0)
            self._pools.append(pool)
            if self._max_sets is not None and self._handed_out[pool.pool.id] >= self._max_sets:
                continue
            if self._deadline is not None and self._deadline.is_past:
                self._is_late = True
                return None
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
                batches = Batches(first, self._next, executor, interrupt, self._deadline)
                for played, failed, void in batches:
                    self._store.add(played, failed, void)
                    self._count(played, failed, void)
                    if self._watch.alarm:
                        break
                    for pool in self._pools:
                        pool.update()
                    if time.monotonic() >= self._next_look:
                        self._look_at_inbox()
                    leaders.update()
                    progress.planned = self._planned()
                    progress.update(
                        matches=sum(len(one.result.matches) for one in played),
                        faults=_faults(played),
                        news=self._news(leaders),
                    )
            self._lost = batches.lost
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

    def _news(self, leaders: Leaders) -> str:
        """How what is asked of the results stands; if nothing is, who leads."""
        asked = "; ".join(text for pool in self._pools if (text := pool.text()))
        leader = leaders.text()
        by = "" if self._ladder.config.rank_by == "trueskill" else " by rating"
        return asked or (f"leader{by} {leader}" if leader else "")

    def _planned(self) -> int | None:
        """The matches that there will be once all is played; None if there is no end."""
        planned = 0
        for pool in self._pools:
            plan, before = pool.plan, self._before[pool.pool.id]
            ends = [] if plan.end is None else [max(before, plan.end)]
            if self._max_sets is not None:
                ends.append(before + self._max_sets)
            if not ends:
                return None
            planned += min(ends) * plan.matches_per_set
        return planned

    def _count(self, played: list[Played], failed: list[Failed], void: list[SetTask]) -> None:
        self._counts["sets"] += len(played)
        self._counts["matches"] += sum(len(one.result.matches) for one in played)
        self._counts["faults"] += _faults(played)
        self._voids += [task.name for task in void]
        causes = {one.task.name: one.cause for one in failed}
        for one in played:
            self._watch.add(one.task, None)
        for task in void:
            self._watch.add(task, causes[task.name])

    def _at_end(self, pool: PoolRun) -> bool:
        end = pool.plan.end
        return end is not None and self._store.finished(pool.pool.id) >= end

    def _reason(self, complete: bool, interrupted: bool) -> str:
        if complete:
            stops = sorted({pool.plan.stop or "the end of the schedule" for pool in self._pools})
            reason = f"{' and '.join(stops)} is reached"
        elif interrupted:
            reason = "interrupted"
        elif alarm := self._watch.alarm:
            reason = alarm
        elif self._lost:
            reason = self._lost
        elif self._deadline is not None and self._is_late:
            reason = f"{self._deadline.name} is reached"
        elif self._max_sets is not None and max(self._handed_out.values(), default=0) >= self._max_sets:
            reason = f"--max-sets {self._max_sets} is reached"
        else:
            reason = "what comes next depends on that"
        if not self._voids:
            return reason
        sets = "1 set" if len(self._voids) == 1 else f"{len(self._voids):,} sets"
        return f"{sets} could not be played; {reason}"


def _faults(played: Iterable[Played]) -> int:
    """How many matches were forfeited."""
    return sum(match.fault is not None for one in played for match in one.result.matches)
