"""What the reports of a ladder are made from, worked out once for each pool."""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import msgspec

from arena.ladder.event_log import Suspension
from arena.ladder.formats.knockout import PlayedTie
from arena.ladder.knockouts import bracket
from arena.ladder.results import Source, stages_of, tally_of
from arena.ladder.rows import PoolRules, find_pool
from arena.ladder.schedule import name_of
from arena.ladder.stages import StageResult, overall
from arena.ladder.stored import StoredLadder
from arena.ladder.terms import Uncounted
from arena.ladder.twin import twin_name
from arena.stats.fit import Fit, fit
from arena.stats.forfeits import ForfeitRow, with_and_without_forfeits
from arena.stats.head_to_head import HeadToHeadRow, head_to_head
from arena.stats.null_twin import NullTwin, null_twin
from arena.stats.ratings import by_name
from arena.stats.roles import PositionRow, by_position
from arena.stats.standings import CombinedRow, RankBy, StandingRow, combined, standings
from arena.stats.tallies import FaultNote, PoolTally

NONE_UNCOUNTED: Final = Uncounted()


@dataclass(frozen=True)
class PoolSummary:
    """One pool: what it is played by, who is in it now, and the sets that count."""

    pool: PoolRules
    field: tuple[str, ...]
    """The entrants, `name@version`, now in the pool, those who were out after an earlier stage, and `former`."""
    tally: PoolTally
    rows: tuple[StandingRow, ...]
    """The standings."""
    suspensions: tuple[Suspension, ...] = ()
    """Who is not in the field because it faulted too often."""
    uncounted: Uncounted = NONE_UNCOUNTED
    """How many stored sets do not count."""
    timed: frozenset[str] = frozenset()
    """Those of the field whose bots let time decide what they do, so that their results are not reproducible."""
    rank_by: RankBy = "trueskill"
    """What ranks."""
    twin: NullTwin | None = None
    """The two of the field that are the same bot by `null_twin`."""
    bracket: tuple[PlayedTie, ...] = ()
    """The ties, if the format is a knockout."""
    stages: tuple[StageResult, ...] = ()
    """The stages so far, if there are several."""
    former: frozenset[str] | None = None
    """Those of the field that have played in the pool and are in it no more; None if they are left out."""
    fitted: Fit | None = None
    """The fit of the field that the standings are from; None of a pool in stages, which have a fit each."""

    @cached_property
    def labels(self) -> dict[str, str]:
        """What each of the field is called: see `labels`."""
        return labels(self.field)

    @property
    def unit(self) -> str:
        """What scores count: ``points`` or ``tables``."""
        return self.pool.rules.score_unit

    @property
    def margin_unit(self) -> str:
        """What margins count: points or tables, per deal or per set."""
        return f"{self.unit} per {'deal' if self.tally.deal_by_deal else 'set'}"

    @property
    def ranked_unit(self) -> str:
        """What margins count that great differences cannot rule."""
        return "IMPs per deal" if self.tally.deal_by_deal else "places per set"

    @cached_property
    def pairs(self) -> tuple[HeadToHeadRow, ...]:
        """Every ordered pair of the field."""
        return head_to_head(self.tally, self.field)

    @cached_property
    def positions(self) -> tuple[PositionRow, ...]:
        """Every entrant of the field in every seat and role."""
        return by_position(self.tally, self.field, len(self.pool.rules.sides(self.pool.variant)))

    @cached_property
    def forfeits(self) -> tuple[ForfeitRow, ...]:
        """Every entrant of the field with and without the sets in which a match was forfeited."""
        return with_and_without_forfeits(self.tally.ranked, self.field)

    @cached_property
    def faults(self) -> tuple[FaultNote, ...]:
        """The faults of the field in rank order; of each entrant first those that lost a match."""
        return tuple(
            note
            for row in self.rows
            if row.entrant in self.tally.entrants
            for note in sorted(self.tally.entrants[row.entrant].notes.values(), key=lambda note: note.substituted)
        )


@dataclass(frozen=True)
class LadderSummary:
    """A ladder's pools, all that its config has or the one asked for."""

    ladder: str
    pools: tuple[PoolSummary, ...]
    closed: tuple[str, ...] = ()
    """The pools left out, as the config has them no more."""
    rank_by: RankBy = "trueskill"
    """What ranks in every pool."""

    @property
    def combined(self) -> tuple[CombinedRow, ...]:
        """The table over all pools; empty with one pool, or with less than two entrants ranked in every pool."""
        rows = combined({summary.pool.id: summary.rows for summary in self.pools})
        in_every_pool = sum(row.rank is not None for row in rows)
        return rows if len(self.pools) > 1 and in_every_pool > 1 else ()


def labels(entrants: Iterable[str]) -> dict[str, str]:
    """The names of entrants, with their versions where two have the same name."""
    names = {key: name_of(key) for key in entrants}
    times = Counter(names.values())
    return {key: name if times[name] == 1 else key for key, name in names.items()}


def summarise(source: Source, pool: str | None = None, everybody: bool = False) -> LadderSummary:
    """Fold the sets that count, of one pool or of all the config has; `everybody` adds those who have left them.

    Raises ArenaError if the pool is unknown.
    """
    pools = source.rules()
    chosen = [rules for rules in pools if not rules.closed] if pool is None else [find_pool(pools, pool)]
    closed = tuple(rules.id for rules in pools if rules.closed and rules not in chosen)
    summaries = tuple(_summary(source, rules, everybody) for rules in chosen)
    return LadderSummary(source.name, summaries, closed, source.rank_by)


def _summary(source: Source, pool: PoolRules, everybody: bool) -> PoolSummary:
    tally = tally_of(source, pool)
    stages = stages_of(source, pool)
    staged = overall(stages)
    present = tuple(row.entrant for row in staged) if stages else tuple(source.field(pool.id))
    former = sorted(tally.entrants.keys() - present, key=by_name) if everybody else []
    field = (*present, *former)
    fitted = None if stages else fit(tally.ranked, field)
    return PoolSummary(
        pool,
        field,
        tally,
        _rows(source.rank_by, tally, field, fitted, staged, former),
        tuple(source.suspensions(pool.id)),
        source.uncounted(pool.id),
        frozenset(source.timed()) & {*field},
        source.rank_by,
        _twin(source.null_twin, tally, present),
        bracket(source, pool) if isinstance(source, StoredLadder) else (),
        stages,
        frozenset(former) if everybody else None,
        fitted,
    )


def _rows(
    rank_by: RankBy,
    tally: PoolTally,
    field: Collection[str],
    fitted: Fit | None,
    staged: tuple[StandingRow, ...],
    former: Collection[str],
) -> tuple[StandingRow, ...]:
    """The standings of a field; of a pool in stages as `staged`, and below those who left, without a rank."""
    if not staged:
        return standings(tally, field, rank_by, fitted)
    left = standings(tally, former, rank_by) if former else ()
    return (*staged, *(msgspec.structs.replace(row, rank=None) for row in left))


def _twin(name: str | None, tally: PoolTally, field: Iterable[str]) -> NullTwin | None:
    """The entrant with a twin and that, if both are in the field."""
    keys = {name_of(key): key for key in field}
    if name is None or name not in keys or twin_name(name) not in keys:
        return None
    return null_twin(tally.ratings, tally.ranked, keys[name], keys[twin_name(name)])
