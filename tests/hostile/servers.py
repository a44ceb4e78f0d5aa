"""Servers on this machine that nobody should speak to."""

import secrets
import socket
from contextlib import suppress
from pathlib import Path
from typing import Self


class Servers:
    """Sockets that listen: TCP and UDP on the loopback, a path, and an abstract name."""

    def __init__(self, folder: Path) -> None:
        self.abstract = f"arena-hostile-{secrets.token_hex(4)}"
        self.path = str(folder / "socket")
        self._tcp = socket.create_server(("127.0.0.1", 0))
        self._udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._udp.bind(("127.0.0.1", 0))
        self._local = []
        for address in (self.path, "\0" + self.abstract):
            end = socket.socket(socket.AF_UNIX)
            end.bind(address)
            end.listen()
            self._local.append(end)
        for end in self._all:
            end.setblocking(False)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for end in self._all:
            end.close()

    @property
    def targets(self) -> dict[str, object]:
        """Where they listen."""
        return {
            "tcp": self._tcp.getsockname()[1],
            "udp": self._udp.getsockname()[1],
            "path": self.path,
            "abstract": self.abstract,
        }

    def were_spoken_to(self) -> bool:
        """Whether anything has come since this was last asked."""
        heard = False
        for end in self._all:
            with suppress(BlockingIOError):
                while True:
                    if end is self._udp:
                        end.recv(100)
                    else:
                        end.accept()[0].close()
                    heard = True
        return heard

    @property
    def _all(self) -> list[socket.socket]:
        return [self._tcp, self._udp, *self._local]
