"""The stages of a pool, as a table for people and as data for programs."""

from typing import Any

import msgspec

from arena.ladder.schedule import name_of
from arena.ladder.stages import StageResult
from arena.report.summary import PoolSummary
from arena.report.tables import Table


def stages_table(summary: PoolSummary) -> Table:
    """The stages of a pool in the order of play."""
    return Table(
        title=f"Stages of pool {summary.pool.id}",
        columns=("stage", "format", "entrants", "sets", "first", "went on"),
        rows=tuple(
            (
                str(stage.number),
                stage.kind,
                str(len(stage.rows)),
                f"{stage.sets:,}",
                name_of(stage.rows[0].entrant) if stage.sets else "",
                "" if stage.went_on is None else str(len(stage.went_on)),
            )
            for stage in summary.stages
        ),
        left=frozenset({"format", "first"}),
        notes=("Entrants and first are those at the end of the stage, or now.",),
    )


def stage_rows(summary: PoolSummary) -> list[dict[str, Any]]:
    """The same as plain data; `went_on` has names in rank order, null in the last stage so far."""
    return [_plain(stage) for stage in summary.stages]


def _plain(stage: StageResult) -> dict[str, Any]:
    went_on: list[str] | None = msgspec.to_builtins(stage.went_on)
    return {
        "stage": stage.number,
        "format": stage.kind,
        "entrants": [row.entrant for row in stage.rows],
        "sets": stage.sets,
        "went_on": went_on,
    }
