"""The standings, the combined table, head-to-head figures and faults, as tables for people."""

import shlex
from typing import Final

from arena.records import FaultKind
from arena.report.numbers import NO_DATA, shown, shown_gain
from arena.report.summary import LadderSummary, PoolSummary
from arena.report.tables import Table
from arena.stats.head_to_head import HeadToHeadRow
from arena.stats.ratings import by_name
from arena.stats.standings import StandingRow

DECIMALS: Final = {"points": 1, "tables": 3}
"""Decimals of a mean per deal, by its unit."""

MOST_IN_MATRIX: Final = 24
"""A wider matrix cannot be read; `head_to_head.csv` has every pair."""


def all_standings(summary: LadderSummary) -> tuple[Table, ...]:
    """Each pool's standings and, if there are several pools, the combined table."""
    tables = tuple(standings_table(pool) for pool in summary.pools)
    return (*tables, combined_table(summary)) if summary.combined else tables


def standings_table(summary: PoolSummary) -> Table:
    """A pool's standings."""
    substituted = any(row.substituted for row in summary.rows)
    return Table(
        title=pool_title(summary),
        columns=(
            "rank",
            "entrant",
            "rating",
            "mu",
            "sigma",
            "sets",
            "sets W/D/L",
            "matches W/D/L",
            f"{summary.unit} per deal",
            "faults",
            *(["substituted"] if substituted else []),
        ),
        rows=tuple(_standing_cells(row, summary.unit, substituted) for row in summary.rows),
        left=frozenset({"entrant", "faults"}),
        notes=_standing_notes(summary),
        spare=("sets", "matches W/D/L", "mu", "sigma"),
    )


def pool_title(summary: PoolSummary) -> str:
    """A pool in one line: its id, game and variant, and how much of it counts."""
    pool, tally = summary.pool, summary.tally
    options = ", ".join(f"{option} {value}" for option, value in pool.options.items())
    return f"Pool {pool.id}: {pool.game} ({options}), {tally.sets:,} sets ({tally.matches:,} matches) counted"


def _standing_cells(row: StandingRow, unit: str, substituted: bool) -> tuple[str, ...]:
    gain = shown if unit == "points" else shown_gain
    return (
        NO_DATA if row.rank is None else str(row.rank),
        name_of(row.entrant),
        shown(row.conservative, 2),
        shown(row.mu, 2),
        shown(row.sigma, 2),
        str(row.sets),
        f"{row.sets_won}/{row.sets_drawn}/{row.sets_lost}",
        f"{row.matches_won}/{row.matches_drawn}/{row.matches_lost}",
        gain(row.mean_per_deal, DECIMALS[unit]),
        faults_text(row.faults),
        *([str(row.substituted)] if substituted else []),
    )


def faults_text(faults: dict[FaultKind, int]) -> str:
    """Counts of faults by kind in words; 0 if there are none."""
    return ", ".join(f"{count} {kind.replace('_', ' ')}" for kind, count in faults.items()) or "0"


def _standing_notes(summary: PoolSummary) -> tuple[str, ...]:
    notes = []
    if any(row.rank is None for row in summary.rows):
        notes.append(f"{NO_DATA} under rank and rating: not enough sets, this entrant has none that counts yet.")
    if any(row.sets and row.mean_per_deal is None for row in summary.rows):
        notes.append(f"{NO_DATA} under {summary.unit} per deal: every set so far has a forfeited match.")
    notes += [
        f"{name_of(one.entrant)} is suspended from set {one.since:,} on: it faulted in {one.faulty} of its last "
        f"sets. To let it play again: arena entrants RESULTS {shlex.quote(name_of(one.entrant))} --resume"
        for one in summary.suspensions
    ]
    uncounted = summary.uncounted
    if uncounted.beyond_gap:
        notes.append(f"{uncounted.beyond_gap:,} sets stored beyond a gap in the schedule do not count (yet).")
    if uncounted.beyond_stop:
        notes.append(f"{uncounted.beyond_stop:,} sets stored beyond the stop do not count.")
    if summary.pool.closed:
        notes.append("The config has this pool no more.")
    return tuple(notes)


def combined_table(summary: LadderSummary) -> Table:
    """The table over all pools."""
    rows = summary.combined
    pools = [pool.pool.id for pool in summary.pools]
    notes = []
    if any(row.rank is None for row in rows):
        notes.append(f"{NO_DATA} under rank: not ranked in every pool; the mean is over those where it is.")
    if any(None in row.ranks.values() for row in rows):
        notes.append(f"{NO_DATA} under a pool: not in that pool, or without a counted set there.")
    return Table(
        title=f"Combined: mean rank over {len(pools)} pools",
        columns=("rank", "entrant", "mean rank", *pools),
        rows=tuple(
            (
                _rank(row.rank),
                name_of(row.entrant),
                shown(row.mean_rank, 2),
                *(_rank(row.ranks[pool]) for pool in pools),
            )
            for row in rows
        ),
        notes=tuple(notes),
    )


def head_to_head_table(summary: PoolSummary) -> Table:
    """Each entrant (line) against each other (column), in rank order: set score in per cent and mean margin."""
    order = [row.entrant for row in summary.rows][:MOST_IN_MATRIX]
    cells = {(row.entrant, row.opponent): _meeting(row, summary.unit) for row in summary.pairs}
    cut = len(summary.rows) > len(order)
    return Table(
        title=f"Pool {summary.pool.id}",
        columns=("entrant", *map(name_of, order)),
        rows=tuple((name_of(one), *(cells.get((one, other), "") for other in order)) for one in order),
        notes=(f"The first {len(order)} only; head_to_head.csv has every pair.",) if cut else (),
    )


def _meeting(row: HeadToHeadRow, unit: str) -> str:
    if row.score is None:
        return NO_DATA
    return f"{100 * row.score:.1f}% ({shown_gain(row.margin_per_deal, DECIMALS[unit])})"


def faults_table(summary: PoolSummary) -> Table:
    """Every kind of fault of the present entrants, with the match where it happened first."""
    text = {"entrant", "kind", "cost", "first in match", "detail"}
    return Table(
        title=f"Pool {summary.pool.id}",
        columns=("entrant", "kind", "cost", "times", "first in match", "detail"),
        rows=tuple(
            (
                name_of(note.entrant),
                note.kind.replace("_", " "),
                "an action" if note.substituted else "the match",
                str(note.count),
                note.first_match,
                note.detail,
            )
            for note in summary.faults
        ),
        left=frozenset(text),
    )


def name_of(entrant: str) -> str:
    """An entrant's name without its version."""
    return by_name(entrant)[0]


def _rank(rank: int | None) -> str:
    return NO_DATA if rank is None else str(rank)
