"""Running the Python files of a bot, so that no two bots, and no two versions of one, can disturb each other.

A bot's file may import the other files of its bundle by their plain names, as a script would. They are modules
of this bot alone: they are kept under a name that holds the hash of all its files, and found only by imports
written in the bot's own files.
"""

import builtins
import hashlib
import importlib
import importlib.util
import sys
from collections.abc import Mapping, Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

from arena.bots.files import BotFile, feed


class SourceError(Exception):
    """A file of a bot that is no valid Python; `file` and `line` are where."""

    def __init__(self, file: str, error: SyntaxError | ValueError) -> None:
        self.file, self.line = file, 1
        if isinstance(error, SyntaxError):
            self.line = error.lineno or 1
            super().__init__(f"syntax error: {error.msg}")
        else:
            super().__init__(f"not a Python file: {error}")


def module_name(files: Sequence[BotFile], main: str, folder: Path) -> str:
    """What the module of a bot's file is called: a name that no other file or version can have."""
    digest = hashlib.sha256(str(folder / main).encode() + b"\0")
    feed(digest, files)
    return f"arena_bot_{Path(main).stem}_{digest.hexdigest()[:16]}"


def run_file(files: Sequence[BotFile], main: str, folder: Path, name: str = "") -> ModuleType:
    """The module of a bot's file, which is run unless it has been before.

    `folder` is where the files lie; a bot may find its weights there by ``__file__``. With a `name` for the
    module the files need only be the Python ones. Raises SourceError and whatever the code raises.
    """
    name = name or module_name(files, main, folder)
    if name not in sys.modules:
        _Own(name, files, main, folder).run()
    return sys.modules[name]


class _Own:
    """The modules of one bot: finder, loader, and the `import` of its code."""

    def __init__(self, name: str, files: Sequence[BotFile], main: str, folder: Path) -> None:
        self._name = name
        self._folder = folder
        self._main = next(file for file in files if file.name == main)
        self._files: Mapping[str, BotFile] = {
            f"{name}.{_dotted(file.name)}": file for file in files if file.name.endswith(".py")
        }
        self._own = {_dotted(file.name).partition(".")[0] for file in self._files.values()}
        self._builtins = vars(builtins)
        if len(self._files) > 1:
            self._builtins = self._builtins | {"__import__": self._import}

    def run(self) -> None:
        """Run the bot's file; if it fails, nothing of the bot stays behind."""
        module = ModuleType(self._name)
        sys.modules[self._name] = module
        if len(self._files) > 1:
            module.__path__ = []
            sys.meta_path.append(self)
        try:
            self._exec(module, self._main)
        except BaseException:
            if self in sys.meta_path:
                sys.meta_path.remove(self)
            for name in [name for name in sys.modules if f"{name}.".startswith(f"{self._name}.")]:
                del sys.modules[name]
            raise

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """Where a module of this bot is (the protocol of `sys.meta_path`)."""
        if not name.startswith(f"{self._name}."):
            return None
        # A loader without `importlib.abc.Loader` for a base: that module imports more than a bot's process needs.
        loader: Any = self
        for dotted in (name, f"{name}.__init__"):
            if dotted in self._files:
                return importlib.util.spec_from_loader(name, loader, is_package=dotted != name)
        if any(dotted.startswith(f"{name}.") for dotted in self._files):  # a folder without __init__.py
            return ModuleSpec(name, None, is_package=True)
        return None

    def create_module(self, spec: ModuleSpec) -> None:
        """Python's usual module (the protocol of loaders)."""

    def exec_module(self, module: ModuleType) -> None:
        """Run a module of this bot (the protocol of loaders)."""
        name = module.__name__
        self._exec(module, self._files[name if name in self._files else f"{name}.__init__"])

    def _exec(self, module: ModuleType, file: BotFile) -> None:
        path = str(self._folder / file.name)
        module.__file__ = path
        if "/" not in file.name:
            module.__package__ = ""  # as a script's: relative imports are for the folders inside
        module.__dict__["__builtins__"] = self._builtins
        try:
            code = compile(file.content, path, "exec", dont_inherit=True)
        except (SyntaxError, ValueError) as error:
            raise SourceError(file.name, error) from error
        exec(code, module.__dict__)

    def _import(
        self,
        name: str,
        globals: Mapping[str, Any] | None = None,
        locals: Mapping[str, Any] | None = None,
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> ModuleType:
        """What `import` does in the bot's files: its own modules come first."""
        top = name.partition(".")[0]
        if level or top not in self._own:
            return __import__(name, globals, locals, fromlist or (), level)
        found = importlib.import_module(f"{self._name}.{name}")
        if not fromlist:
            return sys.modules[f"{self._name}.{top}"]
        for part in fromlist:
            if f"{found.__name__}.{part}" in self._files:
                importlib.import_module(f"{found.__name__}.{part}")
        return found


def _dotted(name: str) -> str:
    return name.removesuffix(".py").replace("/", ".")
