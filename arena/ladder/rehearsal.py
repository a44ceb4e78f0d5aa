"""What a ladder will take, told before it is played: its size, hours and disk."""

import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from arena.ladder.asked import changes_asked
from arena.ladder.course import Seen
from arena.ladder.entrants import Ladder, Pool
from arena.ladder.events import Field, Roster, epochs_of
from arena.ladder.field import field_of, likely_next_field
from arena.ladder.inbox import Request, Submit
from arena.ladder.plan import plan_pool, terms_of
from arena.ladder.rows import PoolRules, seat_names
from arena.ladder.schedule import first_pairings, planned_sets, schedule
from arena.ladder.settled import Settled
from arena.ladder.stages import plan_stage
from arena.ladder.stored import StoredLadder
from arena.records import SetResult, SetTask

TIMING_SETS: Final = 2
ROW_BYTES: Final = 115
"""Database bytes of a match besides its transcript, with its share of the set's (measured: 105–113)."""


@dataclass(frozen=True)
class StageEstimate:
    """A stage from the present one on: its number, format, entrants, and its own sets (None: open)."""

    number: int
    kind: str
    entrants: int
    pairings: int
    """Of its first cycle or round; in a knockout, the sets of all its ties at the least."""
    sets: int | None
    hours: float | None
    """Of play, that end it at the latest."""


@dataclass(frozen=True)
class Estimate:
    """A pool's size, and the mean of a few timing sets played in this process.

    A size is None if only the results or the clock will end the pool.
    """

    pool: str
    pairings: int
    sets: int | None
    """All sets of the schedule, up to the stop."""
    left: int | None
    """Those that are still to be played."""
    matches_per_set: int
    seconds_per_set: float
    bytes_per_match: float
    faults: tuple[str, ...]
    """Each different fault in the timing sets: the entrant's name, kind and detail."""
    stages: tuple[StageEstimate, ...] = ()
    """If the config has several: the present one and those to come."""

    @property
    def matches(self) -> int | None:
        """All matches of the schedule, up to the stop."""
        return None if self.sets is None else self.sets * self.matches_per_set

    def seconds(self, workers: int) -> float | None:
        """The time to play what is left."""
        return None if self.left is None else self.left * self.seconds_per_set / max(1, workers)

    @property
    def megabytes(self) -> float | None:
        """What the database will grow by."""
        return None if self.left is None else self.left * self.matches_per_set * self.bytes_per_match / 1e6


def rehearse(
    ladder: Ladder, play: Callable[[SetTask], SetResult], stored: StoredLadder | None, requests: Sequence[Request]
) -> tuple[Estimate, ...]:
    """Play two timing sets of each pool, storing nothing.

    `stored` is what the ladder has come to so far, None before its first run; `requests` wait in its inbox.
    """
    return tuple(_rehearse(ladder, pool, play, stored, requests) for pool in ladder.pools)


def _rehearse(
    ladder: Ladder,
    pool: Pool,
    play: Callable[[SetTask], SetResult],
    stored: StoredLadder | None,
    requests: Sequence[Request],
) -> Estimate:
    has_begun = stored is not None and pool.id in {rules.id for rules in stored.rules()}
    fields = _fields(ladder, pool, stored if has_begun else None, requests)
    ruling = stored.ruling(pool.id) if stored is not None and has_begun else None
    if ruling is not None and ruling.epoch != len(fields):
        ruling = None
    ruling = terms_of(ladder, pool.id, ruling).ruling
    seen = Settled(stored, pool.id) if stored is not None and has_begun else None
    ended = stored.events.stage_end(pool.id) if stored is not None and has_begun else None
    first, stages = _stages(ladder, pool, fields, ended, seen)
    sizes = [stage.sets for stage in stages]
    size = None if None in sizes else first + sum(sets for sets in sizes if sets is not None)
    plan = plan_pool(ladder, pool, size, ruling)
    done = stored.finished(pool.id) + stored.played_ahead(pool.id) if stored is not None and has_begun else 0
    (fresh,) = epochs_of(fields[-1:])
    secret = ladder.config.seed or secrets.token_hex(16)
    started = time.perf_counter()
    results = [play(task) for task in islice(schedule(pool.id, pool.sides, [fresh], secret), TIMING_SETS)]
    seconds = time.perf_counter() - started
    transcripts = [len(match.transcript) for result in results for match in result.matches]
    return Estimate(
        pool=pool.id,
        pairings=first_pairings(pool.sides, fresh),
        sets=plan.end,
        left=None if plan.end is None else max(0, plan.end - done),
        matches_per_set=plan.matches_per_set,
        seconds_per_set=seconds / max(1, len(results)),
        bytes_per_match=ROW_BYTES + sum(transcripts) / max(1, len(transcripts)),
        faults=_faults(PoolRules(pool.id, pool.game, pool.variant.options()), results),
        stages=stages if ladder.config.format.stages else (),
    )


def _stages(
    ladder: Ladder, pool: Pool, fields: Sequence[Field], ended: int | None, seen: Seen | None
) -> tuple[int, tuple[StageEstimate, ...]]:
    """How many sets are of earlier stages; the present one and, as far as can be foreseen, those to come."""
    found = []
    field, epochs = fields[-1], epochs_of(fields)
    first = before = plan_stage(ladder, pool, epochs).first
    while True:
        stage = plan_stage(ladder, pool, epochs, ended)
        end = stage.end(planned_sets(pool.sides, epochs, seen))
        sets = None if end is None else end - before
        kind, entrants, pairings = (
            field.format["kind"],
            len(field.entrants),
            first_pairings(pool.sides, epochs[-1]),
        )
        found.append(StageEstimate(stage.number, kind, entrants, pairings, sets, stage.hours))
        if stage.is_last:
            return first, tuple(found)
        field = likely_next_field(ladder, field)
        epochs, ended, seen, before = epochs_of([field]), None, None, 0


def _fields(
    ladder: Ladder, pool: Pool, stored: StoredLadder | None, requests: Sequence[Request]
) -> tuple[Field, ...]:
    """The fields of a pool as the next run will have them, which adds one if the contest becomes another."""
    roster = Roster() if stored is None else stored.events.roster(pool.id)
    roster = roster.after(changes_asked(requests, pool.game, pool.keys, roster))
    authors = {entrant.key: entrant.author for entrant in ladder.entrants}
    authors |= {one.key: one.author for one in (() if stored is None else stored.entrants())}
    authors |= {request.entrant.key: request.entrant.author for request in requests if isinstance(request, Submit)}
    if stored is None:
        return (field_of(ladder, pool, roster, authors),)
    fields = stored.events.fields(pool.id)
    field = field_of(ladder, pool, roster, authors, stored.finished_place(pool.id), fields[-1])
    return fields if field.is_like(fields[-1]) else (*fields, field)


def _faults(pool: PoolRules, results: Sequence[SetResult]) -> tuple[str, ...]:
    found = {
        f"{seat_names(pool, result, match)[fault.seat]}: {fault.kind}: {fault.detail}": None
        for result in results
        for match in result.matches
        for fault in ([match.fault] if match.fault else []) + list(match.substituted)
    }
    return tuple(found)
