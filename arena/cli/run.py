"""`arena run`: play a ladder."""

import shlex
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Console
from tqdm import tqdm

from arena.cli.arguments import ConfigArgument
from arena.cli.dry_run import print_estimates
from arena.ladder.entrants import load_ladder
from arena.ladder.interrupt import EXIT_INTERRUPTED
from arena.ladder.locate import folder_of
from arena.ladder.runner import LOG_FILE, Outcome, run_ladder, worker_count
from arena.ladder.stored import open_ladder
from arena.report.standings_tables import all_standings
from arena.report.summary import summarise
from arena.report.tables import print_table

MOST_VOIDS: Final = 10


def run(
    config: ConfigArgument,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="Folder for the results; results/<ladder's name> otherwise.", show_default=False
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=0,
            help="Worker processes instead of the config's; 0 plays in this one.",
            show_default=False,
        ),
    ] = None,
    max_sets: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="End after the next so many sets of each pool.", show_default=False),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Show the final summary only.")] = False,
    dry_run: Annotated[
        bool,
        typer.Option("--dry-run", help="Check everything and tell size, hours and disk; store nothing."),
    ] = False,
) -> None:
    """Play a ladder, or go on with it: what is stored is not played again.

    Ctrl-C stops it at any time; finished sets are kept, and the same command goes on.

    Example: arena run configs/quick.yaml
    """
    folder = folder_of(config) if out is None else out
    ladder = load_ladder(config, folder)
    assert folder is not None  # else the config has no name and is not sound
    if dry_run:
        print_estimates(ladder, folder, worker_count(ladder) if workers is None else workers)
        return
    outcome = run_ladder(ladder, folder, workers, max_sets, quiet)
    given = {"--out": out, "--workers": workers, "--max-sets": max_sets}
    options = [part for name, value in given.items() if value is not None for part in (name, str(value))]
    again = shlex.join(["arena", "run", str(config), *options, *["--quiet"] * quiet])
    if outcome.interrupted:
        print(summary(outcome, again))
        raise typer.Exit(EXIT_INTERRUPTED)
    if not quiet:
        _print_standings(folder)
    print(summary(outcome, again))
    if outcome.voids or outcome.lost:
        raise typer.Exit(1)


def summary(outcome: Outcome, again: str) -> str:
    """What was played, why it ended, where it is, and what to type next."""
    lines = [f"{_played(outcome)}: {outcome.reason}."]
    if outcome.complete and not outcome.sets and not outcome.voids:
        lines.append("More is played once the config asks for more: entrants, sets_per_pairing, or a later stop.")
    if outcome.voids:
        lines.append("Void, as the harness failed to play them:")
        lines += [f"  {name}" for name in outcome.voids[:MOST_VOIDS]]
        if len(outcome.voids) > MOST_VOIDS:
            lines.append(f"  and {len(outcome.voids) - MOST_VOIDS:,} more, listed by arena report")
        lines.append(f"The causes are in {outcome.folder / LOG_FILE}; the next run tries these sets first.")
    folder = shlex.quote(str(outcome.folder))
    lines += [
        f"Results: {outcome.folder}",
        f"Next:    arena standings {folder}",
        f"         arena report {folder}",
    ]
    if not outcome.complete or outcome.voids:
        lines.append(f"Go on:   {again}")
    return "\n".join(lines)


def _played(outcome: Outcome) -> str:
    if not outcome.sets:
        return "Nothing played"
    faults = f"{outcome.faults:,} lost by a bot's fault, " if outcome.faults else ""
    return (
        f"Played {outcome.sets:,} sets ({outcome.matches:,} matches, {faults}"
        f"{tqdm.format_interval(outcome.seconds)})"
    )


def _print_standings(folder: Path) -> None:
    console = Console()
    with open_ladder(folder) as ladder:
        for table in all_standings(summarise(ladder)):
            print_table(console, table)
            console.print()
