"""What the reports of a ladder are made from, worked out once for each pool."""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.errors import ArenaError, did_you_mean
from arena.ladder.results import Source
from arena.ladder.rows import PoolRules
from arena.stats.head_to_head import HeadToHeadRow, head_to_head
from arena.stats.standings import CombinedRow, StandingRow, combined, standings
from arena.stats.tallies import FaultNote, PoolTally


@dataclass(frozen=True)
class PoolSummary:
    """One pool: what it is played by, who is in it now, and the sets that count."""

    pool: PoolRules
    field: tuple[str, ...]
    """The entrants, `name@version`, now in the pool."""
    tally: PoolTally
    rows: tuple[StandingRow, ...]
    """The standings."""

    @property
    def unit(self) -> str:
        """What scores count: ``points`` or ``tables``."""
        return self.pool.rules.score_unit

    @property
    def pairs(self) -> tuple[HeadToHeadRow, ...]:
        """Every ordered pair of the field."""
        return head_to_head(self.tally, self.field)

    @property
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
    """A ladder's pools, all of them or the one asked for."""

    ladder: str
    pools: tuple[PoolSummary, ...]

    @property
    def combined(self) -> tuple[CombinedRow, ...]:
        """The table over all pools; empty with one pool, or with less than two entrants ranked in every pool."""
        rows = combined({summary.pool.id: summary.rows for summary in self.pools})
        in_every_pool = sum(row.rank is not None for row in rows)
        return rows if len(self.pools) > 1 and in_every_pool > 1 else ()


def summarise(source: Source, pool: str | None = None) -> LadderSummary:
    """Fold the sets that count, of one pool or of all. Raises ArenaError if there is no such pool."""
    chosen = _chosen(source.rules(), pool)
    return LadderSummary(source.name, tuple(_summary(source, rules) for rules in chosen))


def _chosen(pools: Sequence[PoolRules], pool: str | None) -> Sequence[PoolRules]:
    if pool is None:
        return pools
    known = [rules.id for rules in pools]
    if pool not in known:
        raise ArenaError(f"no pool {pool!r}; this ladder has: {', '.join(known)}{did_you_mean(pool, known)}")
    return [rules for rules in pools if rules.id == pool]


def _summary(source: Source, pool: PoolRules) -> PoolSummary:
    tally = PoolTally(pool.rules.starting_score(pool.variant))
    for result in source.counted_sets(pool.id):
        tally.add(result)
    field = tuple(source.field(pool.id))
    return PoolSummary(pool, field, tally, standings(tally, field))
