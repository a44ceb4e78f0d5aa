"""Standings and head-to-head figures for other programs: CSV and JSON with fixed decimals."""

import csv
from collections.abc import Iterable, Mapping
from io import StringIO
from typing import Final

import msgspec

from arena.records import FaultKind
from arena.report.numbers import fixed
from arena.report.summary import LadderSummary
from arena.stats.ratings import by_name
from arena.stats.standings import StandingRow

SCHEMA: Final = 1
DECIMALS: Final = 3
"""Of every number that is no count."""

Value = str | int | float | None


def standings_json(summary: LadderSummary) -> str:
    """The standings as in config.md: schema 1, pools with their rows in rank order."""
    document = {
        "schema": SCHEMA,
        "ladder": summary.ladder,
        "pools": [
            {
                "pool": pool.pool.id,
                "game": pool.pool.game,
                "variant": pool.pool.options,
                "rows": [
                    _json(_standing(row, pool.unit) | {"faults": {str(k): n for k, n in row.faults.items()}})
                    for row in pool.rows
                ],
            }
            for pool in summary.pools
        ],
    }
    return msgspec.json.format(msgspec.json.encode(document), indent=2).decode() + "\n"


def standings_csv(summary: LadderSummary) -> str:
    """The standings of all pools as one table; an empty cell is a number without data."""
    return _csv(
        {"pool": pool.pool.id, "game": pool.pool.game}
        | _standing(row, pool.unit)
        | {kind.value: row.faults.get(kind, 0) for kind in FaultKind}
        for pool in summary.pools
        for row in pool.rows
    )


def head_to_head_csv(summary: LadderSummary) -> str:
    """Every ordered pair of each pool as one table; an empty cell is a number without data."""
    return _csv(
        {
            "pool": pool.pool.id,
            "entrant": by_name(row.entrant)[0],
            "version": by_name(row.entrant)[2],
            "opponent": by_name(row.opponent)[0],
            "opponent_version": by_name(row.opponent)[2],
            "sets": row.sets,
            "won": row.won,
            "drawn": row.drawn,
            "lost": row.lost,
            "score": row.score,
            "margin_per_deal": row.margin_per_deal,
            "unit": pool.unit,
            "deals": row.deals,
        }
        for pool in summary.pools
        for row in pool.pairs
    )


def _standing(row: StandingRow, unit: str) -> dict[str, Value]:
    """A row without its faults by kind, which JSON and CSV write differently."""
    return {
        "rank": row.rank,
        "entrant": row.name,
        "version": row.version,
        "mu": row.mu,
        "sigma": row.sigma,
        "conservative": row.conservative,
        "sets": row.sets,
        "sets_won": row.sets_won,
        "sets_drawn": row.sets_drawn,
        "sets_lost": row.sets_lost,
        "matches": row.matches,
        "matches_won": row.matches_won,
        "matches_drawn": row.matches_drawn,
        "matches_lost": row.matches_lost,
        "mean_per_deal": row.mean_per_deal,
        "unit": unit,
        "deals": row.deals,
        "forfeits": row.forfeits,
        "substituted": row.substituted,
    }


def _json(row: Mapping[str, object]) -> dict[str, object]:
    """The row with its floats as numbers of fixed decimals."""
    return {
        key: msgspec.Raw(fixed(value, DECIMALS).encode()) if isinstance(value, float) else value
        for key, value in row.items()
    }


def _csv(rows: Iterable[Mapping[str, Value]]) -> str:
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for number, row in enumerate(rows):
        if number == 0:
            writer.writerow(row)
        writer.writerow(fixed(v, DECIMALS) if isinstance(v, float) else v for v in row.values())
    return text.getvalue()
