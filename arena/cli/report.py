"""`arena report`: the results as a document and tables."""

from pathlib import Path
from typing import Annotated

import typer

from arena.cli.arguments import ResultsArgument
from arena.errors import ArenaError
from arena.ladder.locate import locate
from arena.ladder.stored import open_ladder
from arena.report import document
from arena.report.machine import forfeits_csv, head_to_head_csv, seats_and_roles_csv, standings_csv
from arena.report.summary import summarise


def report(
    results: ResultsArgument = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="The folder to write to; the ladder's otherwise.", show_default=False),
    ] = None,
) -> None:
    """Write report.md, with the figures as CSV files beside it, and say where they are.

    The report holds standings, head-to-head figures, results by seat and role, faults and how to read them. The
    same results give the same files; only its last section, "This run", tells what was measured.

    Example: arena report quick
    """
    folder = locate(results)
    with open_ladder(folder) as ladder:
        summary = summarise(ladder)
        files = {
            "report.md": document.report(summary, ladder),
            "standings.csv": standings_csv(summary),
            "head_to_head.csv": head_to_head_csv(summary),
            "seats_and_roles.csv": seats_and_roles_csv(summary),
            "forfeits.csv": forfeits_csv(summary),
        }
    target = folder if out is None else out
    try:
        target.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            (target / name).write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise ArenaError(
            f"{target}: cannot be written ({error.strerror}); check the folder, or use another one with --out"
        ) from error
    for name in files:
        typer.echo(target / name)
