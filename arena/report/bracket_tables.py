"""The bracket of a knockout, as a table for people and as data for programs."""

from typing import Any

import msgspec

from arena.ladder.formats.knockout import PlayedTie
from arena.ladder.schedule import name_of
from arena.report.numbers import NO_DATA
from arena.report.summary import PoolSummary
from arena.report.tables import Table


def bracket_table(summary: PoolSummary) -> Table:
    """The ties of a pool's knockout in the order of play."""
    return Table(
        title=f"Bracket of pool {summary.pool.id}",
        columns=("round", "tie", "points", "sets", "goes on"),
        rows=tuple(
            (
                tie.round,
                " – ".join(NO_DATA if key is None else name_of(key) for key in tie.entrants),
                " – ".join(f"{points:g}" for points in tie.points) if tie.sets else "",
                str(tie.sets) if tie.sets else "",
                _outcome(tie),
            )
            for tie in summary.bracket
        ),
        left=frozenset({"round", "tie", "points", "goes on"}),
        notes=(
            "Points are sets won, a drawn one ½ for each; among more than two sides, those beaten in each set.",
        ),
    )


def _outcome(tie: PlayedTie) -> str:
    going = ", ".join(map(name_of, tie.order[: tie.advance]))
    if tie.order and not tie.sets and not tie.walkover:
        return f"{going} (not needed)"
    return f"{going} (the other left)" if tie.walkover else going


def bracket_rows(summary: PoolSummary) -> list[dict[str, Any]]:
    """The same as plain data; entrants are `name@version`."""
    rows: list[dict[str, Any]] = msgspec.to_builtins(summary.bracket)
    return rows
