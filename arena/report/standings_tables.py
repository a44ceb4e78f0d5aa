"""The standings, the combined table, head-to-head figures and faults, as tables for people."""

import shlex
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from arena.records import FaultKind
from arena.report.bracket_tables import bracket_table
from arena.report.fit_text import fit_notes, rank_range, twin_text
from arena.report.numbers import NO_DATA, shown, shown_gain, shown_interval, shown_margin
from arena.report.stage_tables import stages_table
from arena.report.summary import LadderSummary, PoolSummary
from arena.report.tables import Table
from arena.stats.head_to_head import HeadToHeadRow
from arena.stats.ratings import by_name
from arena.stats.standings import RankBy, StandingRow
from arena.stats.tallies import FaultNote

DECIMALS: Final = {"points": 1, "tables": 3}
"""Decimals of a mean per deal, by its unit."""

SET_SCORE: Final = "Set score: the share of the sets won, a drawn one counting half."
MARGIN_DECIMALS: Final = {
    "points per deal": 1,
    "IMPs per deal": 2,
    "points per set": 0,
    "tables per set": 2,
    "places per set": 2,
}
"""Decimals of a margin, by its unit."""

_STRENGTH: Final = "strength (95 %)"
_RANKS: Final = "ranks (95 %)"
_BY: Final[Mapping[RankBy, tuple[str, ...]]] = {
    "trueskill": ("rating", "mu", "sigma", _STRENGTH, _RANKS),
    "fit": (_STRENGTH, _RANKS, "rating", "mu", "sigma"),
}
"""The estimates, the one that ranks first."""

MOST_IN_MATRIX: Final = 24
"""A wider matrix cannot be read; `head_to_head.csv` has every pair."""


def all_standings(summary: LadderSummary) -> tuple[Table, ...]:
    """Each pool's standings, stages and bracket, if it has them; of several pools, the combined table too."""
    tables = tuple(
        table
        for pool in summary.pools
        for table in (
            standings_table(pool),
            *([stages_table(pool)] if pool.stages else []),
            *([bracket_table(pool)] if pool.bracket else []),
        )
    )
    return (*tables, combined_table(summary)) if summary.combined else tables


def standings_table(summary: PoolSummary) -> Table:
    """A pool's standings."""
    substituted = any(row.substituted for row in summary.rows)
    return Table(
        title=pool_title(summary),
        columns=(
            "rank",
            "entrant",
            *(["stage"] if summary.stages else []),
            *(["version", "in the pool"] if summary.former is not None else []),
            *_BY[summary.rank_by],
            "sets",
            "sets W/D/L",
            "matches W/D/L",
            *_margin_columns(summary),
            f"{summary.unit} per deal",
            "faults",
            *(["substituted"] if substituted else []),
            *(["timed"] if summary.timed else []),
        ),
        rows=tuple(
            (
                *_standing_cells(row, summary, substituted),
                *([timed_text(row.entrant in summary.timed)] if summary.timed else []),
            )
            for row in summary.rows
        ),
        left=frozenset({"entrant", "version", "in the pool", "faults", "timed"}),
        notes=_standing_notes(summary),
        spare=(
            *("sets", "matches W/D/L", "mu", "sigma", f"{summary.unit} per deal", _margin_columns(summary)[1]),
            *reversed(_BY[summary.rank_by][1:]),
        ),
    )


def pool_title(summary: PoolSummary) -> str:
    """A pool in one line: its id, game and variant, and how much of it counts."""
    pool, tally = summary.pool, summary.tally
    options = ", ".join(f"{option} {value}" for option, value in pool.options.items())
    return f"Pool {pool.id}: {pool.game} ({options}), {tally.sets:,} sets ({tally.matches:,} matches) counted"


def _margin_columns(summary: PoolSummary) -> tuple[str, str]:
    return f"margin ± SE ({summary.margin_unit})", f"margin ± SE ({summary.ranked_unit})"


def _standing_cells(row: StandingRow, summary: PoolSummary, substituted: bool) -> tuple[str, ...]:
    unit, margin_unit, ranked_unit = summary.unit, summary.margin_unit, summary.ranked_unit
    gain = shown if unit == "points" else shown_gain
    ranked = (row.imps, row.imps_error) if summary.tally.deal_by_deal else (row.places, row.places_error)
    estimates = {
        "rating": shown(row.conservative, 2),
        "mu": shown(row.mu, 2),
        "sigma": shown(row.sigma, 2),
        _STRENGTH: shown_interval(row.strength, row.strength_low, row.strength_high, 0),
        _RANKS: rank_range(row) or NO_DATA,
    }
    return (
        _rank(row.rank),
        name_of(row.entrant),
        *([str(row.stage)] if summary.stages else []),
        *([] if summary.former is None else [row.version, "no" if row.entrant in summary.former else "yes"]),
        *(estimates[column] for column in _BY[summary.rank_by]),
        str(row.sets),
        f"{row.sets_won}/{row.sets_drawn}/{row.sets_lost}",
        f"{row.matches_won}/{row.matches_drawn}/{row.matches_lost}",
        shown_margin(row.margin, row.margin_error, MARGIN_DECIMALS[margin_unit]),
        shown_margin(*ranked, MARGIN_DECIMALS[ranked_unit]),
        gain(row.mean_per_deal, DECIMALS[unit]),
        faults_text(row.faults),
        *([str(row.substituted)] if substituted else []),
    )


