"""Where the programs of a config are started once, to be asked what they play, before anything is played."""

from typing import Self

from arena.bots.command import Command
from arena.bots.files import BotError
from arena.bots.loading import LoadedBot
from arena.hosts.command.greeting import Greeter
from arena.ladder.config import EntrantConfig, LadderConfig
from arena.ladder.isolation import Sandbox, find_sandbox, isolation_of, limits_of
from arena.ladder.stored_entrant import Origin


class Reception:
    """Greets the commands of one config, each as it is to be held. To be closed.

    `config` is None if it has faults: then no program is started.
    """

    def __init__(self, config: LadderConfig | None) -> None:
        self._config = config
        self._greeters: dict[bool, Greeter] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        for greeter in self._greeters.values():
            greeter.close()

    def receive(self, command: Command, entrant: EntrantConfig) -> LoadedBot | None:
        """The command with what its program says of itself; None if it was not started.

        Raises BotError if that went wrong, and LayerMissingError.
        """
        if self._config is None:
            return None
        isolation = isolation_of(entrant.isolation or self._config.isolation.kind, Origin.CONFIG)
        if isolation == "none":
            raise BotError(
                "a command cannot be held in this process; give it isolation: process or sandbox, or leave out "
                "isolation: none"
            )
        greeter = self._greeter(sandboxed=isolation == "sandbox")
        return greeter.greet(command, isolation, limits_of(self._config.limits, entrant.limits))

    def _greeter(self, *, sandboxed: bool) -> Greeter:
        if sandboxed not in self._greeters:
            assert self._config is not None
            sandbox = find_sandbox(self._config.isolation) if sandboxed else Sandbox((), wrapped=False)
            self._greeters[sandboxed] = Greeter(sandbox.locks, wrapped=sandbox.wrapped)
        return self._greeters[sandboxed]
