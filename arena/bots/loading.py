"""Finding a bot's class from what a config calls it, and giving what was found a version.

A bot is named by ``path.py``, ``path.py:Class``, a folder, ``package.module:Class``, an entry point of the group
``arena.bots``, or the hash of a bundle. The code of a file is read once and both hashed and run from that
reading, so the version always names what plays.
"""

import hashlib
import importlib
import inspect
import json
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType

from arena.bots.base import Bot
from arena.bots.bundle import HASH, MANIFEST, Bundle, Shelf, has_manifest, read_bundle
from arena.bots.classes import find_class
from arena.bots.declarations import check_declarations
from arena.bots.files import BotError, BotFile, feed
from arena.bots.installed import installed_files
from arena.bots.modules import SourceError, module_name, run_file
from arena.bots.options import OptionValue
from arena.errors import did_you_mean

__all__ = ["BotError", "BotFile", "LoadedBot", "find_class", "kept_bot", "load_bot", "load_class"]

ENTRY_POINT_GROUP = "arena.bots"


@dataclass(frozen=True)
class LoadedBot:
    """A bot with the files it consists of.

    `spec` is what it was called, `class_name` what its class is called in its module, `games` are those it plays.
    `main` is the file that holds the class, in `folder`, and `module` what it is called as a module; a bot in an
    installed package has no `main`.
    """

    spec: str
    class_name: str
    games: tuple[str, ...]
    files: tuple[BotFile, ...]
    main: str
    folder: Path | None
    module: str
    load: Callable[[], type[Bot]] = field(repr=False, compare=False)

    @cached_property
    def bot_class(self) -> type[Bot]:
        """The class. For a submitted bot its code runs in this process now, if it has not before."""
        return self.load()

    @property
    def default_name(self) -> str:
        """The entrant's name if the config gives none: the class or entry point, else the file's stem."""
        place, _, class_name = self.spec.partition(":")
        return class_name or (Path(place).stem if place.endswith(".py") else Path(place).name)

    @cached_property
    def bundle(self) -> str:
        """The hash of its files, see `Bundle.hash`."""
        digest = hashlib.sha256()
        feed(digest, self.files)
        return digest.hexdigest()

    def version(self, options: Mapping[str, OptionValue]) -> str:
        """The version of this bot with these options: 12 hex digits of their SHA-256."""
        digest = hashlib.sha256()
        feed(digest, self.files)
        canonical = json.dumps([self.class_name, dict(options)], sort_keys=True, separators=(",", ":"))
        digest.update(canonical.encode())
        return digest.hexdigest()[:12]


def load_bot(spec: str, base: Path, shelf: Shelf | None = None) -> LoadedBot:
    """Load the bot a config names; a relative path is looked for in `base`, then in the current folder.

    A folder, and a file beside an `arena-bot.yaml`, stand for all files of their folder. A hash is looked up on
    the `shelf`, the bundles of the ladder. Raises BotError: no such file, module, entry point or bundle; a syntax
    error or an exception while it is loaded (with file and line); no bot class or several; a class that lacks a
    method its games need; and what `read_bundle` raises.
    """
    place, _, class_name = spec.partition(":")
    if HASH.fullmatch(place):
        if shelf is None:
            raise BotError(f"no bundle {place!r} here: only a ladder that was submitted to has bundles")
        return _load_bundle(shelf.get(place), shelf.folder / place, spec, class_name)
    path = _find_path(place, base)
    if path is not None:
        folder = path if path.is_dir() else path.parent
        bundle = read_bundle(folder if path.is_dir() or has_manifest(folder) else path)
        return _load_bundle(bundle, folder, spec, class_name, "" if path.is_dir() else path.name)
    if class_name:
        return _load_installed(spec, place, class_name)
    return _load_entry_point(spec)


def kept_bot(
    bundle: Bundle, folder: Path, spec: str, main: str, class_name: str, games: tuple[str, ...]
) -> LoadedBot:
    """A bot that was checked when it was submitted: its code runs only once its class is asked for."""

    def load() -> type[Bot]:
        return _load_bundle(bundle, folder, spec, class_name, main).bot_class

    module = module_name(bundle.files, main, folder)
    return LoadedBot(spec, class_name, games, bundle.files, main, folder, module, load)


def load_class(bot_class: type[Bot]) -> LoadedBot:
    """A class that is already there, such as one defined in a notebook. Raises BotError if it is not complete.

    Its version is that of its source text and its base classes', as far as Python can find them.
    """
    bases = bot_class.__mro__[: bot_class.__mro__.index(Bot)]
    files = tuple(BotFile(f"{base.__module__}.{base.__qualname__}", _source(base)) for base in bases)
    return _checked(f"{bot_class.__module__}:{bot_class.__name__}", None, bot_class, files)


