"""A pool that is played in stages: where the present one ends, and who did how well in each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

import msgspec

from arena.ladder.entrants import Ladder, Pool
from arena.ladder.formats import Epoch
from arena.ladder.rows import PoolRules
from arena.ladder.schedule import name_of, stop_after
from arena.ladder.seatings import seatings
from arena.ladder.stored import StoredLadder
from arena.stats.standings import RankBy, StandingRow, standings
from arena.stats.tallies import PoolTally


@dataclass(frozen=True)
class StagePlan:
    """The present stage of a pool: its number, from 1, and where it ends, counted in sets of the whole schedule.

    `limit` is where the counts of its stop end it, `ended` where its hours have; None: they do not, or not yet.
    `first` sets of the schedule are of earlier stages.
    """

    number: int
    is_last: bool
    first: int
    limit: int | None
    ended: int | None
    hours: float | None

    def end(self, size: int | None) -> int | None:
        """Where it ends if the schedule has so many sets under its format; None if that is not known (yet)."""
        return min((end for end in (size, self.limit, self.ended) if end is not None), default=None)


def plan_stage(ladder: Ladder, pool: Pool, epochs: Sequence[Epoch], ended: int | None = None) -> StagePlan:
    """The plan of the last of these epochs' stage."""
    stages = ladder.config.format.in_turn
    number = epochs[-1].stage
    stop = stages[number - 1].stop
    first = sum(epoch.length or 0 for epoch in epochs if epoch.stage < number)
    limit = stop_after(stop.sets, stop.matches, len(seatings(ladder.config.seatings, pool.sides)))
    return StagePlan(
        number=number,
        is_last=number == len(stages),
        first=first,
        limit=None if limit is None else first + limit,
        ended=ended,
        hours=stop.hours,
    )


class StageTally(NamedTuple):
    """A stage's last epoch, how many sets of the stage count, and what counts for its standings.

    The tally goes on with the next stage, so it must be looked at before that is asked for.
    """

    epoch: Epoch
    sets: int
    tally: PoolTally


def stage_tallies(ladder: StoredLadder, pool: PoolRules) -> Iterator[StageTally]:
    """The stages of a pool so far, each with the sets up to its end that matter to it."""
    rules, variant = pool.rules, pool.variant
    epochs = ladder.epochs(pool.id)
    placed = islice(ladder.prefix(pool.id), ladder.stop(pool.id))
    ahead = next(placed, None)
    tally = PoolTally(rules.starting_score(variant), rules.compares_by_deal(variant))
    sets = 0
    for epoch in epochs:
        if epoch.since == epoch.number:
            tally = PoolTally(rules.starting_score(variant), rules.compares_by_deal(variant))
        while ahead is not None and ahead.epoch == epoch.number:
            if ahead.result is not None:
                tally.add(ahead.result)
                sets += 1
            ahead = next(placed, None)
        if epoch is epochs[-1] or epochs[epoch.number].stage != epoch.stage:
            yield StageTally(epoch, sets, tally)
            sets = 0


def ranking(stage: StageTally, rank_by: RankBy) -> tuple[str, ...]:
    """The names of those who were in a stage at its end by what counts in it, best first."""
    return tuple(name_of(row.entrant) for row in standings(stage.tally, stage.epoch.entrants, rank_by))


class StageResult(msgspec.Struct, frozen=True):
    """What a stage has come to: its format, how many of its sets count, and its standings, at its end or now.

    `went_on` names those who reached the next one; None: it is the present one.
    """

    number: int
    kind: str
    sets: int
    rows: tuple[StandingRow, ...]
    went_on: tuple[str, ...] | None


def stage_results(ladder: StoredLadder, pool: PoolRules) -> tuple[StageResult, ...]:
    """The stages of a pool so far, each ranked as it was when the next one began."""
    reached = {field.stage: field.qualified for field in ladder.events.fields(pool.id)}
    found = []
    for epoch, sets, tally in stage_tallies(ladder, pool):
        following = reached.get(epoch.stage + 1)
        rows = standings(tally, epoch.entrants, ladder.rank_by if following is None else following.rank_by)
        went_on = None if following is None else following.names
        found.append(StageResult(epoch.stage, epoch.format["kind"], sets, rows, went_on))
    return tuple(found)


def overall(stages: Sequence[StageResult]) -> tuple[StandingRow, ...]:
    """The standings over all stages: first those in the last one, then those who were out after the one before …

    Who is out stands as it did at the end of its last stage.
    """
    ranked: list[StandingRow] = []
    for stage in reversed(stages):
        out = [row for row in stage.rows if name_of(row.entrant) not in (stage.went_on or ())]
        ranks = [row.rank for row in out if row.rank is not None]
        ahead = len(ranked)
        ranked += [
            msgspec.structs.replace(
                row,
                stage=stage.number,
                rank=None if row.rank is None else ahead + 1 + sum(other < row.rank for other in ranks),
            )
            for row in out
        ]
    return tuple(ranked)
