"""Finding a bot's class from what a config calls it, and giving what was found a version.

A bot is named by ``path.py``, ``path.py:Class``, ``package.module:Class`` or an entry point of the group
``arena.bots``. The code of a file is read once and both hashed and run from that reading, so the version
always names what plays.
"""

import hashlib
import importlib
import inspect
import json
import sys
import traceback
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType

from arena.bots.base import DECISIONS, Bot
from arena.bots.options import OptionValue
from arena.errors import ArenaError, did_you_mean

ENTRY_POINT_GROUP = "arena.bots"


class BotError(ArenaError):
    """A bot that cannot be loaded: what was looked for, where, and what was expected."""


@dataclass(frozen=True)
class BotFile:
    """One file of a bot, named relative to its bundle."""

    name: str
    content: bytes


@dataclass(frozen=True)
class LoadedBot:
    """A bot's class, checked to be complete, with the files it consists of."""

    spec: str
    bot_class: type[Bot]
    files: tuple[BotFile, ...]

    @property
    def games(self) -> tuple[str, ...]:
        """The names of the games it plays."""
        return self.bot_class.games

    @property
    def default_name(self) -> str:
        """The entrant's name if the config gives none: the class or entry point, else the file's stem."""
        place, _, class_name = self.spec.partition(":")
        return class_name or (Path(place).stem if place.endswith(".py") else place)

    def version(self, options: Mapping[str, OptionValue]) -> str:
        """The version of this bot with these options: 12 hex digits of their SHA-256."""
        digest = hashlib.sha256()
        for file in self.files:
            digest.update(f"{file.name}\0{len(file.content)}\0".encode())
            digest.update(file.content)
        canonical = json.dumps(
            [self.bot_class.__name__, dict(options)], sort_keys=True, separators=(",", ":")
        )
        digest.update(canonical.encode())
        return digest.hexdigest()[:12]


def load_bot(spec: str, base: Path) -> LoadedBot:
    """Load the bot a config names; a relative path is looked for in `base`, then in the current folder.

    Raises BotError: no such file, module or entry point; a syntax error or an exception while it is loaded
    (with file and line); no bot class or several; a class that lacks a method its games need.
    """
    place, _, class_name = spec.partition(":")
    if place.endswith(".py"):
        module, file = _load_file(_find_file(place, base), place)
        return _checked(spec, _find_class(module, class_name, place), (file,))
    if class_name:
        module = _import_module(place, spec)
        return _checked(spec, _find_class(module, class_name, place), _module_files(module))
    return _load_entry_point(spec)


def load_class(bot_class: type[Bot]) -> LoadedBot:
    """A class that is already there, such as one defined in a notebook. Raises BotError if it is not complete.

    Its version is that of its own source text, as far as Python can find it.
    """
    try:
        source = inspect.getsource(bot_class)
    except (OSError, TypeError):
        source = ""
    name = bot_class.__name__
    return _checked(f"{bot_class.__module__}:{name}", bot_class, (BotFile(name, source.encode()),))


def _find_file(place: str, base: Path) -> Path:
    candidates = [Path(place)] if Path(place).is_absolute() else [base / place, Path.cwd() / place]
    for candidate in candidates:
        if candidate.is_file():
            return candidate.resolve()
    folder = candidates[-1].parent
    near = (
        did_you_mean(Path(place).name, [path.name for path in folder.glob("*.py")]) if folder.is_dir() else ""
    )
    tried = " and ".join(dict.fromkeys(str(candidate.parent.resolve()) for candidate in candidates))
    raise BotError(f"no bot file {place!r}: looked in {tried}{near}")


