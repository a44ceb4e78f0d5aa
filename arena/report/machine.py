"""Standings, head-to-head figures and more for other programs: CSV and JSON with fixed decimals."""

import csv
from collections.abc import Iterable, Iterator, Mapping
from io import StringIO
from typing import Any, Final

import msgspec

from arena.records import FaultKind
from arena.report.bracket_tables import bracket_rows
from arena.report.cells import harmless
from arena.report.numbers import fixed
from arena.report.stage_tables import stage_rows
from arena.report.summary import LadderSummary, PoolSummary
from arena.stats.forfeits import SetRecord
from arena.stats.head_to_head import HeadToHeadRow
from arena.stats.positions import Role
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
        "rank_by": summary.rank_by,
        "pools": [
            {
                "pool": pool.pool.id,
                "game": pool.pool.game,
                "variant": pool.pool.options,
                "rows": list(standings_rows(pool)),
                **({"stages": stage_rows(pool)} if pool.stages else {}),
                **({"bracket": bracket_rows(pool)} if pool.bracket else {}),
            }
            for pool in summary.pools
        ],
    }
    return indented_json(document)


def standings_rows(pool: PoolSummary) -> Iterator[dict[str, Any]]:
    """The standings of a pool in rank order, with faults by kind."""
    for row in pool.rows:
        faults = {str(kind): count for kind, count in row.faults.items()}
        timed = {"timed": row.entrant in pool.timed}
        yield _standing(row, pool) | timed | _presence(row, pool) | {"faults": faults}


def indented_json(document: object) -> str:
    """JSON to be read by people too, its floats with fixed decimals."""
    return msgspec.json.format(json_bytes(document), indent=2).decode() + "\n"


def json_bytes(document: object) -> bytes:
    """JSON whose floats have fixed decimals, so that equal data are equal bytes."""
    return msgspec.json.encode(_with_fixed_decimals(document))


def standings_csv(summary: LadderSummary) -> str:
    """The standings of all pools as one table; an empty cell is a number without data."""
    return _csv(
        {"pool": pool.pool.id, "game": pool.pool.game}
        | _standing(row, pool)
        | {"timed": int(row.entrant in pool.timed)}
        | {key: int(value) for key, value in _presence(row, pool).items()}
        | {kind.value: row.faults.get(kind, 0) for kind in FaultKind}
        for pool in summary.pools
        for row in pool.rows
    )


def _presence(row: StandingRow, pool: PoolSummary) -> dict[str, bool]:
    """Whether an entrant is in the pool now, where others are shown too."""
    return {} if pool.former is None else {"in_pool": row.entrant not in pool.former}


def head_to_head_csv(summary: LadderSummary) -> str:
    """Every ordered pair of each pool as one table; an empty cell is a number without data."""
    return _csv(row for pool in summary.pools for row in head_to_head_rows(pool))


def head_to_head_rows(pool: PoolSummary) -> Iterator[dict[str, Value]]:
    """Every ordered pair of a pool."""
    for row in pool.pairs:
        yield {
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
            "score_low": row.score_low,
            "score_high": row.score_high,
            **_margin(row, pool.margin_unit),
        }


def seats_and_roles_csv(summary: LadderSummary) -> str:
    """Every entrant of each pool in every seat and role as one table; an empty cell is a number without data."""
    return _csv(row for pool in summary.pools for row in seats_and_roles_rows(pool))


def seats_and_roles_rows(pool: PoolSummary) -> Iterator[dict[str, Value]]:
    """Every entrant of a pool in every seat and role."""
    seats = pool.pool.rules.sides(pool.pool.variant)
    for row in pool.positions:
        yield {
            "pool": pool.pool.id,
            "entrant": by_name(row.entrant)[0],
            "version": by_name(row.entrant)[2],
            "seats": None if isinstance(row.position, Role) else " ".join(map(str, seats[row.position])),
            "role": row.position.value if isinstance(row.position, Role) else None,
            "sets": row.sets,
            "deals": row.deals,
            "gain_per_deal": row.gain,
            "gain_error": row.gain_error,
            "unit": pool.unit,
        }


def forfeits_csv(summary: LadderSummary) -> str:
    """Every entrant's record in each pool with and without the sets in which a match was forfeited."""
    return _csv(row for pool in summary.pools for row in forfeits_rows(pool))


def forfeits_rows(pool: PoolSummary) -> Iterator[dict[str, Value]]:
    """Every entrant's record in a pool with and without the sets in which a match was forfeited."""
    for row in pool.forfeits:
        yield {
            "pool": pool.pool.id,
            "entrant": by_name(row.entrant)[0],
            "version": by_name(row.entrant)[2],
            **_record(row.every, ""),
            **_record(row.clean, "_without_forfeits"),
        }


def _record(record: SetRecord, suffix: str) -> dict[str, Value]:
    return {
        f"sets{suffix}": record.sets,
        f"won{suffix}": record.won,
        f"drawn{suffix}": record.drawn,
        f"lost{suffix}": record.lost,
        f"score{suffix}": record.score,
    }


def _margin(row: StandingRow | HeadToHeadRow, unit: str) -> dict[str, Value]:
    return {
        "margin": row.margin,
        "margin_error": row.margin_error,
        "margin_low": row.margin_low,
        "margin_high": row.margin_high,
        "margin_unit": unit,
        "margin_sets": row.margin_sets,
        "imps_per_deal": row.imps,
        "imps_error": row.imps_error,
        "places_per_set": row.places,
        "places_error": row.places_error,
    }


def _standing(row: StandingRow, pool: PoolSummary) -> dict[str, Value]:
    """A row without its faults by kind, which JSON and CSV write differently."""
    return {
        "rank": row.rank,
        "entrant": row.name,
        "version": row.version,
        "stage": row.stage,
        "mu": row.mu,
        "sigma": row.sigma,
        "conservative": row.conservative,
        "strength": row.strength,
        "strength_low": row.strength_low,
        "strength_high": row.strength_high,
        "rank_low": row.rank_low,
        "rank_high": row.rank_high,
        "strength_open": row.strength_open,
        "strength_group": row.strength_group,
        "sets": row.sets,
        "sets_won": row.sets_won,
        "sets_drawn": row.sets_drawn,
        "sets_lost": row.sets_lost,
        "matches": row.matches,
        "matches_won": row.matches_won,
        "matches_drawn": row.matches_drawn,
        "matches_lost": row.matches_lost,
        "mean_per_deal": row.mean_per_deal,
        "unit": pool.unit,
        "deals": row.deals,
        "forfeits": row.forfeits,
        "substituted": row.substituted,
        **_margin(row, pool.margin_unit),
    }


def _with_fixed_decimals(value: Any) -> Any:
    """The value with its floats as numbers of fixed decimals."""
    match value:
        case float():
            return msgspec.Raw(fixed(value, DECIMALS).encode())
        case dict():
            return {key: _with_fixed_decimals(one) for key, one in value.items()}
        case list() | tuple():
            return [_with_fixed_decimals(one) for one in value]
    return value


def _csv(rows: Iterable[Mapping[str, Value]]) -> str:
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for number, row in enumerate(rows):
        if number == 0:
            writer.writerow(row)
        writer.writerow(fixed(v, DECIMALS) if isinstance(v, float) else harmless(v) for v in row.values())
    return text.getvalue()
