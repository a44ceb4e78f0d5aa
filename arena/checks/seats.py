"""Where a bot sits while it is checked: the one place that knows in which host."""

import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, Self

from arena.bots.base import Bot
from arena.bots.loading import LoadedBot, load_class
from arena.bots.options import Option, OptionValue
from arena.games import GAMES
from arena.games.base import Event, Game, PrivateEvent, Variant
from arena.hosts.hosts import Hosts, Isolation, Occupant, passing_hosts
from arena.hosts.inprocess import InProcessPlayers, Seating
from arena.hosts.layers import bubblewrap_works
from arena.hosts.limits import Limits
from arena.match.players import Players

_CANDIDATE: Final = "candidate"


@dataclass(frozen=True)
class Candidate:
    """The bot that is checked, with the options and limits it would have in a ladder, and those it declares."""

    loaded: LoadedBot
    options: Mapping[str, OptionValue]
    declared: Mapping[str, Option]
    limits: Limits = field(default_factory=Limits)

    @property
    def changed(self) -> dict[str, OptionValue]:
        """The options that do not have their default value."""
        return {name: value for name, value in self.options.items() if value != self.declared[name].default}


class SeatedBot:
    """A candidate at some seats of one match; what it does wrong is raised as FaultError.

    `cpu_s` tells the CPU time used up to now by whoever thinks at a seat; only differences mean something.
    `peak_mb` tells the most memory that a program at a seat has had in use, in MiB, None if that is not known.
    `original` puts what the bot's own folder is called into a text that names the one its files were copied to.
    """

    def __init__(
        self,
        players: Players,
        seats: Collection[int],
        cpu_s: Callable[[int], float],
        original: Callable[[str], str] = str,
        peak_mb: Callable[[int], float | None] = lambda seat: None,
    ) -> None:
        self.cpu_s = cpu_s
        self.peak_mb = peak_mb
        self.original = original
        self._players = players
        self._seats = seats

    def see(self, event: Event) -> None:
        """Pass an event on to those of the seats that may see it."""
        if not isinstance(event, PrivateEvent) or event.seat in self._seats:
            self._players.see(event)

    def decide(self, seat: int) -> int:
        """The action id that the bot answers with at a seat."""
        return self._players.decide(seat)


class Bench(Protocol):
    """Seats a bot in match after match."""

    def seat(
        self, bot: Candidate, game: Game[Any], variant: Variant, seed: str, seats: Collection[int]
    ) -> AbstractContextManager[SeatedBot]:
        """The bot at these seats for one match."""
        ...


class OwnProcess:
    """Seats bots in this process: a debugger works, but what is in a module stays from match to match."""

    @contextmanager
    def seat(
        self, bot: Candidate, game: Game[Any], variant: Variant, seed: str, seats: Collection[int]
    ) -> Iterator[SeatedBot]:
        """The bot at these seats for one match."""
        seating = Seating(bot.loaded.bot_class, bot.options, bot.limits)
        players = InProcessPlayers(game, variant, seed, dict.fromkeys(seats, seating))
        yield SeatedBot(players, seats, lambda seat: time.process_time())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        """Nothing is left behind."""


@contextmanager
def hosts_for(isolation: Isolation) -> Iterator[Hosts]:
    """Hosts for `process` or `sandbox`, with bubblewrap where it works; nothing of them is left."""
    with passing_hosts(wrapped=isolation == "sandbox" and bubblewrap_works()) as hosts:
        yield hosts


class HostBench:
    """Seats one bot as a ladder does in the isolation `process` or `sandbox`. To be closed."""

    def __init__(self, isolation: Isolation) -> None:
        self._isolation = isolation
        self._open = ExitStack()
        self._hosts = self._open.enter_context(hosts_for(isolation))
        self._others = Occupant("script", load_class(_Scripted), {}, "none", Limits())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._open.close()

    @contextmanager
    def seat(
        self, bot: Candidate, game: Game[Any], variant: Variant, seed: str, seats: Collection[int]
    ) -> Iterator[SeatedBot]:
        """The bot at these seats for one match."""
        occupant = Occupant(_CANDIDATE, bot.loaded, bot.options, self._isolation, bot.limits)
        players = sum(map(len, game.sides(variant)))
        occupants = [occupant if seat in seats else self._others for seat in range(players)]
        # Nobody else would kill the bot's process: its death is its own crash.
        with self._hosts.table(game, variant, seed, occupants, blamed=(_CANDIDATE,)) as table:
            original = lambda text: bot.loaded.as_named(text, _CANDIDATE)  # noqa: E731
            yield SeatedBot(table, seats, table.cpu_s, original, table.peak_mb)


class _Scripted(Bot):
    """Sits where a script acts; it is never asked."""

    games = tuple(GAMES)

    def act(self, view: Any) -> object:
        raise AssertionError("a script acts for this seat")