def _load_file(path: Path, place: str) -> tuple[ModuleType, BotFile]:
    """Run a bot's file as a module of its own, under a name that no other file or version can have."""
    content = path.read_bytes()
    digest = hashlib.sha256(str(path).encode() + b"\0" + content).hexdigest()[:16]
    name = f"arena_bot_{path.stem}_{digest}"
    if name not in sys.modules:
        try:
            code = compile(content, str(path), "exec", dont_inherit=True)
        except SyntaxError as error:
            raise BotError(f"{place}:{error.lineno}: syntax error: {error.msg}") from error
        except ValueError as error:
            raise BotError(f"{place}: not a Python file: {error}") from error
        module = ModuleType(name)
        module.__file__ = str(path)
        sys.modules[name] = module
        try:
            exec(code, module.__dict__)
        except (Exception, SystemExit) as error:
            del sys.modules[name]
            raise BotError(
                f"{place}:{_line_in(path, error)}: {_describe(error)} while the bot was loaded"
            ) from error
    return sys.modules[name], BotFile(path.name, content)


def _line_in(path: Path, error: BaseException) -> int:
    """The last line of the bot's own file on the way to an exception."""
    lines = [
        frame.lineno or 0
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename == str(path)
    ]
    return lines[-1] if lines else 1


def _describe(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"


def _import_module(name: str, spec: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and (name + ".").startswith(error.name + "."):
            raise BotError(
                f"no module {name!r} for bot {spec!r}: expected path.py, path.py:Class, package.module:Class "
                f"of an installed package, or an entry point of {ENTRY_POINT_GROUP}"
            ) from error
        raise BotError(f"bot {spec!r}: {_describe(error)} while the bot was loaded") from error
    except (Exception, SystemExit) as error:
        raise BotError(f"bot {spec!r}: {_describe(error)} while the bot was loaded") from error


def _module_files(module: ModuleType) -> tuple[BotFile, ...]:
    path = Path(module.__file__) if module.__file__ else None
    if path is None or not path.is_file():
        raise BotError(f"module {module.__name__!r} has no file, so its version cannot be told")
    return (BotFile(path.name, path.read_bytes()),)


def _load_entry_point(spec: str) -> LoadedBot:
    known = {point.name: point for point in entry_points(group=ENTRY_POINT_GROUP)}
    if spec not in known:
        hint = f"; known entry points: {', '.join(sorted(known))}" if known else ""
        raise BotError(
            f"no bot {spec!r}: expected path.py, path.py:Class, package.module:Class or an entry point of "
            f"{ENTRY_POINT_GROUP}{hint}{did_you_mean(spec, known)}"
        )
    module_name, _, class_name = known[spec].value.partition(":")
    module = _import_module(module_name, spec)
    return _checked(spec, _find_class(module, class_name, module_name), _module_files(module))


def _find_class(module: ModuleType, class_name: str, place: str) -> type[Bot]:
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
        raise BotError(
            f"{place}: {class_name!r} is not a bot; expected a class that derives from arena.bots.Bot"
        )
    return value


def _checked(spec: str, bot_class: type[Bot], files: tuple[BotFile, ...]) -> LoadedBot:
    """Refuse a class that lacks what its games need."""
    name = bot_class.__name__
    if not bot_class.games:
        raise BotError(
            f"{spec}: class {name} names no games; expected games = ('bridgette',), ('fiftysix',) or both, "
            "or a base class BridgetteBot or FiftySixBot"
        )
    for game in bot_class.games:
        if game not in DECISIONS:
            raise BotError(
                f"{spec}: class {name} names the game {game!r}; known: {', '.join(DECISIONS)}"
                f"{did_you_mean(game, DECISIONS)}"
            )
        missing = [method for method in DECISIONS[game] if not callable(getattr(bot_class, method, None))]
        if missing and not callable(getattr(bot_class, "act", None)):
            methods = [method for method in vars(bot_class) if not method.startswith("_")]
            hints = "".join(did_you_mean(method, methods) for method in missing)
            raise BotError(
                f"{spec}: class {name} lacks {', '.join(f'{method}(view)' for method in missing)}, "
                f"which {game} needs (or act(view) for every decision){hints}"
            )
    return LoadedBot(spec, bot_class, files)
