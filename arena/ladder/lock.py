"""The lock that keeps a second run off a ladder.

The operating system holds it for the main process alone, so it ends with that process, however it ends; workers
forked from it do not inherit it. What the file says is only for the message.
"""

import fcntl
import os
import socket
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Self

from arena.ladder.schema import StoreError

LOCK_FILE = "run.lock"


class RunLock:
    """Held from its making until it is released (or its process has ended)."""

    def __init__(self, folder: Path) -> None:
        """Take the lock. Raises StoreError, naming the run that has it, if another process does."""
        # Opening in "a" mode leaves the words of a holder as they are.
        self._file: IO[str] = (folder / LOCK_FILE).open("a+")
        try:
            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self._file.seek(0)
            holder = self._file.read().strip() or "of another process"
            self._file.close()
            raise StoreError(
                f"{folder}: a run {holder} is playing this ladder; wait for it to end or stop it "
                "(results can be looked at meanwhile)"
            ) from error
        self._file.truncate(0)
        started = datetime.now(UTC).isoformat(" ", "seconds")
        self._file.write(f"(process {os.getpid()} on {socket.gethostname()}, started {started})\n")
        self._file.flush()

    def release(self) -> None:
        """Let go of the ladder; idempotent."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()
