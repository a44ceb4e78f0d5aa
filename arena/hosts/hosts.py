"""Seating the bots of a match: everything a worker keeps from one match to the next for it."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal

from arena.bots.command import Command
from arena.bots.loading import LoadedBot
from arena.bots.options import OptionValue
from arena.games import GAMES
from arena.games.base import Game, Variant
from arena.hosts.child import DECLARING
from arena.hosts.command.locks import readable_by
from arena.hosts.command.seat import CommandSeat
from arena.hosts.core import Core
from arena.hosts.inprocess import InProcessPlayers, Seating
from arena.hosts.isolated import IsolatedSeat
from arena.hosts.layers import REQUIRED
from arena.hosts.limits import Limits
from arena.hosts.output import EntrantLog, log_folder
from arena.hosts.packages import imported_packages, package_folders
from arena.hosts.passing import passing_folder
from arena.hosts.readable import Warmth
from arena.hosts.staging import stage
from arena.hosts.table import SeatApart, Table
from arena.hosts.wire import Setup
from arena.hosts.zygotes import Zygotes
from arena.seeds import bot_rng_seed

Isolation = Literal["none", "process", "sandbox"]


@dataclass(frozen=True)
class Occupant:
    """Who sits at a seat and how it is held; `entrant` is ``name@version``."""

    entrant: str
    bot: LoadedBot
    options: Mapping[str, OptionValue]
    isolation: Isolation
    limits: Limits


@dataclass(frozen=True)
class _Staged:
    """A bot ready to be loaded by the process of a seat, or a program ready to be run there; see `Setup`."""

    folder: str
    sources: dict[str, bytes]
    packages: frozenset[str]
    command: tuple[str, ...] = ()
    readable: tuple[str, ...] = ()


class Hosts:
    """What one worker keeps from match to match. To be closed by the process that seated bots with it.

    `folder` is the ladder's: the bots' files are laid out in ``staged/NAME@VERSION/``, and what they print goes
    to ``logs/…/NAME@VERSION.log``. A sandbox has these `locks`, and bubblewrap if `wrapped`.
    """

    def __init__(self, folder: Path, locks: tuple[str, ...] = REQUIRED, *, wrapped: bool = False) -> None:
        self._folder = folder.absolute()
        self._locks = locks
        self._wrapped = wrapped
        self._core = Core()
        self._zygotes = Zygotes(self._core, self._folder / "staged")
        self._staged: dict[str, _Staged] = {}
        self._warmth = Warmth()

    @contextmanager
    def table(
        self,
        game: Game[Any],
        variant: Variant,
        seed: str,
        occupants: Sequence[Occupant | None],
        match: str = "",
        blamed: Collection[str] = (),
    ) -> Iterator[Table]:
        """A table for one match, called `match` in the logs; at the end no process of it is left.

        A seat without an occupant is somebody else's. The death of a process is the crash of an entrant that is
        among `blamed`; see `IsolatedSeat`.
        """
        seated = {seat: one for seat, one in enumerate(occupants) if one is not None}
        trusted = {
            seat: Seating(one.bot.bot_class, one.options, one.limits)
            for seat, one in seated.items()
            if one.isolation == "none"
        }
        isolated = {
            seat: self._isolated(game, variant, seed, seat, one, one.entrant in blamed)
            for seat, one in seated.items()
            if one.isolation != "none"
        }
        if any(one.isolation == "sandbox" for one in seated.values()):
            self._warmth.keep()
        table = Table(isolated, InProcessPlayers(game, variant, seed, trusted) if trusted else None)
        begun = self._core.begin() if isolated else None
        try:
            yield table
        finally:
            table.close()
            if begun is not None:
                self._core.end(begun, sum(seat.cpu_s for seat in isolated.values()))
            for seat, host in isolated.items():
                if host.printed:
                    log = EntrantLog(log_folder(self._folder), seated[seat].entrant)
                    log.add(f"{match}, seat {seat}", host.printed)

    def program(self, occupant: Occupant, game: Game[Any], variant: Variant, seed: str) -> CommandSeat:
        """A program at seat 0, for whoever wants to speak with one alone. To be closed."""
        seat = self._isolated(game, variant, seed, 0, occupant, blamed=True)
        assert isinstance(seat, CommandSeat)
        return seat

    def declaring(self, bot: LoadedBot, isolation: Isolation, limits: Limits) -> IsolatedSeat:
        """A seat for a bot in files that is only asked what its class declares. To be closed."""
        occupant = Occupant(f"bot@{bot.bundle[:12]}", bot, {}, isolation, limits)
        game = next(iter(GAMES.values()))  # any: none is played
        seat = self._isolated(game, game.variant({}), "", 0, occupant, blamed=False, spec=bot.spec)
        assert isinstance(seat, IsolatedSeat)
        return seat

    def close(self) -> None:
        """End the zygotes, and let this process run on any core again."""
        self._zygotes.close()
        self._core.leave()

    def _isolated(
        self,
        game: Game[Any],
        variant: Variant,
        seed: str,
        seat: int,
        occupant: Occupant,
        blamed: bool,
        spec: str = "",
    ) -> SeatApart:
        """A seat with a process; for `spec` see `Setup`."""
        staged = self._staged.get(occupant.entrant)
        if staged is None:
            folder = self._zygotes.staged / occupant.entrant
            staged = self._staged[occupant.entrant] = _stage(folder, occupant.bot)
        sandboxed = occupant.isolation == "sandbox"
        setup = Setup(
            game=game.name,
            variant=variant.options(),
            seat=seat,
            folder=staged.folder,
            main=occupant.bot.main,
            module=occupant.bot.module,
            sources=staged.sources,
            class_name=occupant.bot.spec.partition(":")[2] or occupant.bot.class_name,
            options=dict(occupant.options),
            rng_seed=bot_rng_seed(seed, seat),
            limits=occupant.limits,
            locks=self._locks if sandboxed else (),
            command=staged.command,
            readable=staged.readable,
            spec=spec,
        )
        wrapped = sandboxed and self._wrapped
        if sandboxed:
            self._warmth.add(staged.packages, staged.folder)
        packages = staged.packages | {DECLARING} if spec else staged.packages
        fork = partial(self._zygotes.fork, packages, wrapped=wrapped, visible=staged.readable)
        if staged.command:
            # A program may have threads, whose ids would count those of others; a bot in Python has none.
            return CommandSeat(setup, partial(fork, alone=sandboxed), blamed)
        return IsolatedSeat(setup, fork, blamed)


@contextmanager
def passing_hosts(locks: tuple[str, ...] = REQUIRED, *, wrapped: bool = False) -> Iterator[Hosts]:
    """Hosts in a folder that is gone afterwards, with what was logged there."""
    with passing_folder() as folder:
        hosts = Hosts(folder, locks, wrapped=wrapped)
        try:
            yield hosts
        finally:
            hosts.close()


def _stage(folder: Path, bot: LoadedBot) -> _Staged:
    """Lay out a bot's own files; one in an installed package is imported from there."""
    if isinstance(bot, Command):
        stage(folder, bot.files)
        command = bot.line(folder)
        if bot.is_own:
            Path(command[0]).chmod(0o555)
        return _Staged(str(folder), {}, frozenset(), command, readable_by(command[0]))
    files = bot.files if bot.main else ()
    return _Staged(
        folder=str(stage(folder, files)),
        sources={file.name: file.content for file in files if file.name.endswith(".py")},
        packages=imported_packages(bot.files),
        readable=() if bot.main else tuple(package_folders([bot.module])),
    )
