"""Folders for the time being, which are gone afterwards even if who made them was killed.

Whoever uses such a folder holds a lock (`flock`) on it, which the kernel lets go of when the process ends, however
it ends. A folder without its lock is therefore nobody's, and the next one to make a folder removes it. A folder
gets its name only when it is locked, so that no other process can take it for such a one.
"""

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

_NAME: Final = "arena-passing-"
_UNNAMED: Final = ".arena-new-"


@contextmanager
def passing_folder() -> Iterator[Path]:
    """A new folder among the system's temporary ones; those that killed processes have left are removed first."""
    _sweep()
    unnamed = Path(tempfile.mkdtemp(prefix=_UNNAMED))
    lock = os.open(unnamed, os.O_RDONLY)
    folder = unnamed.with_name(unnamed.name.replace(_UNNAMED, _NAME, 1))
    try:
        with suppress(OSError):  # a file system without locks: then nobody can lock it to remove it either
            fcntl.flock(lock, fcntl.LOCK_EX)
        unnamed.rename(folder)
        yield folder.resolve()
    finally:
        for path in (unnamed, folder):
            shutil.rmtree(path, ignore_errors=True)
        os.close(lock)


def _sweep() -> None:
    """Remove this user's folders that nobody holds any more."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_NAME}*"):
        with suppress(OSError):
            lock = os.open(folder, os.O_RDONLY | os.O_NOFOLLOW | os.O_DIRECTORY)
            try:
                if os.fstat(lock).st_uid == os.geteuid():
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    shutil.rmtree(folder, ignore_errors=True)
            finally:
                os.close(lock)
