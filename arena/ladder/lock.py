"""The lock that keeps a second run, or an analysis, off a ladder.

The operating system holds it for the main process alone, so it ends with that process, however it ends; workers
forked from it do not inherit it. What the file says is only for the message.
"""

import fcntl
import os
import socket
import struct
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Final, Self

from arena.ladder.schema import StoreError

LOCK_FILE = "run.lock"
Holder = tuple[str, str]
"""Who has the lock, and what it does to the ladder."""
PLAYS: Final[Holder] = ("a run", "is playing")
ANALYSES: Final[Holder] = ("an analysis", "is at work on")
# struct flock of fcntl(2), which Python has no name for; only the type is read.
_FLOCK, _TYPE = ("qqihh", 3) if sys.platform == "darwin" else ("hhqqi", 0)
_WHOLE_FILE = {"hhqqi": (fcntl.F_WRLCK, os.SEEK_SET, 0, 0, 0), "qqihh": (0, 0, 0, fcntl.F_WRLCK, os.SEEK_SET)}


class RunLock:
    """Held from its making until it is released (or its process has ended)."""

    def __init__(self, folder: Path, holder: Holder = PLAYS) -> None:
        """Take the lock, to play or to analyse. Raises StoreError, saying who has it, if another process does."""
        # Opening in "a" mode leaves the words of a holder as they are.
        self._file: IO[str] = (folder / LOCK_FILE).open("a+")
        try:
            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self._file.seek(0)
            other = self._file.read().strip() or "a run of another process is playing"
            self._file.close()
            raise StoreError(
                f"{folder}: {other} this ladder; wait for it to end or stop it "
                "(results can be looked at meanwhile)"
            ) from error
        self._file.truncate(0)
        started = datetime.now(UTC).isoformat(" ", "seconds")
        who, does = holder
        self._file.write(f"{who} (process {os.getpid()} on {socket.gethostname()}, started {started}) {does}\n")
        self._file.flush()

    def release(self) -> None:
        """Let go of the ladder; idempotent."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()


def is_held(folder: Path) -> bool:
    """Whether a run in another process plays the ladder now. Asks only: it cannot get into a run's way."""
    try:
        with (folder / LOCK_FILE).open("rb") as file:
            if file.read().startswith(ANALYSES[0].encode()):
                return False
            asked = fcntl.fcntl(file, fcntl.F_GETLK, struct.pack(_FLOCK, *_WHOLE_FILE[_FLOCK]))
    except OSError:
        return False
    return bool(struct.unpack(_FLOCK, asked)[_TYPE] != fcntl.F_UNLCK)
