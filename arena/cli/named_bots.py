"""Bots that a command line names, to sit at a table outside a ladder."""

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from arena.bots.loading import LoadedBot, load_bot
from arena.bots.options import Option, OptionValue, resolve_options
from arena.hosts.describing import load_apart
from arena.hosts.hosts import Hosts, Occupant
from arena.hosts.limits import Limits


class Held(StrEnum):
    """How a command holds a bot that is one's own."""

    PROCESS = "process"
    NONE = "none"


HeldOption = Annotated[
    Held,
    typer.Option(
        "--isolation",
        help="process: a bot that hangs or crashes harms nobody, and has a ladder's limits. none: it runs in this "
        "process, where breakpoints work.",
    ),
]


def load_named(hosts: Hosts, spec: str, held: Held) -> tuple[LoadedBot, Mapping[str, Option]]:
    """A bot in Python as a config may name it, and the options it declares.

    Raises BotError if it cannot be loaded.
    """
    if held is Held.NONE:
        bot = load_bot(spec, Path.cwd())
        return bot, bot.bot_class.OPTIONS
    bot, facts = load_apart(hosts, spec, Path.cwd(), "process", Limits())
    return bot, facts.options


def seated(bot: LoadedBot, options: Mapping[str, OptionValue], held: Held) -> Occupant:
    """The bot as it sits at a table, with the limits of a ladder that sets none."""
    return Occupant(f"{bot.default_name}@{bot.version(options)}", bot, options, held.value, Limits())


def named_bot(hosts: Hosts, spec: str, held: Held) -> Occupant:
    """A bot as it sits at a table, with its default options. Raises BotError if it cannot be loaded."""
    bot, declared = load_named(hosts, spec, held)
    return seated(bot, resolve_options(declared, {}), held)
