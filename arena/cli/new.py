"""`arena new`: a first bot to start from."""

import inspect
import keyword
import re
import shlex
import sys
from enum import StrEnum
from importlib.metadata import packages_distributions
from pathlib import Path
from types import ModuleType
from typing import Annotated, Final

import typer

from arena.bots.templates import both, bridgette, fiftysix
from arena.errors import ArenaError


class Game(StrEnum):
    """What the bot plays."""

    BRIDGETTE = "bridgette"
    FIFTYSIX = "fiftysix"
    BOTH = "both"


_TEMPLATES: Final[dict[Game, ModuleType]] = {
    Game.BRIDGETTE: bridgette,
    Game.FIFTYSIX: fiftysix,
    Game.BOTH: both,
}
_PLACEHOLDER = "Template"


def new(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME", help="What the bot is called: small letters, digits and _.", show_default=False
        ),
    ],
    game: Annotated[Game, typer.Option(help="The game it plays.", show_default=False)],
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="The folder for its file.")] = Path("bots"),
) -> None:
    """Write a bot that runs as it is, beats random play, and explains itself; then make it yours.

    Example: arena new mine --game bridgette
    """
    check_name(name)
    path = out / f"{name}.py"
    try:
        out.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise ArenaError(f"--out {out}: is a file; expected a folder for the bot's file") from None
    except OSError as error:
        raise ArenaError(f"--out {out}: cannot be made: {error.strerror}") from error
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(source(name, game))
    except FileExistsError:
        raise ArenaError(f"{path}: is there already; take another name, or remove it first") from None
    except OSError as error:
        raise ArenaError(f"{path}: cannot be written: {error.strerror}") from error
    bot = shlex.quote(str(path))
    print(f"Wrote {path}.")
    print(f"Next:    arena check {bot}")
    print(f"         name it in a ladder's config under entrants: - {{bot: {path}}}")
    print("         arena run CONFIG, such as a copy of configs/quick.yaml")


def check_name(name: str) -> None:
    """Raises ArenaError unless a bot's file can be called so."""
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,39}", name):
        raise ArenaError(
            f"name {name!r}: expected up to 40 small letters, digits and _, the first a letter, such as 'my_bot'"
        )
    if keyword.iskeyword(name) or name in sys.stdlib_module_names or name == "arena":
        raise ArenaError(f"name {name!r}: means something else in Python; take another, such as '{name}_bot'")
    if name in packages_distributions():
        raise ArenaError(
            f"name {name!r}: is an installed package, which the bot's file would hide; take another, such as "
            f"'{name}_bot'"
        )


def source(name: str, game: Game) -> str:
    """The text of a new bot's file."""
    template = _TEMPLATES[game]
    class_name = "".join(part.capitalize() for part in name.split("_"))
    if hasattr(template, class_name):  # the template imports something of that name
        class_name += "Bot"
    return inspect.getsource(template).replace(_PLACEHOLDER, class_name)
