"""`arena play`: a person plays against bots in the terminal, or watches them."""

import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from functools import partial
from secrets import token_hex
from typing import Annotated, Any, Final

import typer
from rich.console import Console
from typer.core import TyperCommand

from arena.cli.given_options import given_variant
from arena.cli.named_bots import Held, HeldOption, named_bot
from arena.cli.table.bridgette import BridgetteScreen
from arena.cli.table.fiftysix import FiftySixScreen
from arena.cli.table.labels import Labels
from arena.cli.table.line_up import LineUp, line_up
from arena.cli.table.person import HOW_TO_PLAY, HOW_TO_WATCH, LeftError, TerminalPerson, TerminalWatcher
from arena.cli.table.screen import Screen
from arena.errors import ArenaError
from arena.games import GAMES
from arena.games.base import Game, Variant
from arena.hosts.hosts import Hosts, passing_hosts
from arena.hosts.noise import with_noise
from arena.hosts.person import PersonPlayers, WatchedPlayers
from arena.ladder.interrupt import EXIT_INTERRUPTED
from arena.ladder.names import PLAYED
from arena.ladder.played import add_match
from arena.match.players import Players
from arena.match.record import match_record
from arena.match.referee import play_match
from arena.report.match_text import ending


class GameName(StrEnum):
    """The games."""

    BRIDGETTE = "bridgette"
    FIFTYSIX = "fiftysix"


SCREENS: Final[Mapping[GameName, Callable[[Labels], Screen]]] = {
    GameName.BRIDGETTE: BridgetteScreen,
    GameName.FIFTYSIX: FiftySixScreen,
}


class PlayCommand(TyperCommand):
    """A command whose options may be followed by several values."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read ``--against a b`` as ``--against a --against b``."""
        return super().parse_args(ctx, spread(args, ("--against", "--variant")))


COMMAND_CLASS: Final = PlayCommand


def spread(arguments: Sequence[str], options: Sequence[str]) -> list[str]:
    """Repeat each of the options before each value that follows it."""
    spread_out: list[str] = []
    option, values = "", 0
    for argument in arguments:
        if argument.startswith("-"):
            option, values = argument, 0
        elif option in options:
            values += 1
            if values > 1:
                spread_out.append(option)
        spread_out.append(argument)
    return spread_out


def play(
    game: Annotated[GameName, typer.Argument(metavar="GAME", help="What is played.", show_default=False)],
    against: Annotated[
        list[str] | None,
        typer.Option(
            metavar="BOT…",
            help="The bots, as a config may name them: one a side, those after yours first, then your partners. "
            "The last one also fills the sides left.",
            show_default=False,
        ),
    ] = None,
    seat: Annotated[
        int | None, typer.Option(metavar="N", help="Your seat; 0 if left out.", show_default=False)
    ] = None,
    variant: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY=VALUE…", help="Rule options, such as players=8.", show_default=False),
    ] = None,
    seed: Annotated[
        str | None,
        typer.Option(
            metavar="TEXT",
            help="Any text: the same one deals the same cards. Drawn if left out.",
            show_default=False,
        ),
    ] = None,
    watch: Annotated[bool, typer.Option("--watch", help="Let bots play, with all hands open.")] = False,
    noise: Annotated[
        float,
        typer.Option(
            metavar="P",
            min=0,
            max=1,
            help="A handicap for the bots: each of their answers is replaced by a random legal one with this "
            "probability.",
            show_default=False,
        ),
    ] = 0.0,
    isolation: HeldOption = Held.PROCESS,
) -> None:
    """Play a match against bots, or watch one.

    Legal choices are shown with numbers; ? shows the rules of the moment, q leaves. The match is not rated. Once
    it has been played to its end it is kept in results/play.

    Example: arena play fiftysix --against bots/fiftysix_signals.py bots/fiftysix_plain.py --variant players=6
    """
    rules = GAMES[game]
    checked = given_variant(rules, variant or [])
    if watch and seat is not None:
        raise ArenaError("--seat and --watch do not go together: bots have all the seats when you watch")
    dealt_from = token_hex(16) if seed is None else seed
    console = Console()
    with passing_hosts() as hosts:
        find = partial(named_bot, hosts, held=isolation)
        table = line_up(rules, checked, against or [], None if watch else seat or 0, find)
        console.print(
            f"{game}, {', '.join(f'{key} {value}' for key, value in checked.options().items())}", markup=False
        )
        for line in table.lines():
            console.print(f"  {line}", highlight=False, markup=False)
        try:
            record = _play(console, hosts, rules, checked, dealt_from, table, noise)
        except (LeftError, KeyboardInterrupt) as left:
            print("\nYou have left the table. The match is not stored.")
            raise typer.Exit(EXIT_INTERRUPTED if isinstance(left, KeyboardInterrupt) else 0) from None
    if record["fault"]:
        for part in ending(record):
            console.print(part, highlight=False)
    print(f"Stored: arena replay {PLAYED} {add_match(record)}")
    print(f"The same cards again: add --seed {shlex.quote(dealt_from)}")


def read_key() -> str:
    """The next key pressed; where there is no terminal, the next character. Raises EOFError at the end."""
    key = typer.getchar() if sys.stdin.isatty() else sys.stdin.read(1)
    if not key:
        raise EOFError
    return key


def _play(
    console: Console, hosts: Hosts, game: Game[Any], variant: Variant, seed: str, table: LineUp, noise: float
) -> dict[str, Any]:
    """Play the match; its record."""
    labels = table.labels
    screen: Screen = SCREENS[GameName(game.name)](labels)
    noises = [0.0 if seat == table.you else noise for seat in range(len(table.bots))]
    # Nobody else would end a bot's process here: its end is its own crash.
    blamed = [bot.entrant for bot in table.bots if bot is not None]
    with hosts.table(game, variant, seed, table.bots, blamed=blamed) as seated:
        bots = with_noise(game, variant, seed, seated, noises)
        players: Players
        if table.you is None:
            console.print(HOW_TO_WATCH)
            watcher = TerminalWatcher(console, read_key, screen, labels, game.name)
            players = WatchedPlayers(game, variant, bots, watcher)
        else:
            console.print(HOW_TO_PLAY)
            players = PersonPlayers(game, variant, bots, table.you, TerminalPerson(console, input, screen))
        result = play_match(game, variant, seed, players, order=range(len(table.sides)))
    return match_record("", game, variant, seed, table.names, result)
