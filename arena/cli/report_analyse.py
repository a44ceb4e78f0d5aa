"""`arena report --analyse`: what made the margins, worked out before the report is written."""

import shlex
from pathlib import Path

import typer

from arena.analysis.analyser import analyse_ladder
from arena.ladder.cores import physical_cores
from arena.ladder.interrupt import EXIT_INTERRUPTED


def analyse(folder: Path, workers: int | None) -> None:
    """Analyse a ladder and say what was done. Ends the command if it was stopped before the end."""
    found = analyse_ladder(folder, physical_cores() if workers is None else workers)
    left = f", {found.left:,} are left" if found.left else ""
    typer.echo(f"Analysed {found.done:,} sets{left}.")
    if found.unreadable:
        typer.echo(f"{len(found.unreadable):,} sets cannot be replayed; arena verify tells which and why.")
    if found.interrupted:
        where = shlex.quote(str(folder))
        given = "" if workers is None else f" --workers {workers}"
        typer.echo(f"Show:    arena report {where}\nGo on:   arena report {where} --analyse{given}")
        raise typer.Exit(EXIT_INTERRUPTED)
