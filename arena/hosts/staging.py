"""A bot's files where its process finds them: a folder for each version, of its own and read-only."""

import os
import secrets
import shutil
from pathlib import Path

from arena.bots.files import BotFile

# An access time later than any read: most file systems then leave it alone, so that no bot can tell another one
# something by which files it has read.
_READ_AT = 4102444800.0


def stage(folder: Path, files: tuple[BotFile, ...]) -> Path:
    """The folder, made anew unless it holds exactly these files; several workers may do so at once."""
    folder = folder.absolute()
    if not _holds(folder, files):
        folder.parent.mkdir(parents=True, exist_ok=True)
        new = folder.with_name(f".{folder.name}-{secrets.token_hex(8)}")
        _write(new, files)
        _put_in_place(new, folder, files)
    return folder


def _write(folder: Path, files: tuple[BotFile, ...]) -> None:
    folder.mkdir()
    for file in files:
        path = folder / file.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.content)
        path.chmod(0o444)
        os.utime(path, (_READ_AT, 0.0))


def _put_in_place(new: Path, folder: Path, files: tuple[BotFile, ...]) -> None:
    """Rename; another worker may have been faster, or something else may be in the way."""
    for _ in range(3):
        try:
            new.rename(folder)
            return
        except OSError:
            if _holds(folder, files):
                break
            if folder.is_dir() and not folder.is_symlink():
                shutil.rmtree(folder, ignore_errors=True)
            else:
                folder.unlink(missing_ok=True)
    shutil.rmtree(new, ignore_errors=True)
    if not _holds(folder, files):
        raise OSError(f"{folder}: cannot be written")


def _holds(folder: Path, files: tuple[BotFile, ...]) -> bool:
    if not folder.is_dir():
        return False
    there = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if not path.is_dir()}
    return there.keys() == {file.name for file in files} and all(
        not there[file.name].is_symlink() and there[file.name].read_bytes() == file.content for file in files
    )