def timed_text(timed: bool) -> str:
    """Whether a bot lets time decide what it does, as a cell."""
    return "yes" if timed else ""


def options_text(options: Mapping[str, object]) -> str:
    """A bot's options by name, as a cell."""
    return ", ".join(f"{name}: {value}" for name, value in sorted(options.items()))


def noise_text(noise: float) -> str:
    """How often the host replaces a bot's decisions, as a cell."""
    return str(noise) if noise else ""


def timed_note(names: Iterable[str]) -> str:
    """What it means that these entrants are timed."""
    return f"Timed: {', '.join(names)}. Time decides what they do, so their results are not reproducible."


def faults_text(faults: dict[FaultKind, int]) -> str:
    """Counts of faults by kind in words; 0 if there are none."""
    return ", ".join(f"{count} {kind.replace('_', ' ')}" for kind, count in faults.items()) or "0"


def _standing_notes(summary: PoolSummary) -> tuple[str, ...]:
    notes = []
    if summary.stages:
        notes.append("Whoever reached a later stage is ahead; who did not stands as at the end of its last one.")
    if any(row.rank is None for row in summary.rows):
        notes.append(
            f"{NO_DATA} under rank, rating and strength: not enough sets, this entrant has none that counts yet."
        )
    if any(row.sets and row.mean_per_deal is None for row in summary.rows):
        notes.append(
            f"{NO_DATA} under margin and {summary.unit} per deal: every set so far has a forfeited match."
        )
    if any(row.margin is not None and row.margin_error is None for row in summary.rows):
        notes.append(f"{NO_DATA} after ±: not enough sets, a standard error needs two without a forfeited match.")
    if summary.former:
        notes.append("Ranked among all that have ever played in the pool, those who are in it no more too.")
    if summary.rank_by == "fit":
        notes.append("Ranked by strength, the fit of all sets at once, in Elo points.")
    notes += fit_notes(summary.rows)
    if summary.twin is not None:
        notes.append(twin_text(summary.twin))
    notes += [
        f"{name_of(one.entrant)} is suspended from set {one.since:,} on: it faulted in {one.faulty} of its last "
        f"sets. To let it play again: arena entrants RESULTS {shlex.quote(name_of(one.entrant))} --resume"
        for one in summary.suspensions
    ]
    if summary.timed:
        notes.append(
            timed_note(summary.labels[row.entrant] for row in summary.rows if row.entrant in summary.timed)
        )
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
    decimals = MARGIN_DECIMALS[summary.margin_unit]
    cells = {(row.entrant, row.opponent): _meeting(row, decimals) for row in summary.pairs}
    cut = len(summary.rows) > len(order)
    return Table(
        title=f"Pool {summary.pool.id}: set score (margin ± standard error, {summary.margin_unit})",
        columns=("entrant", *(summary.labels[one] for one in order)),
        rows=tuple((summary.labels[one], *(cells.get((one, other), "") for other in order)) for one in order),
        notes=(SET_SCORE, *((f"The first {len(order)} only; head_to_head.csv has every pair.",) if cut else ())),
    )


def _meeting(row: HeadToHeadRow, decimals: int) -> str:
    if row.score is None:
        return NO_DATA
    return f"{100 * row.score:.1f}% ({shown_margin(row.margin, row.margin_error, decimals)})"


def faults_table(summary: PoolSummary, notes: Sequence[FaultNote] | None = None) -> Table:
    """Every kind of fault of the present entrants, or those noted, with the match where it happened first."""
    text = {"entrant", "kind", "cost", "first in match", "detail"}
    return Table(
        title=f"Pool {summary.pool.id}",
        columns=("entrant", "kind", "cost", "times", "first in match", "detail"),
        rows=tuple(
            (
                summary.labels[note.entrant],
                note.kind.replace("_", " "),
                "an action" if note.substituted else "the match",
                str(note.count),
                note.first_match,
                note.detail,
            )
            for note in (summary.faults if notes is None else notes)
        ),
        left=frozenset(text),
    )


def name_of(entrant: str) -> str:
    """An entrant's name without its version."""
    return by_name(entrant)[0]


def _rank(rank: int | None) -> str:
    return NO_DATA if rank is None else str(rank)
