"""Standard output and standard error, wherever they lead: to a closed pipe, a full disk, nowhere at all."""

import io
import os
import sys
from typing import Any, Final, TextIO

from arena.errors import ArenaError

READER_GONE: Final = 141
"""The exit code if whoever read the output has gone away (`| head`), as of any program in a shell."""


class OutputError(ArenaError):
    """Standard output cannot be written."""


class ReaderGoneError(OutputError):
    """Nobody reads standard output any more."""


def open_streams() -> None:
    """Make standard output raise OutputError where it fails, and standard error drop what it cannot write.

    A stream that is closed (`>&-`) leads nowhere from now on; else the next file opened would get its number.
    """
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)  # the lowest number that is free: this one
    sys.stdin = sys.stdin or io.TextIOWrapper(io.BufferedReader(io.FileIO(0, closefd=False)), encoding="utf-8")
    sys.stdout = _text(_Output(1), sys.stdout)
    sys.stderr = _text(_Aside(2), sys.stderr, line_buffering=True)


def _text(raw: io.FileIO, before: TextIO | None, line_buffering: bool = False) -> io.TextIOWrapper:
    """A text stream in place of the one before; signs that its encoding lacks are escaped."""
    return io.TextIOWrapper(
        io.BufferedWriter(raw),
        encoding=before.encoding if before else "utf-8",
        errors="backslashreplace",
        line_buffering=line_buffering or raw.isatty(),
    )


class _Output(io.FileIO):
    """Tells once that it cannot be written; what comes later is dropped."""

    def __init__(self, number: int) -> None:
        super().__init__(number, "w", closefd=False)
        self._failed = False

    def write(self, data: Any) -> int:
        """Write bytes. Raises OutputError."""
        if self._failed:
            return len(data)
        try:
            return super().write(data) or 0
        except OSError as error:
            self._failed = True
            kind = ReaderGoneError if isinstance(error, BrokenPipeError) else OutputError
            raise kind(f"standard output cannot be written: {error.strerror}") from error


class _Aside(io.FileIO):
    """What is said on the side is no reason to end a run: what cannot be written is dropped."""

    def __init__(self, number: int) -> None:
        super().__init__(number, "w", closefd=False)

    def write(self, data: Any) -> int:
        """Write bytes, or drop them."""
        try:
            return super().write(data) or 0
        except OSError:
            return len(data)
