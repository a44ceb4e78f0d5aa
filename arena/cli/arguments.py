"""Arguments that several commands have, and arguments that do not go together."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from arena.errors import ArenaError

ResultsArgument = Annotated[
    str | None,
    typer.Argument(
        metavar="RESULTS",
        help="The ladder's folder, config or name; may be left out if there is only one.",
        show_default=False,
    ),
]
"""Whose results; to be given to `arena.ladder.locate.locate`."""

ConfigArgument = Annotated[
    Path, typer.Argument(metavar="CONFIG", help="The ladder's config, a YAML file.", show_default=False)
]

PoolOption = Annotated[str | None, typer.Option(metavar="POOL", help="Only this pool.", show_default=False)]


def refuse_given(options: Mapping[str, object], reason: str) -> None:
    """Raise ArenaError for a reason if any of these options has been given: is not None, off or an empty list."""
    given = [name for name, value in options.items() if not (value is None or value is False or value == [])]
    if given:
        raise ArenaError(f"{reason}; leave out {' and '.join(given)}")
