"""`arena verify`: plays every stored match again and compares."""

from typing import Annotated

import typer

from arena.ladder.locate import locate
from arena.ladder.results import Results
from arena.ladder.stored import open_ladder


def verify(
    results: Annotated[
        str | None,
        typer.Argument(help="The ladder's folder, config or name; may be left out if there is only one."),
    ] = None,
) -> None:
    """Check a ladder: play every stored match again from its transcript and compare the results.

    Prints each difference and ends with exit code 1 if there is any.

    Example: arena verify quick
    """
    matches = wrong = 0
    with open_ladder(locate(results)) as ladder:
        for name, problems in Results(ladder).check():
            matches += 1
            if problems:
                wrong += 1
                typer.echo(f"{name}: {'; '.join(problems)}")
    typer.echo(f"{matches} matches played again, {wrong} of them differ")
    if wrong:
        raise typer.Exit(1)
