"""The worker's ends of a program's standard input, output and error."""

import os
import select
import time
from typing import Final

from arena.hosts.channel import TICK_S, GarbledError
from arena.hosts.command.wire import LONGEST_LINE

KEPT: Final = 64 * 1024
"""How much of what a program prints on standard error is kept: the last of it."""
PATIENCE_S: Final = 5.0
"""How long a program may leave its standard input unread when it is full."""
_READ = 64 * 1024
_CLOSED = select.POLLHUP | select.POLLERR | select.POLLNVAL


class Pipes:
    """Sends a program lines and takes in one line for each, never waiting longer than a tick at a time.

    What the program prints on standard error is read while it is waited for, so that it never stands still for it.
    `heard` is what came back, whole or not, to the line sent last.
    """

    def __init__(self, stdin: int, stdout: int, stderr: int) -> None:
        self._stdin, self._stdout, self._stderr = stdin, stdout, stderr
        self.heard = b""
        self._received = b""
        self._printed = b""
        for end in (stdin, stdout, stderr):
            os.set_blocking(end, False)
        self._readable = select.poll()
        self._readable.register(stdout, select.POLLIN)
        self._readable.register(stderr, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(stdin, select.POLLOUT)

    def send(self, line: bytes) -> None:
        """Send a line. Raises GarbledError if something came unasked, or the program does not read.

        If the program is gone, `receive` will tell.
        """
        self.heard = b""
        if self._received or self._has_output():
            raise GarbledError("wrote a line that it was not asked for")
        end = None
        while line:
            try:
                line = line[os.write(self._stdin, line) :]
            except BlockingIOError:
                end = end or time.monotonic() + PATIENCE_S
                if time.monotonic() > end:
                    raise GarbledError("does not read its standard input") from None
                self._writable.poll(TICK_S * 1000)
                self._listen()
            except OSError:
                return

    def receive(self) -> bytes | None:
        """The next line without its end; None if it is not complete within a tick.

        Raises GarbledError if it is too long or followed by more, and EOFError if no more can come.
        """
        for end, events in self._readable.poll(TICK_S * 1000):
            if end == self._stderr:
                if events & select.POLLIN:
                    self._listen()
                elif events & _CLOSED:
                    self._readable.unregister(self._stderr)
            elif end == self._stdout:
                data = self._read(self._stdout)
                if data == b"":
                    raise EOFError
                self._received += data or b""
                self.heard = self._received
        line, newline, more = self._received.partition(b"\n")
        if len(line) >= LONGEST_LINE:
            raise GarbledError(f"a line may have {LONGEST_LINE} bytes")
        if not newline:
            return None
        self._received = b""
        if more:
            raise GarbledError("wrote more than one line to one that it read")
        return line

    def printed(self) -> bytes:
        """The end of what the program has printed on standard error."""
        self._listen()
        return self._printed

    def close(self) -> None:
        """Let go of all three."""
        for end in (self._stdin, self._stdout, self._stderr):
            os.close(end)

    def _has_output(self) -> bool:
        return any(end == self._stdout and events & select.POLLIN for end, events in self._readable.poll(0))

    def _listen(self) -> None:
        """Take in what has been printed, but not more than fits in the pipe at once."""
        data = self._read(self._stderr)
        if data:
            self._printed = (self._printed + data)[-KEPT:]

    @staticmethod
    def _read(end: int) -> bytes | None:
        """What is there; None if nothing is, empty if nothing more can come."""
        try:
            return os.read(end, _READ)
        except BlockingIOError:
            return None
        except OSError:
            return b""
