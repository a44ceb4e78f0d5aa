"""The files of a bot that is a class of an importable module: all that its version has to stand for."""

import sys
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path
from types import ModuleType

from arena.bots.base import Bot
from arena.bots.bundle import folder_files
from arena.bots.files import BotError, BotFile


def installed_files(module: ModuleType, bot_class: type[Bot]) -> tuple[BotFile, ...]:
    """The code of a class found in a module, wherever it and its base classes come from, sorted by name.

    Of a package that is the whole of it, with helper modules and weights; of a module outside of packages its
    file. Python's own classes and those of arena are left out: their versions are kept otherwise. Raises BotError
    for a module without a file and for a package that is too big (see `folder_files`).
    """
    modules = [module, *(sys.modules[base.__module__] for base in bot_class.__mro__ if _is_foreign(base))]
    places = dict(_place(one) for one in modules)
    files = [file for name, path in sorted(places.items()) for file in _files_at(name, path)]
    return tuple(sorted(files, key=lambda file: file.name))


def _is_foreign(base: type) -> bool:
    root = base.__module__.partition(".")[0]
    return root not in sys.stdlib_module_names and root != "arena"


def _place(module: ModuleType) -> tuple[str, Path]:
    """The outermost package that a module belongs to, or its file if it is in none; with its name.

    A module of arena stands for itself. A namespace package is no package, but a folder for some.
    """
    parents = list(accumulate(module.__name__.split("."), "{}.{}".format))
    for name in parents if parents[0] != "arena" else ():
        package = sys.modules.get(name)
        if package is not None and hasattr(package, "__path__") and package.__file__:
            return name.replace(".", "/"), Path(package.__file__).parent
    path = Path(getattr(module, "__file__", None) or "")
    if not path.is_file():
        raise BotError(f"module {module.__name__!r} has no file, so its version cannot be told")
    return path.name, path


def _files_at(name: str, path: Path) -> Iterator[BotFile]:
    if path.is_file():
        yield BotFile(name, path.read_bytes())
    else:
        yield from (BotFile(f"{name}/{file.name}", file.content) for file in folder_files(path))
