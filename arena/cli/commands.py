"""The commands of `arena`, a module each, which is imported only when it is asked for: starts are quick."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any, Final, NamedTuple

import typer
from typer.core import TyperCommand

PLAY: Final = "Play"
WRITE: Final = "Write bots"
RANK: Final = "Compare"
LOOK: Final = "Look closer"


class Listed(NamedTuple):
    """How a command is listed: in which panel of the help; and whether it shows its own if given no arguments."""

    panel: str
    helps: bool = False


LISTED: Final[Mapping[str, Listed]] = {
    "run": Listed(PLAY),
    "play": Listed(PLAY, helps=True),
    "new": Listed(WRITE, helps=True),
    "check": Listed(WRITE, helps=True),
    "submit": Listed(WRITE, helps=True),
    "standings": Listed(RANK),
    "report": Listed(RANK),
    "compare": Listed(RANK, helps=True),
    "entrants": Listed(LOOK),
    "replay": Listed(LOOK, helps=True),
    "export": Listed(LOOK),
    "verify": Listed(LOOK),
    "doctor": Listed(LOOK),
}
"""The command NAME is the function `arena.cli.NAME.NAME`; the module may name a class for it, `COMMAND_CLASS`."""


class Commands(Mapping[str, Any]):
    """Each command under its name, in the order of the help, as typer makes it of its function."""

    def __getitem__(self, name: str) -> Any:
        return _load(name, *LISTED[name])

    def __iter__(self) -> Iterator[str]:
        return iter(LISTED)

    def __len__(self) -> int:
        return len(LISTED)


@cache
def _load(name: str, panel: str, helps: bool) -> Any:
    module = import_module(f"arena.cli.{name}")
    app = typer.Typer(add_completion=False, rich_markup_mode="markdown")
    app.command(
        name,
        cls=getattr(module, "COMMAND_CLASS", TyperCommand),
        rich_help_panel=panel,
        no_args_is_help=helps,
    )(getattr(module, name))
    return typer.main.get_command(app)
