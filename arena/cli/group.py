"""How the command line shows its options, and says what is wrong with a value."""

from typing import Any

import typer
from typer.core import TyperGroup

from arena.cli.commands import Commands


class ArenaGroup(TyperGroup):
    """All commands, each loaded when it is asked for; help shows an option that takes no value without one."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands: Any = Commands()

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """A command by its name, or None."""
        command = super().get_command(ctx, cmd_name)
        if command is not None:
            _hide_values_of_flags(command.get_params(ctx))
        return command

    def get_params(self, ctx: Any) -> Any:
        """The options that come before the command."""
        params = super().get_params(ctx)
        _hide_values_of_flags(params)
        return params

    def invoke(self, ctx: Any) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except typer.BadParameter as error:
            error.message = error.message.removeprefix("Value error, ")
            raise


def _hide_values_of_flags(params: Any) -> None:
    for param in params:
        if getattr(param, "is_flag", False):
            param.metavar = ""
