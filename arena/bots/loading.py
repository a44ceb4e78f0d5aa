"""Finding a bot's class from what a config calls it, and giving what was found a version.

A bot is named by ``path.py``, ``path.py:Class``, a folder, ``package.module:Class``, an entry point of the group
``arena.bots``, or the hash of a bundle. The code of a file is read once and both hashed and run from that
reading, so the version always names what plays.
"""

import hashlib
import importlib
import inspect
import json
import re
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

__all__ = [
    "BotError",
    "BotFile",
    "LoadedBot",
    "find_bot",
    "find_bundle",
    "find_class",
    "kept_bot",
    "load_bot",
    "load_class",
    "run_bot",
]

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

    @property
    def shown_folder(self) -> str:
        """What to write before the name of one of its files, as the bot was named: `bots/` for `bots/x.py`."""
        place = self.spec.partition(":")[0]
        folder = str(Path(place).parent) if place.endswith(".py") else place
        return "" if folder == "." else f"{folder}/"

    def as_named(self, text: str, staged: str) -> str:
        """A text with the bot's own names of files, where it has those of copies in some folder `staged`."""
        return re.sub(rf"/[^\s\"']*/{re.escape(staged)}/", lambda _: self.shown_folder, text)

    @cached_property
    def bundle(self) -> str:
        """The hash of its files, see `Bundle.hash`."""
        digest = hashlib.sha256()
        feed(digest, self.files)
        return digest.hexdigest()

    def version(self, options: Mapping[str, OptionValue], noise: float = 0.0) -> str:
        """The version of this bot with these options and this noise: 12 hex digits of their SHA-256."""
        digest = hashlib.sha256()
        feed(digest, self.files)
        settings = [self.class_name, dict(options), *([noise] if noise else [])]
        canonical = json.dumps(settings, sort_keys=True, separators=(",", ":"))
        digest.update(canonical.encode())
        return digest.hexdigest()[:12]


def load_bot(spec: str, base: Path, shelf: Shelf | None = None) -> LoadedBot:
    """Load the bot a config names, and run its code in this process; for the names see `find_bot`.

    Raises BotError: no such file, module, entry point or bundle; a syntax error or an exception while it is loaded
    (with file and line); no bot class or several; a class that lacks a method its games need; and what
    `read_bundle` raises.
    """
    found = find_bot(spec, base, shelf)
    if found is not None:
        return run_bot(found)
    place, _, class_name = spec.partition(":")
    if class_name:
        return _load_installed(spec, place, class_name)
    return _load_entry_point(spec)


@dataclass(frozen=True)
class Found:
    """The files that a config's name for a bot means, and the one of them with its class.

    There is no `main` if the bundle is a program, see `arena.bots.command.bundled_command`.
    """

    bundle: Bundle
    folder: Path
    main: str
    class_name: str


def find_bundle(spec: str, base: Path, shelf: Shelf | None = None) -> Found | None:
    """The files of the bot a config names.

    A relative path is looked for in `base`, then in the current folder. A folder, and a file beside an
    `arena-bot.yaml`, stand for all files of their folder. A hash is looked up on the `shelf`, the bundles of the
    ladder. None for a bot that can only be in an installed package. Raises BotError if there are no such files,
    and what `read_bundle` raises.
    """
    place, _, class_name = spec.partition(":")
    if HASH.fullmatch(place):
        if shelf is None:
            raise BotError(f"no bundle {place!r} here: only a ladder that was submitted to has bundles")
        bundle, folder = shelf.get(place), shelf.folder / place
        main = bundle.manifest.main
    else:
        path = _find_path(place, base)
        if path is None:
            return None
        folder = path if path.is_dir() else path.parent
        bundle = read_bundle(folder if path.is_dir() or has_manifest(folder) else path)
        main = bundle.manifest.main if path.is_dir() else path.name
    if not class_name and main == bundle.manifest.main:
        class_name = bundle.manifest.class_name
    return Found(bundle, folder, main, class_name)


def find_bot(spec: str, base: Path, shelf: Shelf | None = None) -> LoadedBot | None:
    """The bot in Python of `find_bundle`, of which nothing has run: its class and games are not known yet.

    Raises BotError as that does, and for a program.
    """
    found = find_bundle(spec, base, shelf)
    if found is None:
        return None
    if not found.main:
        raise BotError(
            f"{spec}: a command (its {MANIFEST} names one) cannot be held in this process; give it isolation: "
            "process or sandbox"
        )
    return kept_bot(found.bundle, found.folder, spec, found.main, found.class_name, ())


def kept_bot(
    bundle: Bundle, folder: Path, spec: str, main: str, class_name: str, games: tuple[str, ...]
) -> LoadedBot:
    """A bot from its files, with what is known of its class: its code runs only once that is asked for."""

    def load() -> type[Bot]:
        return run_bot(bot).bot_class

    module = module_name(bundle.files, main, folder)
    bot = LoadedBot(spec, class_name, games, bundle.files, main, folder, module, load)
    return bot


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


def run_bot(found: LoadedBot) -> LoadedBot:
    """Run the file that holds a bot's class in this process. Raises BotError as `load_bot` does."""
    assert found.folder is not None  # it has files
    place = found.spec.partition(":")[0]
    place = place if place.endswith(".py") else f"{place}/{found.main}"
    try:
        module = run_file(found.files, found.main, found.folder)
    except SourceError as error:
        file = place if error.file == found.main else str(found.folder / error.file)
        raise BotError(f"{file}:{error.line}: {error}") from error
    except (Exception, SystemExit) as error:
        where = f"{place}:{_line_in(found.folder / found.main, error)}"
        problem = f"{where}: {_describe(error)} while the bot was loaded"
        raise BotError(problem + hint_at_file(missing_module(error), found.folder)) from error
    bot_class = find_class(module, found.class_name, place)
    return _checked(found.spec, module, bot_class, found.files, found.main, found.folder)


def _line_in(path: Path, error: BaseException) -> int:
    """The last line of the bot's own file on the way to an exception."""
    lines = [
        frame.lineno or 0 for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)
    ]
    return lines[-1] if lines else 1


def _describe(error: BaseException) -> str:
    """An exception in words that can be written as UTF-8."""
    text = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return text.encode(errors="backslashreplace").decode()


def missing_module(error: BaseException | None) -> str:
    """The name of the module that was not found, if that is what an exception says."""
    return (isinstance(error, ModuleNotFoundError) and error.name) or ""


def hint_at_file(module: str, folder: Path) -> str:
    """What to do about a module that was not found although its file lies beside the bot."""
    if module and (folder / f"{module}.py").is_file():
        return f"; to have {module}.py with it, put both in a folder of their own with an {MANIFEST}"
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
