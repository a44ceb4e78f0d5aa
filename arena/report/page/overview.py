"""The first screen: a pool's standings with the bands of the ratings drawn."""

from dataclasses import dataclass
from typing import Final

from arena.report.fit_text import rank_range
from arena.report.numbers import NO_DATA, fixed, shown, shown_gain, shown_interval, shown_margin
from arena.report.standings_tables import DECIMALS, MARGIN_DECIMALS, faults_text
from arena.report.summary import PoolSummary
from arena.stats.positions import Role
from arena.stats.roles import PositionRow
from arena.stats.standings import StandingRow

Z95: Final = 1.96
"""Standard deviations on either side that hold 95 % of a normal distribution."""


@dataclass(frozen=True)
class Band:
    """An estimate with its 95 % interval, and where they lie on the pool's axis, in per cent of its length."""

    text: str
    interval: str
    left: str
    width: str
    middle: str


@dataclass(frozen=True)
class OverviewRow:
    """One entrant; the `sort_…` are what its columns sort by."""

    entrant: str
    """`name@version`."""
    rank: str
    ranks: str
    band: Band | None
    margin: str
    record: str
    faults: str
    sorting: tuple[str, ...]
    """What the columns sort by, in order; empty without data."""
    details: tuple[tuple[str, str, str], ...]
    """What is one click deeper: the id of the term or nothing, the label, and the text."""


@dataclass(frozen=True)
class Overview:
    """The rows in rank order, with the ends of the axis that their bands are drawn on."""

    rows: tuple[OverviewRow, ...]
    estimate: str
    """What the bands are of, as the id of a term."""
    low: str
    high: str


def overview(summary: PoolSummary) -> Overview:
    """The first screen of a pool."""
    by_fit = summary.rank_by == "fit"
    estimates = {row.entrant: _estimate(row, by_fit) for row in summary.rows}
    known = [one for one in estimates.values() if one is not None]
    low = min((one[1] for one in known), default=0.0)
    high = max((one[2] for one in known), default=1.0)
    positions: dict[str, list[PositionRow]] = {}
    for position in summary.positions:
        positions.setdefault(position.entrant, []).append(position)
    decimals = 0 if by_fit else 1
    return Overview(
        tuple(
            _row(row, summary, _band(estimates[row.entrant], low, high, decimals), positions[row.entrant])
            for row in summary.rows
        ),
        "strength" if by_fit else "rating",
        fixed(low, decimals),
        fixed(high, decimals),
    )


def _estimate(row: StandingRow, by_fit: bool) -> tuple[float, float, float] | None:
    """What is drawn, with the ends of its interval."""
    if by_fit:
        found = (row.strength, row.strength_low, row.strength_high)
        return None if found[0] is None or found[1] is None or found[2] is None else (found[0], found[1], found[2])
    if row.mu is None or row.sigma is None:
        return None
    return row.mu, row.mu - Z95 * row.sigma, row.mu + Z95 * row.sigma


def _band(estimate: tuple[float, float, float] | None, low: float, high: float, decimals: int) -> Band | None:
    if estimate is None:
        return None
    value, start, end = estimate
    scale = 100 / (high - low) if high > low else 100.0
    return Band(
        text=fixed(value, decimals),
        interval=f"{fixed(start, decimals)} … {fixed(end, decimals)}",
        left=fixed((start - low) * scale, 2),
        width=fixed((end - start) * scale, 2),
        middle=fixed((value - low) * scale, 2),
    )


def _row(row: StandingRow, summary: PoolSummary, band: Band | None, positions: list[PositionRow]) -> OverviewRow:
    total = sum(row.faults.values())
    margin = shown_margin(row.margin, row.margin_error, MARGIN_DECIMALS[summary.margin_unit])
    score = (row.sets_won + row.sets_drawn / 2) / row.sets if row.sets else None
    return OverviewRow(
        entrant=row.entrant,
        rank=NO_DATA if row.rank is None else str(row.rank),
        ranks=rank_range(row) or NO_DATA,
        band=band,
        margin=margin,
        record=f"{row.sets_won}/{row.sets_drawn}/{row.sets_lost}",
        faults=f"{total:,}",
        sorting=(
            _sortable(row.rank),
            row.name,
            _sortable(row.rank_low),
            band.middle if band else "",
            _sortable(row.margin),
            _sortable(score),
            str(total),
        ),
        details=tuple(_details(row, summary, positions)),
    )


def _sortable(value: float | None) -> str:
    return "" if value is None else f"{value:.6g}"


def _details(row: StandingRow, summary: PoolSummary, positions: list[PositionRow]) -> list[tuple[str, str, str]]:
    decimals = DECIMALS[summary.unit]
    ranked = (row.imps, row.imps_error) if summary.tally.deal_by_deal else (row.places, row.places_error)
    mean = (shown if summary.unit == "points" else shown_gain)(row.mean_per_deal, decimals)
    strength = shown_interval(row.strength, row.strength_low, row.strength_high, 0)
    details = [
        ("version", "version", row.version),
        ("conservative", "conservative rating", shown(row.conservative, 2)),
        ("mu", "mu ± sigma", f"{shown(row.mu, 2)} ± {shown(row.sigma, 2)}" if row.mu is not None else NO_DATA),
        ("strength", "strength [95 %], Elo points", strength),
        ("wdl", "matches W/D/L", f"{row.matches_won}/{row.matches_drawn}/{row.matches_lost}"),
        ("margin", f"margin, {summary.ranked_unit}", shown_margin(*ranked, MARGIN_DECIMALS[summary.ranked_unit])),
        (
            "perdeal",
            f"{summary.unit} per deal",
            f"{mean} over {row.deals:,} deals",
        ),
    ]
    details += [
        (
            "declarer" if place.position in (Role.DECLARER, Role.DEFENDER) else "",
            f"as {place.position}" if isinstance(place.position, Role) else _seats(summary, place.position),
            f"{shown_margin(place.gain, place.gain_error, decimals)} {summary.unit} per deal"
            if place.gain is not None
            else "not enough sets",
        )
        for place in positions
    ]
    details.append(("faults", "faults by cause", faults_text(row.faults)))
    if row.substituted:
        details.append(("substituted", "substituted", f"{row.substituted:,} actions"))
    if row.entrant in summary.timed:
        details.append(("timed", "timed", "yes"))
    return details


def _seats(summary: PoolSummary, side: int) -> str:
    seats = summary.pool.rules.sides(summary.pool.variant)[side]
    return f"in seat{'s' if len(seats) > 1 else ''} {', '.join(map(str, seats))}"
