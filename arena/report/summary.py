"""What the reports of a ladder are made from, worked out once for each pool."""

from dataclasses import dataclass
from typing import Final

from arena.ladder.event_log import Suspension
from arena.ladder.results import Source, tally_of
from arena.ladder.rows import PoolRules, find_pool
from arena.ladder.terms import Uncounted
from arena.stats.head_to_head import HeadToHeadRow, head_to_head
from arena.stats.standings import CombinedRow, StandingRow, combined, standings
from arena.stats.tallies import FaultNote, PoolTally

NONE_UNCOUNTED: Final = Uncounted()


@dataclass(frozen=True)
class PoolSummary:
    """One pool: what it is played by, who is in it now, and the sets that count."""

    pool: PoolRules
    field: tuple[str, ...]
    """The entrants, `name@version`, now in the pool."""
    tally: PoolTally
    rows: tuple[StandingRow, ...]
    """The standings."""
    suspensions: tuple[Suspension, ...] = ()
    """Who is not in the field because it faulted too often."""
    uncounted: Uncounted = NONE_UNCOUNTED
    """How many stored sets do not count."""

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
    """A ladder's pools, all that its config has or the one asked for."""

    ladder: str
    pools: tuple[PoolSummary, ...]
    closed: tuple[str, ...] = ()
    """The pools left out, as the config has them no more."""

    @property
    def combined(self) -> tuple[CombinedRow, ...]:
        """The table over all pools; empty with one pool, or with less than two entrants ranked in every pool."""
        rows = combined({summary.pool.id: summary.rows for summary in self.pools})
        in_every_pool = sum(row.rank is not None for row in rows)
        return rows if len(self.pools) > 1 and in_every_pool > 1 else ()


def summarise(source: Source, pool: str | None = None) -> LadderSummary:
    """Fold the sets that count, of one pool or of all the config has. Raises ArenaError if the pool is unknown."""
    pools = source.rules()
    chosen = [rules for rules in pools if not rules.closed] if pool is None else [find_pool(pools, pool)]
    closed = tuple(rules.id for rules in pools if rules.closed and rules not in chosen)
    return LadderSummary(source.name, tuple(_summary(source, rules) for rules in chosen), closed)


def _summary(source: Source, pool: PoolRules) -> PoolSummary:
    tally = tally_of(source, pool)
    field = tuple(source.field(pool.id))
    rows = standings(tally, field)
    return PoolSummary(pool, field, tally, rows, tuple(source.suspensions(pool.id)), source.uncounted(pool.id))
