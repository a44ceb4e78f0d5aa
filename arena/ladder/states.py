"""Who is, and who was, in a ladder: each version of each entrant with its state in each pool."""

from collections import Counter
from enum import StrEnum

import msgspec

from arena.ladder.entrants import Ladder, record_of
from arena.ladder.rows import PoolRules
from arena.ladder.schedule import name_of
from arena.ladder.stored import StoredLadder
from arena.ladder.stored_entrant import Origin, StoredEntrant


class State(StrEnum):
    """Whether an entrant plays in a pool, and if not, why."""

    IN = "in"
    WITHDRAWN = "withdrawn"
    SUSPENDED = "suspended"
    REPLACED = "replaced"  # by another version
    GONE = "gone"  # from the config
    OUT = "out"  # not among those who reached the present stage


class EntrantState(msgspec.Struct, frozen=True):
    """A version of an entrant in one pool.

    `since` is the first set (from 1, over all of the pool's schedule) of a withdrawal or suspension, else None.
    `sets` and `faulty` count the sets that count, and those of them in which it faulted.
    """

    entrant: StoredEntrant
    pool: str
    state: State
    since: int | None
    sets: int
    faulty: int


def entrant_states(ladder: StoredLadder) -> tuple[EntrantState, ...]:
    """Every version of every entrant in each pool that it has ever been in, in order of coming.

    A submitted one that was replaced or withdrawn before it could play is among them.
    """
    return tuple(state for pool in ladder.rules() for state in _states_in(ladder, pool))


def states_to_be(ladder: Ladder) -> tuple[EntrantState, ...]:
    """Every entrant of a config in each of its pools, as it will be when the ladder is run for the first time."""
    return tuple(
        EntrantState(record_of(entrant), pool.id, State.IN, None, 0, 0)
        for pool in ladder.pools
        for entrant in pool.entrants
    )


def _states_in(ladder: StoredLadder, pool: PoolRules) -> list[EntrantState]:
    fields = ladder.events.fields(pool.id)
    ever = {key for field in fields for key in field.entrants} | {
        *ladder.events.roster(pool.id).submitted.values()
    }
    sets: Counter[str] = Counter()
    faults: Counter[str] = Counter()
    for _, entrants, faulty in ladder.faulty_sets(pool.id, (1, 0)):
        sets.update(entrants)
        faults.update(faulty)
    since = {dated.change.entrant: dated.index + 1 for dated in ladder.events.changes(pool.id)}
    submitted = ladder.events.roster(pool.id).submitted
    found = []
    for entrant in ladder.entrants():
        if entrant.key in ever or (entrant.origin is Origin.SUBMITTED and entrant.name in submitted):
            state = _state(ladder, pool.id, entrant)
            out = state in (State.WITHDRAWN, State.SUSPENDED)
            place = since.get(entrant.key) if out else None
            found.append(EntrantState(entrant, pool.id, state, place, sets[entrant.key], faults[entrant.key]))
    return found


def _state(ladder: StoredLadder, pool: str, entrant: StoredEntrant) -> State:
    field = ladder.field(pool)
    roster = ladder.events.roster(pool)
    if entrant.key in field:
        return State.IN
    if entrant.name in map(name_of, field):
        return State.REPLACED
    present = (
        roster.submitted.get(entrant.name, entrant.key) if entrant.origin is Origin.SUBMITTED else entrant.key
    )
    if present != entrant.key:
        return State.REPLACED
    if entrant.key in roster.suspended:
        return State.SUSPENDED
    if (entrant.name, entrant.origin) in roster.withdrawn:
        return State.WITHDRAWN
    reached = ladder.events.fields(pool)[-1].qualified
    return State.GONE if reached is None or entrant.name in reached.names else State.OUT
