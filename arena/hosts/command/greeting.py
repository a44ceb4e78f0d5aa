"""Asking programs what they play, before anything is played."""

from arena.bots.command import Command
from arena.bots.files import BotError
from arena.errors import did_you_mean
from arena.games import GAMES
from arena.hosts.command.wire import Reply
from arena.hosts.hosts import Hosts, Isolation, Occupant
from arena.hosts.limits import Limits
from arena.hosts.zygotes import ZygoteError
from arena.match.players import FaultError, HostDiedError


def greet(hosts: Hosts, command: Command, isolation: Isolation, limits: Limits) -> Command:
    """The command with what its program says of itself. It is started, and held as it would be in a ladder.

    Raises BotError: it cannot be started, does not say hello, or speaks another protocol.
    """
    name = f"program@{command.version({})}"
    try:
        said = _said(hosts, Occupant(name, command, {}, isolation, limits))
    except FaultError as fault:
        told = "".join(f"\n  {line}" for line in command.as_named(fault.trace, name).splitlines())
        raise BotError(f"{command.spec}: said no hello as in bots/PROTOCOL.md: {fault.detail}{told}") from None
    except (HostDiedError, ZygoteError) as error:
        said_of_it = command.as_named(str(error), name)
        raise BotError(f"{command.spec}: {said_of_it}{hint(str(error), isolation)}") from None
    return command.answering(_known(command, said.games or []), said.timed is True)


def _said(hosts: Hosts, occupant: Occupant) -> Reply:
    game = next(iter(GAMES.values()))  # any: a program is not told which before it has been greeted
    seat = hosts.program(occupant, game, game.variant({}), "")
    try:
        return seat.greet()
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
