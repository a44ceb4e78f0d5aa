"""Arguments that several commands have."""

from pathlib import Path
from typing import Annotated

import typer

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
