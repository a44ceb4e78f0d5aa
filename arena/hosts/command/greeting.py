"""Asking programs what they play, before anything is played."""

import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from arena.bots.command import Command
from arena.bots.files import BotError
from arena.errors import did_you_mean
from arena.games import GAMES
from arena.hosts.command.wire import Reply
from arena.hosts.hosts import Hosts, Isolation, Occupant
from arena.hosts.layers import REQUIRED
from arena.hosts.limits import Limits
from arena.hosts.zygotes import ZygoteError
from arena.match.players import FaultError, HostDiedError

PATIENCE: Final = 3
"""Wall time for each second that a program may compute for; nobody is to blame, so it is less than in a match."""


class Greeter:
    """Starts programs and says hello to them, each as it would be held in a ladder. To be closed."""

    def __init__(self, locks: tuple[str, ...] = REQUIRED, *, wrapped: bool = False) -> None:
        """For `locks` and `wrapped` see `Hosts`. No process is started before the first program is."""
        self._open = ExitStack()
        folder = self._open.enter_context(tempfile.TemporaryDirectory(prefix="arena-greet-"))
        self._hosts = Hosts(Path(folder), locks, wrapped=wrapped)
        self._open.callback(self._hosts.close)

    def close(self) -> None:
        """End what was started for it."""
        self._open.close()

    def greet(self, command: Command, isolation: Isolation, limits: Limits) -> Command:
        """The command with the games that its program plays.

        Raises BotError: it cannot be started, does not say hello, or speaks another protocol.
        """
        try:
            said = self._said(Occupant(f"program@{command.version({})}", command, {}, isolation, limits))
        except FaultError as fault:
            told = "".join(f"\n  {line}" for line in fault.trace.splitlines())
            raise BotError(f"{command.spec}: said no hello as in bots/PROTOCOL.md: {fault.detail}{told}") from None
        except (HostDiedError, ZygoteError) as error:
            raise BotError(f"{command.spec}: {error}{hint(str(error), isolation)}") from None
        return command.answering(_known(command, said.games or []), said.timed is True)

    def _said(self, occupant: Occupant) -> Reply:
        game = next(iter(GAMES.values()))  # any: a program is not told which before it has been greeted
        seat = self._hosts.program(occupant, game, game.variant({}), "")
        try:
            return seat.greet(patience_s=PATIENCE * occupant.limits.startup_s)
        finally:
            seat.close()


def _known(command: Command, games: list[str]) -> list[str]:
    for game in games:
        if game not in GAMES:
            raise BotError(
                f"{command.spec}: says that it plays {game!r}; known: {', '.join(GAMES)}"
                f"{did_you_mean(game, GAMES)}"
            )
    if not games:
        raise BotError(f"{command.spec}: says of no game that it plays it; known: {', '.join(GAMES)}")
    return list(dict.fromkeys(games))


def hint(error: str, isolation: Isolation) -> str:
    """What to do about a program that cannot be started."""
    if "Exec format error" in error:
        return "; expected a program for this machine, or a script with a first line like #!/usr/bin/env node"
    if isolation == "sandbox" and "Permission denied" in error:
        return "; in the sandbox only programs in /usr, /bin and the bot's own files can be run"
    return ""
