"""Tables whose person types from a list, and what stands on their screen."""

from collections.abc import Iterable
from io import StringIO
from itertools import chain, repeat
from pathlib import Path

from rich.console import Console

from arena.bots.loading import load_bot
from arena.bots.options import resolve_options
from arena.cli.table.bridgette import BridgetteScreen
from arena.cli.table.fiftysix import FiftySixScreen
from arena.cli.table.line_up import line_up
from arena.cli.table.person import TerminalPerson, TerminalWatcher
from arena.games import GAMES
from arena.hosts.hosts import Occupant
from arena.hosts.inprocess import InProcessPlayers, Seating
from arena.hosts.limits import Limits
from arena.hosts.person import PersonPlayers, WatchedPlayers
from arena.match.players import Players
from arena.match.referee import play_match
from arena.records import MatchResult

ROOT = Path(__file__).parents[3]
RANDOM = str(ROOT / "bots" / "random_legal.py")
FIRST_FOR_EVER = repeat("1")
SCREENS = {"bridgette": BridgetteScreen, "fiftysix": FiftySixScreen}


def as_object(spec: str) -> Occupant:
    """A bot that sits at a table in this process."""
    bot = load_bot(spec, Path.cwd())
    return Occupant(bot.default_name, bot, resolve_options(bot.bot_class.OPTIONS, {}), "none", Limits())


class Session:
    """A person (or with `seat` None a watcher) at a table of random bots, and what is printed and asked."""

    def __init__(
        self,
        game: str,
        typed: Iterable[str],
        *,
        seat: int | None = 0,
        bots: Iterable[str] = (RANDOM,),
        **options: object,
    ) -> None:
        self.game = GAMES[game]
        self.variant = self.game.variant(options)
        self.line_up = line_up(self.game, self.variant, list(bots), seat, as_object)
        self.typed = iter(typed)
        self.asked = 0
        self._out = StringIO()
        self.console = Console(file=self._out, width=80)

    @property
    def screen(self) -> str:
        """Everything printed so far, with what was typed after its prompt."""
        return "\n".join(line.rstrip() for line in self._out.getvalue().splitlines())

    @property
    def seatings(self) -> dict[int, Seating]:
        """The bots by seat."""
        return {
            seat: Seating(one.bot.bot_class, one.options)
            for seat, one in enumerate(self.line_up.bots)
            if one is not None
        }

    def ask(self, prompt: str = "") -> str:
        """The next line typed; EOFError when there is no more."""
        self.asked += 1
        line = next(self.typed, None)
        if line is None:
            raise EOFError
        self._out.write(f"{prompt}{line}\n")
        return line

    def play(self, seed: str = "table") -> MatchResult:
        """Play until the match is over or the person leaves (LeftError)."""
        labels = self.line_up.labels
        screen = SCREENS[self.game.name](labels)
        bots = InProcessPlayers(self.game, self.variant, seed, self.seatings)
        players: Players
        if self.line_up.you is None:
            watcher = TerminalWatcher(self.console, self.ask, screen, labels, self.game.name)
            players = WatchedPlayers(self.game, self.variant, bots, watcher)
        else:
            person = TerminalPerson(self.console, self.ask, screen)
            players = PersonPlayers(self.game, self.variant, bots, self.line_up.you, person)
        return play_match(self.game, self.variant, seed, players, order=range(len(self.line_up.sides)))


def then_first(*typed: str) -> Iterable[str]:
    """These lines, then the first choice for the rest of the match."""
    return chain(typed, FIRST_FOR_EVER)
