"""What the process of a seat does if it is only asked what the class of its bot declares."""

from pathlib import Path

from arena.bots.bundle import Bundle, Manifest
from arena.bots.declarations import Facts
from arena.bots.files import BotError, BotFile
from arena.bots.loading import kept_bot, missing_module, run_bot
from arena.hosts.wire import Declared, Refused, Setup


def declared(setup: Setup) -> Declared | Refused:
    """Load the bot as `load_bot` does, and say what it declares."""
    files = tuple(BotFile(name, content) for name, content in setup.sources.items())
    bundle = Bundle(files, Manifest(setup.main))
    try:
        loaded = run_bot(kept_bot(bundle, Path(setup.folder), setup.spec, setup.main, setup.class_name, ()))
    except BotError as error:
        return Refused(str(error), missing_module(error.__cause__))
    return Declared(Facts.of(loaded.class_name, loaded.bot_class))