def _source(base: type) -> bytes:
    try:
        return inspect.getsource(base).encode()
    except (OSError, TypeError):
        return b""


def _find_path(place: str, base: Path) -> Path | None:
    """The file or folder that is meant; None if it can only be a module or an entry point."""
    candidates = [Path(place)] if Path(place).is_absolute() else [base / place, Path.cwd() / place]
    for candidate in candidates:
        if candidate.is_file() if place.endswith(".py") else candidate.is_dir():
            return candidate.resolve()
    if not place.endswith(".py") and "/" not in place:
        return None
    folder = candidates[-1].parent
    known = [path.name for path in folder.glob("*.py")] if folder.is_dir() else []
    tried = " and ".join(dict.fromkeys(str(candidate.parent.resolve()) for candidate in candidates))
    kind = "file" if place.endswith(".py") else "folder"
    raise BotError(f"no bot {kind} {place!r}: looked in {tried}{did_you_mean(Path(place).name, known)}")


def _load_bundle(bundle: Bundle, folder: Path, spec: str, class_name: str, main: str = "") -> LoadedBot:
    """Run the file of a bundle that holds the bot."""
    main = main or bundle.manifest.main
    class_name = class_name or (bundle.manifest.class_name if main == bundle.manifest.main else "")
    place = spec.partition(":")[0]
    place = place if place.endswith(".py") else f"{place}/{main}"
    try:
        module = run_file(bundle.files, main, folder)
    except SourceError as error:
        file = place if error.file == main else str(folder / error.file)
        raise BotError(f"{file}:{error.line}: {error}") from error
    except (Exception, SystemExit) as error:
        where = f"{place}:{_line_in(folder / main, error)}"
        raise BotError(f"{where}: {_describe(error)} while the bot was loaded{_hint(error, folder)}") from error
    found = find_class(module, class_name, place)
    return _checked(spec, module, found, bundle.files, main, folder)


def _line_in(path: Path, error: BaseException) -> int:
    """The last line of the bot's own file on the way to an exception."""
    lines = [
        frame.lineno or 0 for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)
    ]
    return lines[-1] if lines else 1


def _describe(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"


def _hint(error: BaseException, folder: Path) -> str:
    """What to do about a module that was not found although its file lies beside the bot."""
    if isinstance(error, ModuleNotFoundError) and error.name and (folder / f"{error.name}.py").is_file():
        return f"; to have {error.name}.py with it, put both in a folder of their own with an {MANIFEST}"
    return ""


def _load_installed(spec: str, name: str, class_name: str) -> LoadedBot:
    module = _import_module(name, spec)
    bot_class = find_class(module, class_name, name)
    return _checked(spec, module, bot_class, installed_files(module, bot_class))


def _import_module(name: str, spec: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and (name + ".").startswith(error.name + "."):
            raise BotError(
                f"no module {name!r} for bot {spec!r}: expected path.py, path.py:Class, a folder, "
                f"package.module:Class of an installed package, or an entry point of {ENTRY_POINT_GROUP}"
            ) from error
        raise BotError(f"bot {spec!r}: {_describe(error)} while the bot was loaded") from error
    except (Exception, SystemExit) as error:
        raise BotError(f"bot {spec!r}: {_describe(error)} while the bot was loaded") from error


def _load_entry_point(spec: str) -> LoadedBot:
    known = {point.name: point for point in entry_points(group=ENTRY_POINT_GROUP)}
    if spec not in known:
        hint = f"; known entry points: {', '.join(sorted(known))}" if known else ""
        raise BotError(
            f"no bot {spec!r}: expected path.py, path.py:Class, a folder, package.module:Class or an entry point "
            f"of {ENTRY_POINT_GROUP}{hint}{did_you_mean(spec, known)}"
        )
    module, _, class_name = known[spec].value.partition(":")
    return _load_installed(spec, module, class_name)


def _checked(
    spec: str,
    module: ModuleType | None,
    bot_class: type[Bot],
    files: tuple[BotFile, ...],
    main: str = "",
    folder: Path | None = None,
) -> LoadedBot:
    """The loaded bot. Raises BotError for a class that is not as a bot has to be."""
    check_declarations(spec, bot_class)
    name = bot_class.__name__
    if module is not None:
        name = next((name for name, value in vars(module).items() if value is bot_class), name)
    where = bot_class.__module__ if module is None else module.__name__
    return LoadedBot(spec, name, tuple(bot_class.games), files, main, folder, where, lambda: bot_class)
