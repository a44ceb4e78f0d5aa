"""Where the bots of a config are met before anything is played: what do they play, which options do they have?"""

from contextlib import ExitStack
from pathlib import Path
from typing import Self

from arena.bots.bundle import Shelf
from arena.bots.command import load_command
from arena.bots.declarations import Facts
from arena.bots.files import BotError
from arena.bots.loading import LoadedBot, load_bot
from arena.hosts.command.greeting import greet
from arena.hosts.describing import load_apart
from arena.hosts.hosts import Hosts, passing_hosts
from arena.ladder.config import EntrantConfig, IsolationConfig, LimitsConfig
from arena.ladder.isolation import Sandbox, find_sandbox, isolation_of, limits_of
from arena.ladder.stored_entrant import Origin


class Reception:
    """Meets the bots of one config, each as it is to be held. To be closed.

    Files are looked for in `base`, bundles on the `shelf`.
    """

    def __init__(self, isolation: IsolationConfig, limits: LimitsConfig, base: Path, shelf: Shelf | None) -> None:
        self._isolation = isolation
        self._limits = limits
        self._base = base
        self._shelf = shelf
        self._open = ExitStack()
        self._hosts: dict[bool, Hosts] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._open.close()

    def receive(self, entrant: EntrantConfig) -> tuple[LoadedBot, Facts]:
        """The entrant's bot, and what it says of itself. Raises BotError and LayerMissingError.

        Its code runs in this process only if the entrant's isolation is `none`.
        """
        isolation = isolation_of(entrant.isolation or self._isolation.kind, Origin.CONFIG)
        limits = limits_of(self._limits, entrant.limits)
        if entrant.command is not None:
            command = load_command(entrant.command, self._base)
            if isolation == "none":
                raise BotError(
                    "a command cannot be held in this process; give it isolation: process or sandbox, or leave "
                    "out isolation: none"
                )
            command = greet(self._hosts_for(sandboxed=isolation == "sandbox"), command, isolation, limits)
            return command, Facts.of_program(command.games, command.timed)
        assert entrant.bot is not None  # one of the two is there
        if isolation == "none":
            loaded = load_bot(entrant.bot, self._base, self._shelf)
            return loaded, Facts.of(loaded.class_name, loaded.bot_class)
        hosts = self._hosts_for(sandboxed=isolation == "sandbox")
        return load_apart(hosts, entrant.bot, self._base, isolation, limits, self._shelf)

    def _hosts_for(self, *, sandboxed: bool) -> Hosts:
        if sandboxed not in self._hosts:
            sandbox = find_sandbox(self._isolation) if sandboxed else Sandbox((), wrapped=False)
            self._hosts[sandboxed] = self._open.enter_context(
                passing_hosts(sandbox.locks, wrapped=sandbox.wrapped)
            )
        return self._hosts[sandboxed]
