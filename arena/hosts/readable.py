"""What a Python that runs bots needs to read, file by file where folders hold much else.

A file that nobody has read for long is read slowly, and then quickly: by such files a bot could remember in which
of them it has read. So bubblewrap shows as few as possible, and `Warmth` keeps those in memory.
"""

import os
import re
import subprocess
import sys
import sysconfig
import time
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

from arena.hosts.packages import package_folders

SYSTEM: Final = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib")
"""Where shared libraries lie."""
MORE: Final = ("/etc/ld.so.cache", "/usr/lib/locale/C.utf8", "/usr/share/zoneinfo")
"""What libraries and the modules of Python read besides: where libraries lie, the locale, the time zones."""
_ARENA = str(Path(__file__).parents[1])
_UNUSED: Final = frozenset(
    {"dist-packages", "ensurepip", "idlelib", "lib2to3", "site-packages", "test", "tkinter", "turtledemo"}
)
_LATE: Final = ("libgcc_s.so.1", "libgomp.so.1", "libstdc++.so.6")
"""Libraries that others load without saying so."""
_LIBRARY = re.compile(r"^\s+(?:\S+ => )?(/\S+) \(0x", re.MULTILINE)
_AGAIN_S: Final = 30.0


@cache
def python() -> str:
    """This Python itself, not its link in a virtual environment."""
    return str(Path(sys.executable).resolve())


@cache
def readable_paths(modules: Collection[str] = frozenset()) -> tuple[str, ...]:
    """What must be there for Python, arena and the packages of these modules; `hidden_folders` need not."""
    folders = [*_standard_library(), _ARENA, *package_folders(modules)]
    libraries = [path for path in _libraries(folders) if not any(map(Path(path).is_relative_to, folders))]
    return tuple(path for path in dict.fromkeys([python(), *folders, *libraries, *MORE]) if Path(path).exists())


@cache
def hidden_folders() -> tuple[str, ...]:
    """Folders in those of Python that no bot needs, tests and installed packages above all."""
    return tuple(
        str(path)
        for folder in _standard_library()
        for path in sorted(Path(folder).iterdir())
        if path.is_dir() and _is_unused(path.name)
    )


def _is_unused(name: str) -> bool:
    return name in _UNUSED or name.startswith(("config-", "_test", "_tkinter", "_xx"))


@cache
def _standard_library() -> tuple[str, ...]:
    """The folders of Python's own modules."""
    binary = Path(sysconfig.get_config_var("DESTSHARED") or "")
    folder = Path(os.__file__).parent
    return (str(folder),) if binary.is_relative_to(folder) or not binary.is_dir() else (str(folder), str(binary))


def _files(paths: Iterable[str]) -> Iterator[str]:
    """The files at and below paths, but for what is hidden."""
    hidden = hidden_folders()
    for top in paths:
        if Path(top).is_file():
            yield top
        for folder, folders, names in os.walk(top):
            folders[:] = sorted(name for name in folders if f"{folder}/{name}" not in hidden)
            yield from (f"{folder}/{name}" for name in sorted(names))


def _libraries(folders: Iterable[str]) -> list[str]:
    """The libraries that Python, the extension modules in these folders and other libraries ask for.

    The loader is asked, as ldd does, but once for all; where it does not tell, these are all of the system's.
    """
    files = [Path(path) for path in _files(folders)]
    modules = [str(path) for path in files if ".so" in path.suffixes and not _is_unused(path.name)]
    trace = {"LD_TRACE_LOADED_OBJECTS": "1", "LD_PRELOAD": ":".join(modules)}
    done = subprocess.run(
        [python(), "-S", "-c", ""], env=trace, capture_output=True, text=True, check=False, timeout=60
    )
    found = {os.path.normpath(path) for path in _LIBRARY.findall(done.stdout)}
    places = {Path(path).parent for path in found if "/libc.so" in path}
    late = {str(place / name) for place in places for name in _LATE}
    return sorted(found | late) if places else list(SYSTEM)


class Warmth:
    """Keeps what a sandbox can read in memory, as far as the system has room, so that reading takes equally long.

    `packages` of a bot, and `folder` with its files, are seen to with Python's own.
    """

    def __init__(self) -> None:
        self._files: dict[str, None] = {}
        self._known: set[object] = set()
        self._until = 0.0

    def add(self, packages: frozenset[str], folder: str) -> None:
        """From now on keep these, too."""
        if (packages, folder) not in self._known:
            self._known.add((packages, folder))
            self._files |= dict.fromkeys(_files([*readable_paths(packages), folder]))
            self._until = 0.0

    def keep(self) -> None:
        """Have all read into memory that is not there, unless that was done a moment ago."""
        if time.monotonic() < self._until:
            return
        for path in self._files:
            try:
                file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
            except OSError:
                continue
            try:
                os.posix_fadvise(file, 0, 0, os.POSIX_FADV_WILLNEED)
            finally:
                os.close(file)
        self._until = time.monotonic() + _AGAIN_S
