"""What bots print: one unnamed file for each seat and match, and one log for each entrant of a ladder."""

import fcntl
import os
import tempfile
from io import BufferedWriter
from pathlib import Path

from arena.hosts.details import many_lines

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


class EntrantLog:
    """The file ``NAME@VERSION.log`` and the older ``NAME@VERSION.log.1``; several workers may write to them."""

    def __init__(self, folder: Path, entrant: str) -> None:
        self.path = folder / f"{entrant}.log"

    def add(self, heading: str, printed: bytes) -> None:
        """Append what was printed in a match under a heading, turning the file over when it is full."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        block = f"--- {heading}\n".encode() + printed + (b"" if printed.endswith(b"\n") else b"\n")
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
