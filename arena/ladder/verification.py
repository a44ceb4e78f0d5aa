"""Whether everything that a ladder has stored is as it was played, and where it belongs."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice

import msgspec

from arena.ladder.content import digest, faulty_text
from arena.ladder.events import epochs_of
from arena.ladder.placed import PlacedSet
from arena.ladder.rows import PoolRules
from arena.ladder.schedule import schedule
from arena.ladder.schema import StoreError, sides_text
from arena.ladder.settled import Settled
from arena.ladder.stages import ranking, stage_tallies
from arena.ladder.stored import StoredLadder
from arena.match.differences import differences
from arena.records import SetResult, SetTask, match_name, set_name


class Finding(msgspec.Struct, frozen=True):
    """What is wrong with a match, a set or a table, by its name."""

    name: str
    problems: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.name}: {'; '.join(self.problems)}"


class Verification:
    """One look through all that is stored: every set of every pool, whether it counts or not.

    `matches` and `sets` count what `findings` has gone through.
    """

    def __init__(self, ladder: StoredLadder) -> None:
        self._ladder = ladder
        self._policy = ladder.policy
        self.matches = 0
        self.sets = 0

    def findings(self) -> Iterator[Finding]:
        """Play every match again and compare; only what is wrong, in schedule order. Streams."""
        for table, parent, count in self._ladder.strays():
            yield Finding(table, (f"{count:,} of its rows belong to no row of {parent}",))
        for pool in self._ladder.rules():
            places = _Places(pool, self._ladder)
            for placed in self._ladder.every_set(pool.id, transcripts=True):
                self.sets += 1
                yield from self._set(pool, placed, places.problems(placed))
            with suppress(StoreError):  # of a set that has been told of
                yield from self._stages(pool)

    def gaps(self) -> Iterator[str]:
        """Where sets are missing in a schedule before others that are stored, as when a run was cut short."""
        for pool in self._ladder.rules():
            beyond = self._ladder.uncounted(pool.id).beyond_gap
            if beyond:
                epoch, position = self._ladder.finished_place(pool.id)
                yield (
                    f"{pool.id}: {beyond:,} sets are stored beyond a gap and do not count; the first one missing "
                    f"is number {position + 1:,} of epoch {epoch}. The next run plays what is missing"
                )

    def _stages(self, pool: PoolRules) -> Iterator[Finding]:
        """Whether those have reached each stage who came first in the one before."""
        reached = {field.stage: field.qualified for field in self._ladder.events.fields(pool.id)}
        for stage in stage_tallies(self._ladder, pool):
            number = stage.epoch.stage + 1
            after = reached.get(number)
            if after is not None and ranking(stage, after.rank_by)[: after.top] != after.names:
                problem = "those who are stored as having reached it did not come first in the one before"
                yield Finding(f"stage {number} of pool {pool.id}", (problem,))

    def _set(self, pool: PoolRules, placed: PlacedSet, problems: list[str]) -> Iterator[Finding]:
        result = placed.result
        if result is None:
            problems += ["void, but with a digest or faults"] if placed.faulty or placed.digest else []
        else:
            wrong = list(self._matches(pool, placed, result))
            yield from wrong
            if placed.faulty != faulty_text(result):
                problems.append(f"faulty: stored {placed.faulty!r}, played {faulty_text(result)!r}")
            if placed.digest != digest(result) and not wrong:
                problems.append("it is not as it was stored: its digest is another")
        if problems:
            yield Finding(set_name(pool.id, placed.sides, placed.k), tuple(problems))

    def _matches(self, pool: PoolRules, placed: PlacedSet, result: SetResult) -> Iterator[Finding]:
        orders = self._ladder.shape(pool.id).orders
        if placed.seatings != tuple(range(1, len(orders) + 1)):
            stored = ", ".join(map(str, placed.seatings)) or "none"
            yield Finding(result.name, (f"expected the seatings 1 to {len(orders)}, stored are {stored}",))
        seed = self._ladder.seed(result)
        for seating, match in zip(placed.seatings, result.matches, strict=True):
            self.matches += 1
            problems = differences(pool.rules, pool.variant, seed, match, self._policy)
            if 1 <= seating <= len(orders) and match.order != orders[seating - 1]:
                problems.append(f"sides: stored {match.order}, the seating is {orders[seating - 1]}")
            if problems:
                yield Finding(match_name(result.name, seating), tuple(problems))


class _Places:
    """What belongs at each place of a pool's schedule, asked for in order of the places.

    A set may stand beyond the place where its epoch was cut later: it was played before. So an epoch is looked at
    as it was when it was the last.
    """

    def __init__(self, pool: PoolRules, ladder: StoredLadder) -> None:
        self._pool = pool
        self._fields = ladder.events.fields(pool.id)
        self._secret = ladder.secret
        self._seen = Settled(ladder, pool.id)
        self._epoch = 0
        self._position = 0
        self._tasks: Iterator[SetTask] = iter(())

    def problems(self, placed: PlacedSet) -> list[str]:
        """What is wrong about the place of a set."""
        task = self._task(placed.epoch, placed.position)
        where = f"epoch {placed.epoch}, position {placed.position}"
        if task is None:
            return [f"stored at {where}, where the schedule has no set"]
        if (task.sides, task.k) != (placed.sides, placed.k):
            return [f"stored at {where}, where the schedule has {sides_text(task.sides)}/{task.k}"]
        return []

    def _task(self, epoch: int, position: int) -> SetTask | None:
        if not 1 <= epoch <= len(self._fields) or position < 0:
            return None
        if epoch != self._epoch:
            epochs = epochs_of(self._fields[:epoch])
            start = sum(one.length or 0 for one in epochs[:-1])
            sides = len(self._pool.rules.sides(self._pool.variant))
            self._tasks = schedule(self._pool.id, sides, epochs, self._secret, start, self._seen)
            self._epoch, self._position = epoch, 0
        task = next(islice(self._tasks, position - self._position, None), None)
        self._position = position + 1
        return task
