"""What a run cannot get done before it ends, told before it begins."""

from datetime import timedelta

from arena.ladder.deadline import Deadline
from arena.ladder.entrants import Ladder
from arena.ladder.plan import plan_pool
from arena.ladder.schedule import first_pairings, planned_sets
from arena.ladder.settled import Settled
from arena.ladder.stages import plan_stage
from arena.ladder.stored import StoredLadder


def shortfalls(ladder: Ladder, stored: StoredLadder, workers: int, deadline: Deadline | None) -> list[str]:
    """A line for each pool that waits for entrants or whose stop ends it before one cycle of its pairings, and one
    if the clock may do so.

    How long a cycle takes is judged from the sets of earlier runs; without any nothing is said of the clock.
    """
    lines = []
    sets = 0
    for pool in ladder.pools:
        epochs = stored.epochs(pool.id)
        size = planned_sets(pool.sides, epochs, Settled(stored, pool.id))
        stage = plan_stage(ladder, pool, epochs, stored.events.stage_end(pool.id))
        plan = plan_pool(ladder, pool, stage.end(size) if stage.is_last else None, stored.ruling(pool.id))
        cycle = first_pairings(pool.sides, epochs[-1])
        if not cycle:
            names = ", ".join(key.partition("@")[0] for key in epochs[-1].entrants) or "nobody"
            lines.append(f"{pool.id}: waits for entrants, a match has {pool.sides} sides and there are: {names}")
            continue
        before = f"before {_cut(epochs[-1].format['kind'], cycle)}"
        if plan.stop is not None and plan.end is not None and plan.end < cycle:
            lines.append(f"{pool.id}: {plan.stop} ends it {before}")
        elif stage.limit is not None and stage.limit - stage.first < cycle:
            lines.append(f"{pool.id}: stage {stage.number} ends by its stop {before}")
        sets += cycle if plan.end is None else max(0, min(cycle, plan.end - stored.finished(pool.id)))
    if deadline is not None and sets:
        lines += _by_the_clock(sets, stored, workers, deadline)
    return lines


def _cut(kind: str, cycle: int) -> str:
    """What there is not enough time for, and what follows."""
    if kind == "knockout":
        return f"the {cycle:,} sets of its ties are played, so it will have no champion"
    if kind == "swiss":
        return f"one round of {cycle:,} sets is played, so not everybody will have played"
    if kind == "adaptive":
        return f"one round of {cycle:,} sets is played, so results will decide about no pairing"
    return f"one cycle of its {cycle:,} pairings is played, so not everybody will have met everybody it should"


def _by_the_clock(sets: int, stored: StoredLadder, workers: int, deadline: Deadline) -> list[str]:
    sessions = stored.sessions()
    played = sum(session.sets for session in sessions)
    if not played:
        return []
    seconds = sum(session.seconds for session in sessions) / played * sets / max(1, workers)
    takes, left = timedelta(seconds=seconds), deadline.left
    if takes <= left:
        return []
    cycle = f"one cycle of {sets:,} sets takes about {_shown(takes)}, as sets went so far"
    return [f"{deadline.name} is in {_shown(left)}; {cycle}"]


def _shown(duration: timedelta) -> str:
    return str(timedelta(seconds=round(duration.total_seconds())))
