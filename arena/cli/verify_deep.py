"""`arena verify --deep`: whether a ladder's figures can be relied on, beyond being as they were stored."""

from collections.abc import Iterator
from typing import Final

import typer
from rich.console import Console

from arena.hosts.passing import passing_folder
from arena.ladder.determinism import SETS_EACH, Repetition
from arena.ladder.stored import StoredLadder
from arena.report.breakdown_tables import seats_table
from arena.report.standings_tables import name_of
from arena.report.summary import PoolSummary, summarise
from arena.report.tables import print_table
from arena.stats.connections import connections

FEWEST_SETS: Final = 20
"""With fewer sets an entrant's rating says little."""


def verify_deep(ladder: StoredLadder) -> int:
    """Print what there is to know of each pool, and which bots do not act again as they did; how many matches."""
    console = Console()
    for summary in summarise(ladder).pools:
        print_table(console, seats_table(summary))
        for line in (*_groups(summary), *_few(summary)):
            typer.echo(line)
        typer.echo("")
    deviations = 0
    with passing_folder() as workspace:
        repetition = Repetition(ladder, workspace)
        for deviation in repetition.deviations():
            deviations += 1
            typer.echo(deviation)
    for key, reason in repetition.left_out.items():
        typer.echo(f"{key} was not played again: {reason}")
    typer.echo(
        f"{repetition.matches:,} matches played again by the bots, in fresh processes ({SETS_EACH} sets of each "
        f"entrant, of those without a fault); with other actions: {deviations:,}"
    )
    return deviations


def _groups(summary: PoolSummary) -> Iterator[str]:
    """The groups of a field that no sets link."""
    known = connections(summary.tally.ranked)
    groups: dict[int, list[str]] = {}
    for row in summary.rows:
        if row.entrant in known:
            groups.setdefault(known[row.entrant].group, []).append(name_of(row.entrant))
    if len(groups) > 1:
        named = " | ".join(", ".join(names) for names in groups.values())
        yield (
            f"{summary.pool.id}: no sets link these groups, so ratings compare only within each: {named}. Let "
            "them meet, for instance with format: {kind: round_robin}"
        )


def _few(summary: PoolSummary) -> Iterator[str]:
    """The entrants with too few sets."""
    few = [f"{name_of(row.entrant)} ({row.sets})" for row in summary.rows if row.sets < FEWEST_SETS]
    if few:
        yield f"{summary.pool.id}: not enough sets, fewer than {FEWEST_SETS}: {', '.join(few)}"
