"""How many sets a stored ladder means to play."""

from arena.ladder.rows import PoolRules
from arena.ladder.schedule import Walk
from arena.ladder.settled import Settled
from arena.ladder.stored import StoredLadder


def planned_sets(ladder: StoredLadder, pool: PoolRules) -> int | None:
    """The sets up to the end of a pool's schedule, or to its stop; None if nothing but the clock ends it."""
    sides = len(pool.rules.sides(pool.variant))
    seen = Settled(ladder, pool.id)
    walk = Walk(pool.id, sides, ladder.epochs(pool.id), ladder.secret, seen, ladder.finished(pool.id))
    ends = [end for end in (walk.end, ladder.stop(pool.id)) if end is not None]
    return min(ends, default=None)
