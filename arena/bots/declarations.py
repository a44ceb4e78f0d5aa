"""What a bot's class declares, checked when the bot is loaded: a mistake there would come out at play only."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Self

from arena.bots.base import DECISIONS, Bot
from arena.bots.files import BotError
from arena.bots.options import Option, shown
from arena.errors import did_you_mean


@dataclass(frozen=True)
class Facts:
    """What a bot says of itself: the name of its class in its module, games, options, timed, open cards."""

    class_name: str
    games: tuple[str, ...]
    options: dict[str, Option]
    timed: bool
    open_cards: bool = False

    @classmethod
    def of(cls, class_name: str, bot_class: type[Bot]) -> Self:
        """The facts of a class that `check_declarations` has taken."""
        games, options = tuple(bot_class.games), dict(bot_class.OPTIONS)
        return cls(class_name, games, options, bot_class.timed, bot_class.open_cards)

    @classmethod
    def of_program(cls, games: tuple[str, ...], timed: bool) -> Self:
        """The facts of a program, as far as it has said hello."""
        return cls("", games, {}, timed)


def check_declarations(spec: str, bot_class: type[Bot]) -> None:
    """Refuse a class whose `games`, `OPTIONS`, `timed` or `open_cards` are not as `Bot` says, or lacks a method.

    Raises BotError with every problem, each in a line that begins with `spec`.
    """
    problems = [*_games(bot_class), *_options(bot_class.OPTIONS), *_flag("timed", bot_class.timed)]
    problems += _flag("open_cards", bot_class.open_cards)
    if problems:
        raise BotError("\n".join(f"{spec}: class {bot_class.__name__} {problem}" for problem in problems))


def _games(bot_class: type[Bot]) -> Iterator[str]:
    games: object = bot_class.games
    expected = "expected games = ('bridgette',), ('fiftysix',) or both"
    if not isinstance(games, list | tuple):
        yield f"says games = {shown(games)}; {expected}"
    elif not games:
        yield f"names no games; {expected}, or a base class BridgetteBot or FiftySixBot"
    else:
        for game in games:
            if not isinstance(game, str):
                yield f"names the game {shown(game)}; {expected}"
            elif game not in DECISIONS:
                yield f"names the game {game!r}; known: {', '.join(DECISIONS)}{did_you_mean(game, DECISIONS)}"
            else:
                yield from _methods(bot_class, game)


def _methods(bot_class: type[Bot], game: str) -> Iterator[str]:
    missing = [method for method in DECISIONS[game] if not callable(getattr(bot_class, method, None))]
    if missing and not callable(getattr(bot_class, "act", None)):
        methods = [method for method in vars(bot_class) if not method.startswith("_")]
        hints = "".join(did_you_mean(method, methods) for method in missing)
        yield (
            f"lacks {', '.join(f'{method}(view)' for method in missing)}, "
            f"which {game} needs (or act(view) for every decision){hints}"
        )


def _options(declared: object) -> Iterator[str]:
    if not isinstance(declared, Mapping):
        yield (
            f"says OPTIONS = {shown(declared)}; expected a dictionary of options by name, such as "
            "{'depth': Option(3, 'how far it looks ahead')}"
        )
        return
    for name, option in declared.items():
        if not isinstance(name, str) or not name:
            yield f"has an option named {shown(name)}; expected a text"
        if not isinstance(option, Option):
            got = shown(option)
            yield f"has option {name}: expected an Option such as Option(3, 'how far it looks ahead'), got {got}"
        else:
            yield from (f"has option {name}: {flaw}" for flaw in option.flaws())


def _flag(name: str, value: object) -> Iterator[str]:
    if not isinstance(value, bool):
        yield f"says {name} = {shown(value)}; expected True or False"
