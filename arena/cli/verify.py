"""`arena verify`: plays every stored match again and compares."""

from typing import Annotated

import typer

from arena.analysis.set_split import wrong_splits
from arena.cli.arguments import ResultsArgument
from arena.ladder.locate import locate
from arena.ladder.stored import open_ladder
from arena.ladder.verification import Verification


def verify(
    results: ResultsArgument = None,
    deep: Annotated[
        bool,
        typer.Option(
            "--deep",
            help="Also let the bots play a sample of sets again, and show results by seat, groups of entrants "
            "that never met, and entrants with too few sets.",
        ),
    ] = False,
) -> None:
    """Check a ladder: play every stored match again from its transcript and compare all that is stored.

    That is results, faults, who sat where, and which set stands where in the schedule, also of sets that do not
    count. Prints each difference and ends with exit code 1 if there is any. A gap, where a run was cut short, is
    told but is none. What `arena report --analyse` has kept must add up to what each deal was won by.

    With `--deep` some sets of every entrant are also played again by the bots themselves, in fresh processes and
    from the bundles that the ladder keeps; a bot that then acts otherwise is named, and counts as a difference.

    Example: arena verify quick --deep
    """
    wrong = 0
    with open_ladder(locate(results)) as ladder:
        verification = Verification(ladder)
        for finding in verification.findings():
            wrong += 1
            typer.echo(finding)
        for problem in wrong_splits(ladder):
            wrong += 1
            typer.echo(problem)
        for gap in verification.gaps():
            typer.echo(gap)
        typer.echo(
            f"{verification.matches:,} matches of {verification.sets:,} sets played again, differences: {wrong:,}"
        )
        if deep:
            from arena.cli.verify_deep import verify_deep  # scipy takes a while, which only this should cost

            wrong += verify_deep(ladder)
    if wrong:
        raise typer.Exit(1)
