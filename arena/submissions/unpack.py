"""Unpacking a zip file that anybody may have made."""

import lzma
import stat
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import Final

from arena.bots.bundle import LEFT_OUT, MOST_BYTES, MOST_FILES
from arena.bots.files import BotError
from arena.errors import ArenaError
from arena.hosts.passing import passing_folder

MOST_RATIO: Final = 200
"""A file may be packed to so small a part of its size; beyond, it is there to fill disks."""
RATIO_FROM: Final = 1024 * 1024
"""Smaller files may be packed as well as they like."""
_UNSOUND: Final = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError),
    *(NotImplementedError, RuntimeError, UnicodeError, ValueError),
)
_CHUNK: Final = 1 << 16
_ENCRYPTED: Final = 0x1


def unpack(path: Path, folder: Path) -> Path:
    """Unpack a zip file into an empty folder; returns the folder that holds the bot.

    That is the one folder in it if there is nothing else. Hidden files, `__pycache__` and `__MACOSX` are left out,
    as in a bundle. Raises BotError before anything is written: no zip file, damaged, encrypted, too big, too many
    files, packed too well, a path that leads out of the folder, a symbolic link, two files of one name.
    """
    if path.stat().st_size > MOST_BYTES:
        raise BotError(f"{path.name}: too big for a bot; at most {MOST_BYTES // 1024**2} MB are taken")
    try:
        with zipfile.ZipFile(path) as archive:
            for name, info in _checked(path.name, archive).items():
                _write(path.name, archive, info, folder / name)
    except _UNSOUND as error:
        raise BotError(f"{path.name}: not a sound zip file: {error}") from error
    found = list(folder.iterdir())
    return found[0] if len(found) == 1 and found[0].is_dir() else folder


@contextmanager
def laid_out(path: Path) -> Iterator[tuple[str, Path]]:
    """A submission as a file or folder: its name, and where it is. A zip file is unpacked for the time being.

    Raises BotError like `unpack`, and for what is `unfit`; in what is raised inside, the file's name stands for
    where it was unpacked.
    """
    if problem := unfit(path):
        raise BotError(f"{printable(str(path))}: {problem}")
    if path.suffix != ".zip" or path.is_dir():
        yield path.name, path.parent
        return
    if not path.is_file():
        raise BotError(f"{path}: no such file")
    with passing_folder() as place:
        folder = place / path.stem
        folder.mkdir()
        found = unpack(path, folder)
        try:
            yield str(found.relative_to(folder.parent)), folder.parent
        except ArenaError as error:
            raise BotError(str(error).replace(f"{folder.parent}/", "")) from error


def unfit(path: Path) -> str:
    """Why a path is no submission, whatever is in it; empty if it may be one."""
    if path.is_symlink():
        return "a symbolic link; hand in the bot itself"
    if not path.name.isprintable():
        return "its name holds what cannot be printed; give it another name"
    return ""


def printable(text: str) -> str:
    """A file's name as it can be written anywhere."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def _checked(place: str, archive: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
    """The files to unpack, by name, once all of the archive has been looked at."""
    infos = archive.infolist()
    if len(infos) > 2 * MOST_FILES:
        raise BotError(f"{place}: too many files for a bot; at most {MOST_FILES:,} are taken")
    found: dict[str, zipfile.ZipInfo] = {}
    for info in infos:
        parts = _parts(place, info.filename)
        problem = _problem(info)
        if problem:
            raise BotError(f"{place}: {info.filename!r} {problem}")
        if info.is_dir() or any(part.startswith(".") or part in LEFT_OUT for part in parts):
            continue
        name = "/".join(parts)
        if name in found:
            raise BotError(f"{place}: {name!r} is in it twice")
        found[name] = info
    for name in found:
        for above in _above(name):
            if above in found:
                raise BotError(f"{place}: {above!r} is both a file and a folder in it")
    if sum(info.file_size for info in found.values()) > MOST_BYTES:
        raise BotError(f"{place}: too big for a bot; at most {MOST_BYTES // 1024**2} MB are taken, unpacked")
    return found


def _parts(place: str, name: str) -> tuple[str, ...]:
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or "\\" in name or ":" in name or not name.isprintable():
        raise BotError(
            f"{place}: {name!r} is no path inside a folder; expected names with / between them, as a zip program "
            "makes them"
        )
    return path.parts


def _problem(info: zipfile.ZipInfo) -> str:
    kind = stat.S_IFMT(info.external_attr >> 16)
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        what = "is a symbolic link" if kind == stat.S_IFLNK else "is no regular file"
        return f"{what}; a bot is made of regular files only"
    if info.flag_bits & _ENCRYPTED:
        return "is encrypted"
    if info.file_size > RATIO_FROM and info.file_size > MOST_RATIO * max(1, info.compress_size):
        return f"would unpack to more than {MOST_RATIO} times its size"
    return ""


def _above(name: str) -> Iterator[str]:
    yield from (str(parent) for parent in PurePosixPath(name).parents if str(parent) != ".")


def _write(place: str, archive: zipfile.ZipFile, info: zipfile.ZipInfo, target: Path) -> None:
    """Write one file, never more of it than its header has said."""
    target.parent.mkdir(parents=True, exist_ok=True)
    left = info.file_size
    with archive.open(info) as source, target.open("xb") as file:
        while chunk := source.read(_CHUNK):
            left -= len(chunk)
            if left < 0:
                raise BotError(f"{place}: {info.filename!r} is bigger than it says")
            file.write(chunk)
