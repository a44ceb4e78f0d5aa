"""Options of a bot, and of a game, as a command line gives them."""

from collections.abc import Iterable
from typing import Any

import yaml

from arena.bots.options import OptionValue
from arena.errors import ArenaError, VariantError
from arena.games.base import Game, Variant


def given_options(options: Iterable[str]) -> dict[str, OptionValue]:
    """The options of `--options KEY=VALUE`, each value read as in a config. Raises ArenaError."""
    values: dict[str, OptionValue] = {}
    for option in options:
        name, equals, text = option.partition("=")
        if not equals:
            raise ArenaError(f"--options {option}: expected KEY=VALUE")
        if name in values:
            raise ArenaError(f"--options {option}: {name} is given twice; give it once")
        try:
            values[name] = yaml.safe_load(text)
        except yaml.YAMLError:
            values[name] = text
    return values


def given_variant(game: Game[Any], pairs: Iterable[str]) -> Variant:
    """The variant of `--variant KEY=VALUE`, what is not given being as usual. Raises ArenaError."""
    options: dict[str, object] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals:
            raise ArenaError(f"--variant {pair}: expected key=value, such as players=8")
        if key in options:
            raise ArenaError(f"--variant {pair}: {key} is given twice; give it once")
        options[key] = int(value) if value.isdecimal() else value
    try:
        variant: Variant = game.variant(options)
    except VariantError as error:
        raise ArenaError(f"--variant {error}") from error
    return variant
