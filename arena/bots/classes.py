"""Finding a bot's class in a module."""

from types import ModuleType

from arena.bots.base import Bot
from arena.bots.files import BotError
from arena.errors import did_you_mean


def find_class(module: ModuleType, class_name: str, place: str) -> type[Bot]:
    """The bot of that name in a module, or the only one if the name is empty; `place` is what messages call it.

    Raises BotError: no such class, not a bot, or several and none named.
    """
    own = {
        name: value
        for name, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, Bot) and value.__module__ == module.__name__
    }
    if not class_name:
        if len(own) == 1:
            return next(iter(own.values()))
        if own:
            raise BotError(f"{place}: several bots, name one: {', '.join(f'{place}:{name}' for name in own)}")
        raise BotError(f"{place}: no bot in it; expected a class that derives from arena.bots.Bot")
    value = getattr(module, class_name, None)
    if value is None:
        raise BotError(f"{place}: no class {class_name!r}{did_you_mean(class_name, own)}")
    if not (isinstance(value, type) and issubclass(value, Bot)):
        raise BotError(f"{place}: {class_name!r} is not a bot; expected a class that derives from arena.bots.Bot")
    return value
