"""The `arena` command; its commands are listed in `arena.cli.commands`."""

import os
import sys
from contextlib import suppress
from typing import Annotated, Final

import typer

from arena.cli.group import ArenaGroup
from arena.cli.streams import READER_GONE, ReaderGoneError, open_streams
from arena.errors import ArenaError
from arena.version import VERSION

BAD_INPUT: Final = 2

app = typer.Typer(
    name="arena",
    cls=ArenaGroup,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if not wanted:
        return
    typer.echo(f"arena {VERSION}")
    raise typer.Exit


@app.callback()
def arena(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Let bots play Bridgette and 56 against each other, and see which is stronger.

    A config names the bots and the games; `arena run` plays the matches, `arena standings` ranks the bots,
    `arena report` sums it all up.

    Example: arena run configs/quick.yaml && arena standings quick
    """


def main() -> None:
    """Run the command line; bad input ends in one message on standard error and exit code 2."""
    try:
        try:
            app(prog_name="arena")
        except SystemExit:
            sys.stdout.flush()
            raise
    except ReaderGoneError:
        sys.exit(READER_GONE)
    except ArenaError as error:
        with suppress(ArenaError):
            sys.stdout.flush()
        from arena.hosts.details import safe_lines  # the message may quote what a bot says

        print(safe_lines(str(error)), file=sys.stderr)
        sys.exit(BAD_INPUT)


def start() -> None:
    """What the shell calls: `main` with PYTHONHASHSEED=0, so that sets of texts iterate alike in every run."""
    open_streams()
    if os.environ.get("PYTHONHASHSEED") != "0":
        os.execve(sys.executable, [sys.executable, *sys.orig_argv[1:]], os.environ | {"PYTHONHASHSEED": "0"})
    main()


if __name__ == "__main__":
    start()
