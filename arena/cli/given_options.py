"""Options of a bot as a command line gives them."""

from collections.abc import Iterable

import yaml

from arena.bots.options import OptionValue
from arena.errors import ArenaError


def given_options(options: Iterable[str]) -> dict[str, OptionValue]:
    """The options of `--options KEY=VALUE`, each value read as in a config. Raises ArenaError."""
    values = {}
    for option in options:
        name, equals, text = option.partition("=")
        if not equals:
            raise ArenaError(f"--options {option}: expected KEY=VALUE")
        try:
            values[name] = yaml.safe_load(text)
        except yaml.YAMLError:
            values[name] = text
    return values
