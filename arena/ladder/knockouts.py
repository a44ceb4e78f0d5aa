"""How the knockout of a pool stands."""

from arena.ladder.formats.knockout import Knockout, PlayedTie
from arena.ladder.rows import PoolRules
from arena.ladder.schedule import Walk
from arena.ladder.settled import Settled
from arena.ladder.stored import StoredLadder


def bracket(ladder: StoredLadder, pool: PoolRules) -> tuple[PlayedTie, ...]:
    """The ties of a pool after the sets that count, in the order of play; none if its format is no knockout."""
    sides = len(pool.rules.sides(pool.variant))
    finished, stop = ladder.finished(pool.id), ladder.stop(pool.id)
    counted = finished if stop is None else min(finished, stop)
    walk = Walk(pool.id, sides, ladder.epochs(pool.id), ladder.secret, Settled(ladder, pool.id), counted)
    if walk.course is None or not isinstance(walk.course.form, Knockout):
        return ()
    walk.course.hear(counted)
    return walk.course.form.ties()
