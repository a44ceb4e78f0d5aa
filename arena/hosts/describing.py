"""Learning what bots declare before anything is played, without running their code in this process."""

from dataclasses import replace
from pathlib import Path

from arena.bots.bundle import Shelf
from arena.bots.command import bundled_command
from arena.bots.declarations import Facts
from arena.bots.files import BotError
from arena.bots.loading import LoadedBot, find_bundle, hint_at_file, kept_bot, load_bot
from arena.games import GAMES
from arena.hosts.command.greeting import greet
from arena.hosts.hosts import Hosts, Isolation
from arena.hosts.limits import Limits
from arena.hosts.wire import Refused
from arena.hosts.zygotes import ZygoteError
from arena.match.players import FaultError, HostDiedError


def load_apart(
    hosts: Hosts, spec: str, base: Path, isolation: Isolation, limits: Limits, shelf: Shelf | None = None
) -> tuple[LoadedBot, Facts]:
    """Load a bot as `load_bot` does, but run the code of files in a process as of the isolation only.

    An installed package is imported here: whoever installed it has run its code before. A folder that names a
    command is a program, which says hello. Raises what `load_bot` raises.
    """
    found = find_bundle(spec, base, shelf)
    if found is None:
        loaded = load_bot(spec, base, shelf)
        return loaded, Facts.of(loaded.class_name, loaded.bot_class)
    if not found.main:
        command = greet(hosts, bundled_command(found.bundle, found.folder, spec), isolation, limits)
        return command, Facts.of_program(command.games, command.timed)
    bot = kept_bot(found.bundle, found.folder, spec, found.main, found.class_name, ())
    facts = describe(hosts, bot, isolation, limits)
    return replace(bot, class_name=facts.class_name, games=facts.games), facts


def describe(hosts: Hosts, bot: LoadedBot, isolation: Isolation, limits: Limits) -> Facts:
    """What a bot in files declares, found out in a process of its own. Raises BotError if it cannot be loaded.

    In a sandbox it can do no harm, but it can lie: about itself alone.
    """
    assert bot.folder is not None  # it is in files
    seat = hosts.declaring(bot, isolation, limits)
    try:
        reply = seat.declared()
    except FaultError as fault:
        told = "".join(f"\n  {line}" for line in fault.trace.splitlines())
        raise BotError(f"{bot.spec}: cannot be loaded in a process of its own: {fault.detail}{told}") from None
    except (HostDiedError, ZygoteError) as error:
        raise BotError(f"{bot.spec}: cannot be loaded in a process of its own: {error}") from None
    finally:
        seat.close()
    if isinstance(reply, Refused):
        original = reply.reason.replace(seat.folder, str(bot.folder))
        raise BotError(original + hint_at_file(reply.missing, bot.folder))
    if not _is_sound(reply.facts):
        raise BotError(f"{bot.spec}: the bot has tampered with the answer")
    return reply.facts


def _is_sound(facts: Facts) -> bool:
    """Whether it is what `check_declarations` would have taken."""
    options = [option for option in facts.options.values() if option.flaws()]
    return bool(facts.games) and set(facts.games) <= GAMES.keys() and "" not in facts.options and not options
