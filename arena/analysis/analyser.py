"""Analysing a ladder's sets: a step of its own that costs more than the matches did, and can be stopped any time.

First every 2^k-th set that counts, then every second of those between, and so on: whenever it is stopped, what is
done is spread evenly over the schedule. What is done is stored, and never done again.
"""

import os
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing import get_context
from pathlib import Path

from tqdm import tqdm

from arena.analysis.set_split import can_be_split, encode_split, split_set
from arena.errors import ArenaError
from arena.hosts.linux.prctl import die_with_parent
from arena.ladder.analyses import AnalysisStore
from arena.ladder.interrupt import Interrupt
from arena.ladder.rows import PoolRules
from arena.ladder.stored import StoredLadder, open_ladder
from arena.match.transcript import TranscriptError
from arena.records import SetResult


class AnalysisError(ArenaError):
    """An analysis that could not go on."""


@dataclass
class Analysed:
    """What an analysis came to, in sets: `done` now, `left` to do, and the ids of those that no replay reads."""

    done: int = 0
    left: int = 0
    unreadable: set[str] = field(default_factory=set)
    interrupted: bool = False


Task = tuple[PoolRules, str, SetResult]
"""A set with its transcripts, its pool and the seed of its matches."""


def analyse_ladder(folder: Path, workers: int) -> Analysed:
    """Analyse what is not analysed yet of the sets that count in a ladder's open pools.

    Works in so many processes, or with 0 in this one. Ctrl-C ends it once the sets at hand are done. Raises
    ArenaError if the ladder is in use, or a process died.
    """
    with AnalysisStore(folder) as store, open_ladder(folder) as ladder, Interrupt() as interrupt:
        pools = [pool for pool in ladder.rules() if not pool.closed]
        run = _Run(ladder, store, pools, interrupt)
        run.through(workers)
    return run.found


class _Run:
    """One analysis of a ladder."""

    def __init__(
        self, ladder: StoredLadder, store: AnalysisStore, pools: Sequence[PoolRules], interrupt: Interrupt
    ) -> None:
        self._ladder = ladder
        self._store = store
        self._pools = pools
        self._interrupt = interrupt
        self._at_hand: set[str] = set()
        self.found = Analysed()

    def through(self, workers: int) -> None:
        """Analyse until nothing is left, or it is asked to stop."""
        found = self.found
        found.left = sum(
            self._is_open(pool, result) for pool in self._pools for result in self._ladder.counted_sets(pool.id)
        )
        with tqdm(total=found.left, unit=" sets", desc="Analysed", disable=None if found.left else True) as bar:
            for result, content in self._in_workers(workers) if workers else self._here():
                if content is None:
                    found.unreadable.add(result.name)
                else:
                    self._store.add([(result, content)])
                    found.done += 1
                self._at_hand.discard(result.name)
                found.left -= 1
                bar.update()
        found.interrupted = self._interrupt.asked

    def _is_open(self, pool: PoolRules, result: SetResult) -> bool:
        return can_be_split(pool, result) and self._store.of(result) is None

    def _tasks(self) -> Iterator[Task]:
        """What is to be done, the most widely spaced first; it ends when a stop is asked for.

        A set comes by in every pass that it belongs to, perhaps while it is still at hand.
        """
        most = max((self._ladder.finished(pool.id) for pool in self._pools), default=0)
        for power in reversed(range(most.bit_length())):
            for pool in self._pools:
                for result in self._ladder.sampled_sets(pool.id, 2**power, transcripts=True):
                    if self._interrupt.asked:
                        return
                    known = self._at_hand | self.found.unreadable
                    if result.name not in known and self._is_open(pool, result):
                        self._at_hand.add(result.name)
                        yield pool, self._ladder.seed(result), result

    def _here(self) -> Iterator[tuple[SetResult, bytes | None]]:
        for task in self._tasks():
            yield task[2], _analyse(task)

    def _in_workers(self, workers: int) -> Iterator[tuple[SetResult, bytes | None]]:
        """No more tasks wait than there are workers, so that a stop takes no longer than a set."""
        tasks = self._tasks()
        running: dict[Future[bytes | None], SetResult] = {}
        try:
            with ProcessPoolExecutor(workers, get_context("fork"), _begin, (os.getpid(),)) as executor:
                while True:
                    for task in islice(tasks, workers - len(running)):
                        running[executor.submit(_analyse, task)] = task[2]
                    if not running:
                        return
                    for done in wait(running, return_when=FIRST_COMPLETED).done:
                        yield running.pop(done), done.result()
        except BrokenProcessPool as error:
            raise AnalysisError(
                "a process of the analysis died, perhaps for want of memory; what was done is kept, and the same "
                "command goes on, with fewer --workers if need be"
            ) from error


def _begin(parent: int) -> None:
    """What a worker does first: the main process alone decides what a Ctrl-C means."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    die_with_parent(parent)


def _analyse(task: Task) -> bytes | None:
    """The analysis of a set; None if it cannot be replayed."""
    pool, seed, result = task
    try:
        return encode_split(split_set(pool, result, seed))
    except TranscriptError:
        return None
