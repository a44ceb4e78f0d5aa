"""The `arena` command: one module a command, all registered here."""

import os
import sys
from contextlib import suppress
from typing import Annotated, Final

import typer

from arena.cli.check import check
from arena.cli.compare import compare
from arena.cli.doctor import doctor
from arena.cli.entrants import entrants
from arena.cli.export import export
from arena.cli.group import ArenaGroup
from arena.cli.new import new
from arena.cli.play import PlayCommand, play
from arena.cli.replay import replay
from arena.cli.report import report
from arena.cli.run import run
from arena.cli.standings import standings
from arena.cli.streams import READER_GONE, ReaderGoneError, open_streams
from arena.cli.submit import submit
from arena.cli.verify import verify
from arena.errors import ArenaError
from arena.ladder.settings import VERSION

BAD_INPUT: Final = 2

PLAY: Final = "Play"
WRITE: Final = "Write bots"
RANK: Final = "Compare"
CHECK: Final = "Look closer"

app = typer.Typer(
    name="arena",
    cls=ArenaGroup,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command(rich_help_panel=PLAY)(run)
app.command(rich_help_panel=PLAY, cls=PlayCommand, no_args_is_help=True)(play)
app.command(rich_help_panel=WRITE, no_args_is_help=True)(new)
app.command(rich_help_panel=WRITE, no_args_is_help=True)(check)
app.command(rich_help_panel=WRITE, no_args_is_help=True)(submit)
app.command(rich_help_panel=RANK)(standings)
app.command(rich_help_panel=RANK)(report)
app.command(rich_help_panel=RANK, cls=PlayCommand, no_args_is_help=True)(compare)
app.command(rich_help_panel=CHECK)(entrants)
app.command(rich_help_panel=CHECK, no_args_is_help=True)(replay)
app.command(rich_help_panel=CHECK)(export)
app.command(rich_help_panel=CHECK)(verify)
app.command(rich_help_panel=CHECK)(doctor)


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
        print(error, file=sys.stderr)
        sys.exit(BAD_INPUT)


def start() -> None:
    """What the shell calls: `main` with PYTHONHASHSEED=0, so that sets of texts iterate alike in every run."""
    open_streams()
    if os.environ.get("PYTHONHASHSEED") != "0":
        os.execve(sys.executable, [sys.executable, *sys.orig_argv[1:]], os.environ | {"PYTHONHASHSEED": "0"})
    main()


if __name__ == "__main__":
    start()
