"""The results of a ladder as plain records, for notebooks and for the commands that print or export them."""

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

import msgspec

from arena.errors import ArenaError
from arena.ladder.event_log import Suspension
from arena.ladder.fold import whole_fold
from arena.ladder.rows import (
    DealRow,
    DecisionRow,
    MatchRow,
    PoolRules,
    SetRow,
    deal_rows,
    decision_rows,
    find_pool,
    match_rows,
    seat_names,
    set_rows,
)
from arena.ladder.stages import StageResult, overall, stage_results
from arena.ladder.stored import StoredLadder
from arena.ladder.terms import Uncounted
from arena.match.record import match_record
from arena.records import MatchResult, SetResult, match_name
from arena.stats.standings import RankBy, StandingRow, standings
from arena.stats.tallies import PoolTally

if TYPE_CHECKING:
    from pandas import DataFrame

Row = TypeVar("Row", bound=msgspec.Struct)


class Source(Protocol):
    """Where results come from: a ladder's database, or sets just played."""

    @property
    def name(self) -> str:
        """The ladder's name."""
        ...

    @property
    def rank_by(self) -> RankBy:
        """The number that ranks."""
        ...

    @property
    def null_twin(self) -> str | None:
        """The name of the entrant that has a twin (`arena.ladder.twin`)."""
        ...

    def rules(self) -> Sequence[PoolRules]:
        """The pools."""
        ...

    def field(self, pool: str) -> Sequence[str]:
        """The entrants, `name@version`, now in a pool."""
        ...

    def timed(self) -> Collection[str]:
        """The entrants, `name@version`, whose bots let time decide what they do."""
        ...

    def suspensions(self, pool: str) -> Sequence[Suspension]:
        """Who is suspended in a pool."""
        ...

    def counted_sets(self, pool: str, transcripts: bool = False) -> Iterator[SetResult]:
        """The sets of a pool that count, in schedule order, with or without their transcripts."""
        ...

    def uncounted(self, pool: str) -> Uncounted:
        """How many stored sets of the pool's schedule do not count."""
        ...

    def seed(self, result: SetResult) -> str:
        """The seed of a set's matches."""
        ...


def tally_of(source: Source, pool: PoolRules) -> PoolTally:
    """The sets of a pool that count, folded; of a stored ladder only those since the fold that it keeps."""
    if isinstance(source, StoredLadder):
        return whole_fold(source, pool).tally
    rules, variant = pool.rules, pool.variant
    tally = PoolTally(rules.starting_score(variant), rules.compares_by_deal(variant))
    for result in source.counted_sets(pool.id):
        tally.add(result)
    return tally


def stages_of(source: Source, pool: PoolRules) -> tuple[StageResult, ...]:
    """The stages of a pool; none if it has not come to a second one."""
    if not isinstance(source, StoredLadder) or source.epochs(pool.id)[-1].stage == 1:
        return ()
    return stage_results(source, pool)


class Records(Generic[Row]):
    """Rows that are worked out each time they are looked through; no list of them is kept."""

    def __init__(self, row: type[Row], rows: Callable[[], Iterator[Row]]) -> None:
        self.row = row
        self._rows = rows

    def __iter__(self) -> Iterator[Row]:
        return self._rows()

    def __repr__(self) -> str:
        shown = list(islice(self, 11))
        lines = [f"{self.row.__name__} ({', '.join(self.columns)})", *map(repr, shown[:10])]
        return "\n".join([*lines, "…"] if len(shown) > 10 else lines)

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the rows' fields."""
        return self.row.__struct_fields__

    def to_pandas(self) -> "DataFrame":
        """The rows as a pandas DataFrame; needs the extra ``[pandas]``."""
        try:
            import pandas
        except ModuleNotFoundError as error:
            raise ArenaError("to_pandas() needs pandas: pip install 'trick-arena[pandas]'") from error
        return pandas.DataFrame([msgspec.structs.astuple(row) for row in self], columns=list(self.columns))


class Results:
    """What a ladder has come to so far; every table in schedule order, of the sets that count."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._pools = {pool.id: pool for pool in source.rules()}

    def __repr__(self) -> str:
        lines = [f"Results of {self.name}"]
        for pool in self.pools:
            options = ", ".join(f"{option} {value}" for option, value in pool.options.items())
            entrants = len(self._source.field(pool.id))
            lines.append(f"  pool {pool.id}: {pool.game} ({options}), {entrants} entrants")
        lines.append("Look at .standings(), .sets(), .matches(), .deals() or .decisions(); each has .to_pandas().")
        return "\n".join(lines)

    @property
    def name(self) -> str:
        """The ladder's name."""
        return self._source.name

    @property
    def pools(self) -> tuple[PoolRules, ...]:
        """The pools with their games and variants."""
        return tuple(self._pools.values())

    def standings(self, pool: str | None = None) -> Records[StandingRow]:
        """The standings of a pool, best first; the pool may be left out if there is only one."""
        rules = self._pool(pool)

        def rows() -> Iterator[StandingRow]:
            stages = stages_of(self._source, rules)
            field = self._source.field(rules.id)
            yield from overall(stages) or standings(tally_of(self._source, rules), field, self._source.rank_by)

        return Records(StandingRow, rows)

    def sets(self, pool: str | None = None) -> Records[SetRow]:
        """The sets of one pool or of all, a row for each side."""
        return Records(SetRow, lambda: self._rows(pool, set_rows))

    def matches(self, pool: str | None = None) -> Records[MatchRow]:
        """The matches of one pool or of all, a row for each side."""
        return Records(MatchRow, lambda: self._rows(pool, match_rows))

    def deals(self, pool: str | None = None) -> Records[DealRow]:
        """The deals of one pool or of all, a row for each side."""
        return Records(DealRow, lambda: self._rows(pool, deal_rows, transcripts=True))

    def decisions(self, pool: str | None = None) -> Records[DecisionRow]:
        """Every action in one pool or in all."""
        return Records(DecisionRow, lambda: self._rows(pool, decision_rows, transcripts=True))

    def match_records(self, pool: str | None = None) -> Iterator[dict[str, Any]]:
        """The matches as exported (schema 1), one at a time."""
        for rules in self._chosen(pool):
            for result in self._source.counted_sets(rules.id, transcripts=True):
                for seating, match in enumerate(result.matches, start=1):
                    yield self.match_record(match_name(result.name, seating), result, match)

    def match_record(self, name: str, result: SetResult, match: MatchResult) -> dict[str, Any]:
        """One match of a set as exported; the match must have its transcript."""
        pool = self._pools[result.pool]
        names = seat_names(pool, result, match)
        return match_record(name, pool.rules, pool.variant, self._source.seed(result), names, match)

    def _rows(
        self,
        pool: str | None,
        rows_of: Callable[[PoolRules, SetResult, str], Iterator[Row]],
        transcripts: bool = False,
    ) -> Iterator[Row]:
        for rules in self._chosen(pool):
            for result in self._source.counted_sets(rules.id, transcripts=transcripts):
                yield from rows_of(rules, result, self._source.seed(result))

    def _chosen(self, pool: str | None) -> tuple[PoolRules, ...]:
        return self.pools if pool is None else (self._pool(pool),)

    def _pool(self, pool: str | None) -> PoolRules:
        if pool is not None:
            return find_pool(self.pools, pool)
        present = [rules for rules in self.pools if not rules.closed] or self.pools
        if len(present) > 1:
            raise ArenaError(f"which pool? This ladder has: {', '.join(rules.id for rules in present)}")
        return present[0]
