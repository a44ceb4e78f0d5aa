"""Both ends of the socket between a worker and the process of one seat."""

import os
import socket
import struct

from arena.hosts.wire import HEADER, LARGEST_REPLY

TICK_S = 0.02
"""How often a worker that waits for a reply looks at the clocks."""
_READ = 65536 + HEADER


class GarbledError(Exception):
    """What came is no frame, too large, or more than one frame."""


class WorkerEnd:
    """Sends requests and takes in one reply to each, never waiting longer than a tick at a time."""

    def __init__(self, end: socket.socket) -> None:
        self._end = end
        self._received = b""
        tick = struct.pack("ll", 0, int(TICK_S * 1e6))
        end.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, tick)
        end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("ll", 5, 0))

    @property
    def end(self) -> socket.socket:
        """The socket itself."""
        return self._end

    def send(self, frame: bytes) -> None:
        """Send a frame. Raises GarbledError if the process does not read; if it is gone, `receive` will tell."""
        try:
            sent = self._end.send(frame)
            while sent < len(frame):
                sent += self._end.send(frame[sent:])
        except BlockingIOError:
            raise GarbledError("the bot's process does not read what it is sent") from None
        except OSError:
            return

    def receive(self, *, more_may_follow: bool = False) -> bytes | None:
        """The payload of the next frame; None if it is not complete within a tick.

        Raises GarbledError if what came is no frame, and EOFError if no more can come.
        """
        data = self._received
        if not data or not _is_complete(data):
            try:
                new = self._end.recv(_READ)
            except BlockingIOError:
                return None
            except OSError:
                raise EOFError from None
            if not new:
                raise EOFError
            data = data + new if data else new
        size = HEADER + int.from_bytes(data[:HEADER])
        if len(data) == size:
            self._received = b""
            return data[HEADER:]
        if size > HEADER + LARGEST_REPLY:
            raise GarbledError(f"an answer may have {LARGEST_REPLY} bytes")
        if len(data) > size and not more_may_follow:
            raise GarbledError("more was sent than one answer")
        if not _is_complete(data):
            self._received = data
            return None
        self._received = data[size:]
        return data[HEADER:size]

    def close(self) -> None:
        """Let go of the socket."""
        self._end.close()


def _is_complete(data: bytes) -> bool:
    return len(data) >= HEADER and len(data) >= HEADER + int.from_bytes(data[:HEADER])


class BotEnd:
    """The other end: takes in requests as they come and sends replies; knows no time."""

    def __init__(self, fd: int) -> None:
        self._fd = fd

    def send(self, frame: bytes) -> None:
        """Send a frame."""
        while frame:
            frame = frame[os.write(self._fd, frame) :]

    def receive(self) -> bytes:
        """The payload of the next frame. Raises EOFError when the worker has let go."""
        data = os.read(self._fd, _READ)
        while data:
            size = int.from_bytes(data[:HEADER])
            if len(data) >= HEADER + size:
                return data[HEADER : HEADER + size]
            more = os.read(self._fd, max(_READ, size))
            if not more:
                break
            data += more
        raise EOFError
