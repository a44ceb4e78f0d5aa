"""One pool in a run: which sets to play next, and what becomes of its field on the way."""

import logging
from collections import deque
from itertools import islice

from arena.ladder.deadline import Clock, local_time
from arena.ladder.entrants import Ladder, Pool
from arena.ladder.events import Change, ChangeKind
from arena.ladder.judge import Judge
from arena.ladder.plan import PoolPlan, plan_pool
from arena.ladder.rows import find_pool
from arena.ladder.schedule import Place, Walk, first_pairings
from arena.ladder.settled import Settled
from arena.ladder.stage_clock import StageClock
from arena.ladder.stages import plan_stage, ranking, stage_tallies
from arena.ladder.store import Store
from arena.ladder.suspension import FaultWatch
from arena.ladder.terms import Ruling
from arena.records import SetTask

log = logging.getLogger(__name__)


class PoolRun:
    """Hands out the sets that a pool's schedule still asks for, in its order.

    First come the void sets of the finished prefix. What has been handed out stays in the schedule: changes of the
    field hold from the set on that would be handed out next, and so does the end of a stage by its hours. The next
    stage begins once all sets of the one before are finished.
    """

    def __init__(self, ladder: Ladder, pool: Pool, store: Store, clock: Clock = local_time) -> None:
        self.pool = pool
        self._ladder = ladder
        self._store = store
        self._watch = FaultWatch(ladder.config.on_fault.max_fault_rate, pool.sides)
        self._watched: Place = (1, 0)
        self._judge = None if pool.judge is None else pool.judge()
        self._ruling = store.ruling(pool.id)
        self._heard: Place = (1, 0)
        self._sets_heard = 0
        epochs = store.epochs(pool.id)
        seen = Settled(store, pool.id)
        self._walk = Walk(pool.id, pool.sides, epochs, store.secret, seen, store.finished(pool.id))
        self._waits = False
        self._watch.plan(epochs, store.events.lifts(pool.id))
        self._clock = clock
        self._enter_stage()
        self._voids = deque(store.void_tasks(pool.id))
        self.update()

    @property
    def plan(self) -> PoolPlan:
        """Where the pool ends, as far as is known now."""
        size = self._stage.end(self._walk.end) if self._stage.is_last else None
        return plan_pool(self._ladder, self.pool, size, self._ruling)

    @property
    def place(self) -> Place:
        """The place of the set that would be handed out next."""
        return self._walk.place

    @property
    def index(self) -> int:
        """How many sets of the schedule, over all epochs, come before that one."""
        return self._walk.index

    def next(self) -> SetTask | None:
        """A set to play; None if there is none, or none before more of those handed out are finished."""
        if self._voids:
            return self._voids.popleft()
        task = self._next_of_stage()
        while task is None and self._turn_stage():
            task = self._next_of_stage()
        return task

    def _next_of_stage(self) -> SetTask | None:
        if self._waits:
            return None
        self._end_by_the_clock()
        end = self._end
        while end is None or self._walk.index < end:
            if self._walk.index >= self._watch.barrier:
                return None
            if self._watch.due(self._walk.index) and self._may_end_before():
                return None
            self._suspend()
            task = self._walk.next()
            if task is None:
                self._waits = True
                return None
            if self._store.is_missing(task):
                return task
            end = self._end
        return None

    @property
    def _end(self) -> int | None:
        """Where the pool ends or, if that is earlier, its present stage."""
        ends = [self.plan.end, None if self._stage.is_last else self._stage.end(self._walk.end)]
        return min((end for end in ends if end is not None), default=None)

    def _enter_stage(self) -> None:
        """Know the present stage, and how long it has been played if that ends it."""
        store, pool = self._store, self.pool
        self._stage = plan_stage(self._ladder, pool, store.epochs(pool.id), store.events.stage_end(pool.id))
        hours, number = self._stage.hours, self._stage.number
        has_time = hours is not None and self._stage.ended is None
        self._time = StageClock(store, pool.id, number, hours, self._clock) if hours and has_time else None

    def _end_by_the_clock(self) -> None:
        """End the stage before the next set if it has been played for its hours."""
        if self._time is not None and self._time.is_past:
            self._store.end_stage(self.pool.id, self.place, self._stage.number)
            self._enter_stage()

    def _turn_stage(self) -> bool:
        """Begin the next stage if the present one is at its end and can be judged; whether it has been begun."""
        pool, end = self.pool.id, self._stage.end(self._walk.end)
        stop = self.plan.end
        if self._stage.is_last or end is None or self._walk.index < end or (stop is not None and stop <= end):
            return False
        if self._store.finished(pool) < self._walk.index or self._store.void_tasks(pool):
            return False
        if not first_pairings(self.pool.sides, self._store.epochs(pool)[-1]):
            return False  # there are too few for a match yet: it waits for more
        *_, ended = stage_tallies(self._store, find_pool(self._store.rules(), pool))
        self._store.next_stage(self._ladder, self.pool, ranking(ended, self._ladder.config.rank_by))
        self.turn()
        return True

    def update(self) -> None:
        """Take in the sets that have joined the finished prefix."""
        self._waits = False
        if self._time is not None:
            self._time.note()
        for place, entrants, faulty in self._store.faulty_sets(self.pool.id, self._watched):
            self._watch.add(entrants, faulty)
            self._watched = (place[0], place[1] + 1)
        if self._judge is not None and self._ruling is None:
            self._ruling = self._hear(self._judge)
            if self._ruling is not None:
                self._store.rule(self.pool.id, self._ruling)

    def text(self) -> str:
        """How what is asked of the pool's results stands; empty if nothing is."""
        return "" if self._judge is None else self._judge.text()

    def turn(self) -> None:
        """Go on with the epoch that has been appended at the present place, if one has been."""
        epochs = self._store.epochs(self.pool.id)
        if epochs[-1].number != self._walk.last_epoch:
            self._walk.turn(epochs)
            self._waits = False
            self._ruling = None
            self._enter_stage()
        self._watch.plan(epochs, self._store.events.lifts(self.pool.id))

    def _hear(self, judge: Judge) -> Ruling | None:
        """Tell a judge the sets that have joined the prefix, up to the first answer on the present field."""
        stop = self._store.stop(self.pool.id)
        most = None if stop is None else max(0, stop - self._sets_heard)
        epochs = self._store.epochs(self.pool.id)
        for placed in islice(self._store.prefix(self.pool.id, self._heard), most):
            self._heard = (placed.epoch, placed.position + 1)
            self._sets_heard += 1
            answer = None if placed.result is None else judge.add(placed.result, epochs[placed.epoch - 1])
            if answer is not None and placed.epoch == self._walk.last_epoch:
                return Ruling(judge.question, answer, self._sets_heard, placed.epoch)
        return None

    def _may_end_before(self) -> bool:
        """Whether sets that have been handed out may still end the pool; then what comes after them never does."""
        return self._judge is not None and self._sets_heard < self._walk.index

    def _suspend(self) -> None:
        """Suspend those whose suspension begins with the next set."""
        due = self._watch.due(self._walk.index)
        if not due:
            return
        roster = self._store.events.roster(self.pool.id)
        playing = roster.playing(self.pool.keys)
        changes = [
            Change(ChangeKind.SUSPENDED, key, origin, due[key])
            for key, origin in roster.entered(self.pool.keys).items()
            if key in due and key in playing
        ]
        if not changes:
            return
        self._store.change(self._ladder, self.pool, changes, self.place)
        self.turn()
        for change in changes:
            log.warning(
                "%s: %s is suspended from set %s on: it faulted in %d of its last sets; it plays again after "
                "`arena entrants %s %s --resume`",
                self.pool.id,
                change.entrant,
                f"{self._walk.index + 1:,}",
                change.faulty,
                self._store.folder,
                change.entrant.rpartition("@")[0],
            )
