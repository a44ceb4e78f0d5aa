"""What bots print: one unnamed file for each seat and match, and one log for each entrant of a ladder.

The logs of a ladder are in ``logs/SECRET``: a bot in a sandbox may look at any path that it knows, and the length
of its own log would tell it what its twin has printed. But it cannot list a folder, so it cannot find its log.
"""

import fcntl
import os
import secrets
import shutil
import tempfile
from contextlib import suppress
from io import BufferedWriter
from pathlib import Path
from typing import Final

from arena.hosts.details import many_lines

LOGS: Final = "logs"
LARGEST_LOG = 1 << 20
_TAIL_LINES = 16
_TAIL_COLUMNS = 200


def new_output() -> int:
    """The descriptor of an empty file without a name, which vanishes when nobody has it open."""
    if hasattr(os, "memfd_create"):
        return os.memfd_create("output", os.MFD_CLOEXEC)
    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())


def tail(printed: bytes) -> str:
    """The last lines of what was printed, safe to be shown."""
    lines = many_lines(printed.decode(errors="backslashreplace")).rstrip().split("\n")
    return "\n".join(line[:_TAIL_COLUMNS] for line in lines[-_TAIL_LINES:])


def log_folder(ladder: Path) -> Path:
    """Where the logs of a ladder go, made if it is not there; several workers may do so at once."""
    logs = ladder / LOGS
    if not logs.is_dir():
        new = ladder / f".{LOGS}-{secrets.token_hex(16)}"
        (new / secrets.token_hex(16)).mkdir(parents=True)
        with suppress(OSError):  # another worker was faster
            new.rename(logs)
        shutil.rmtree(new, ignore_errors=True)
    found = sorted(path for path in logs.iterdir() if path.is_dir())
    return found[0] if found else logs / secrets.token_hex(16)


def entrant_logs(ladder: Path, entrant: str) -> list[Path]:
    """The logs there are of an entrant, ``name@version``, of the ladder in a folder; the older one first."""
    folders = sorted(path for path in (ladder / LOGS).glob("*") if path.is_dir())
    paths = [folder / f"{entrant}{suffix}" for folder in folders for suffix in (".log.1", ".log")]
    return [path for path in paths if path.is_file()]


class EntrantLog:
    """The file ``NAME@VERSION.log`` and the older ``NAME@VERSION.log.1``; several workers may write to them."""

    def __init__(self, folder: Path, entrant: str) -> None:
        self.path = folder / f"{entrant}.log"

    def add(self, heading: str, printed: bytes) -> None:
        """Append what was printed in a match under a heading."""
        self.append(f"--- {heading}\n".encode() + printed + (b"" if printed.endswith(b"\n") else b"\n"))

    def append(self, block: bytes) -> None:
        """Append what has its headings, turning the file over when it is full."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self._open() as file:
            if file.seek(0, os.SEEK_END) + len(block) > LARGEST_LOG and file.tell():
                self.path.replace(self.path.with_name(self.path.name + ".1"))
                with self.path.open("ab") as new:
                    new.write(block)
            else:
                file.write(block)

    def _open(self) -> BufferedWriter:
        """The file, locked; again if another worker turned it over in the meantime."""
        while True:
            file = self.path.open("ab")
            fcntl.flock(file, fcntl.LOCK_EX)
            try:
                if os.path.samestat(os.fstat(file.fileno()), self.path.stat()):
                    return file
            except FileNotFoundError:
                pass
            file.close()
