"""What an attack leaves behind on the machine: files and shared memory."""

import ctypes
import hashlib
import os
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Final

MARK: Final = "arena-hostile"
"""How the files of attacks begin, see `attack.py`; each ground adds something of its own."""
_OPEN_TO_ALL = ("/tmp", "/var/tmp", "/dev/shm")
_REMOVE = 0


def snapshot(places: Iterable[Path]) -> dict[str, tuple[object, ...]]:
    """All that is kept of every file and folder below these places, but for when they were read."""
    paths = [path for place in places for path in (place, *place.rglob("*"))]
    return {str(path): _kept(path) for path in paths if path.exists()}


def _kept(path: Path) -> tuple[object, ...]:
    stat = path.lstat()
    content = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
    attributes = tuple(os.listxattr(path, follow_symlinks=False))
    return stat.st_mode, stat.st_uid, stat.st_nlink, stat.st_size, stat.st_mtime_ns, content, attributes


def take_left_files(folder: Path, mark: str) -> list[str]:
    """The files that attacks have left in a folder, or where everybody may write; they are removed."""
    left = [path for place in _OPEN_TO_ALL for path in Path(place).glob(f"{mark}*")]
    left += list(folder.rglob(f"{mark}*"))
    for path in left:
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()
    return [str(path) for path in left]


def take_shared_memory(key: int) -> bool:
    """Whether there is System V shared memory with this key; it is removed."""
    libc = ctypes.CDLL(None)
    segment = libc.shmget(key, 0, 0)
    if segment < 0:
        return False
    libc.shmctl(segment, _REMOVE, None)
    return True
