"""Results taken apart: by seat, by role, and without the sets in which someone forfeited, as tables for people."""

from collections.abc import Iterable, Sequence

from arena.report.numbers import NO_DATA, shown, shown_margin
from arena.report.standings_tables import DECIMALS, SET_SCORE
from arena.report.summary import PoolSummary
from arena.report.tables import Table
from arena.stats.forfeits import SetRecord
from arena.stats.positions import Role
from arena.stats.roles import PositionRow

FEW_SETS = f"{NO_DATA}: not enough sets; a standard error needs two without a forfeited match."


def seats_table(summary: PoolSummary) -> Table:
    """What each entrant gains in every seat, in rank order."""
    seats = summary.pool.rules.sides(summary.pool.variant)
    names = [f"seat{'s' if len(side) > 1 else ''} {', '.join(map(str, side))}" for side in seats]
    by_entrant = _in(range(len(seats)), summary)
    return Table(
        title=_title(summary, "seat"),
        columns=("entrant", "sets", "deals", *names),
        rows=tuple(
            (
                summary.labels[entrant],
                f"{max(row.sets for row in rows):,}",
                f"{sum(row.deals for row in rows):,}",
                *(_gain(row, summary.unit) for row in rows),
            )
            for entrant, rows in by_entrant.items()
        ),
        notes=_notes(by_entrant.values()),
    )


def roles_table(summary: PoolSummary) -> Table:
    """What each entrant gains in every role, in rank order."""
    by_entrant = _in(tuple(Role), summary)
    return Table(
        title=_title(summary, "role"),
        columns=("entrant", *Role, "deals declared", "deals defended"),
        rows=tuple(
            (
                summary.labels[entrant],
                *(_gain(row, summary.unit) for row in rows),
                *(f"{row.deals:,}" for row in rows if row.position in (Role.DECLARER, Role.DEFENDER)),
            )
            for entrant, rows in by_entrant.items()
        ),
        notes=_notes(by_entrant.values()),
    )


def forfeits_table(summary: PoolSummary) -> Table:
    """Each entrant's record with and without the sets in which a match was forfeited, in rank order."""
    rows = {row.entrant: row for row in summary.forfeits}
    order = [rows[row.entrant] for row in summary.rows]
    none = (f"{NO_DATA}: not enough sets, there is none.",) if any(not row.clean.sets for row in order) else ()
    return Table(
        title=f"Pool {summary.pool.id}",
        columns=("entrant", "all sets W/D/L", "set score", "without forfeits W/D/L", "set score without forfeits"),
        rows=tuple((summary.labels[row.entrant], *_record(row.every), *_record(row.clean)) for row in order),
        notes=(SET_SCORE, *none),
    )


def _in(positions: Sequence[int | Role], summary: PoolSummary) -> dict[str, list[PositionRow]]:
    """The rows of these positions, in their order, by entrant in rank order."""
    by_entrant: dict[str, list[PositionRow]] = {row.entrant: [] for row in summary.rows}
    for row in summary.positions:
        if row.position in positions:
            by_entrant[row.entrant].append(row)
    return by_entrant


def _title(summary: PoolSummary, by: str) -> str:
    return f"Pool {summary.pool.id} by {by}: {summary.unit} per deal ± standard error"


def _gain(row: PositionRow, unit: str) -> str:
    return shown_margin(row.gain, row.gain_error, DECIMALS[unit])


def _notes(by_entrant: Iterable[Sequence[PositionRow]]) -> tuple[str, ...]:
    return (FEW_SETS,) if any(row.gain_error is None for rows in by_entrant for row in rows) else ()


def _record(record: SetRecord) -> tuple[str, str]:
    score = None if record.score is None else 100 * record.score
    return f"{record.won}/{record.drawn}/{record.lost}", shown(score, 1) + ("" if score is None else "%")
