"""How far a pool is to be played: to its stop, or to the end of its schedule."""

from dataclasses import dataclass

from arena.ladder.entrants import Ladder, Pool
from arena.ladder.schedule import stop_after
from arena.ladder.seatings import seatings
from arena.ladder.terms import Ruling, Terms


@dataclass(frozen=True)
class PoolPlan:
    """The position, counted in sets over all epochs, at which a pool ends, and why there.

    `end` is None for a pool without end, as far as is known: its results or the clock are to end it. `stop` is the
    stop that cuts the schedule, as in the config, or the answer that its sets have given, or None if it is played
    out.
    """

    end: int | None
    stop: str | None
    matches_per_set: int

    @property
    def matches(self) -> int | None:
        """The matches up to the end."""
        return None if self.end is None else self.end * self.matches_per_set


def terms_of(ladder: Ladder, pool: str, ruling: Ruling | None = None) -> Terms:
    """The terms of a pool of the ladder, which the config need not have any more.

    `ruling` is an earlier one on the present field, kept if the same is asked.
    """
    present = next((one for one in ladder.pools if one.id == pool), None)
    if present is None:
        return Terms(open=False)
    config = ladder.config
    matches_per_set = len(seatings(config.seatings, present.sides))
    question = None if present.judge is None else present.judge().question
    return Terms(
        stop=stop_after(config.stop.sets, config.stop.matches, matches_per_set),
        ruling=ruling if ruling is not None and ruling.question == question else None,
    )


def plan_pool(ladder: Ladder, pool: Pool, size: int | None, ruling: Ruling | None = None) -> PoolPlan:
    """The plan of a pool whose schedule has so many sets (None: no end), from the config's `stop` and a ruling."""
    stop = ladder.config.stop
    matches_per_set = len(seatings(ladder.config.seatings, pool.sides))
    limit = stop_after(stop.sets, stop.matches, matches_per_set)
    if ruling is not None and (limit is None or ruling.sets <= limit):
        name = f"the answer {ruling.answer!r}" if stop.resolved is None else f"stop.resolved ({ruling.answer})"
        return PoolPlan(ruling.sets, name, matches_per_set)
    if limit is None or (size is not None and size < limit):
        return PoolPlan(size, None, matches_per_set)
    by_sets = stop.sets is not None and stop.sets == limit
    name = f"stop.sets {stop.sets}" if by_sets else f"stop.matches {stop.matches}"
    return PoolPlan(limit, name, matches_per_set)
