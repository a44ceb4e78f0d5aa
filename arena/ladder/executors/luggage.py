"""What goes to other machines so that sets can be played there: contents, known by their hashes.

Nothing is read from a file system that the machines would have to share. A content is sent to a worker once.
"""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Protocol, TypeAlias

import msgspec

from arena.ladder.executors.base import Failed, Measured, Played
from arena.records import SetTask


class Away(Protocol):
    """Plays sets on another machine."""

    def unpack(self, content: bytes) -> None:
        """Take in a content that a task needs; each comes once. Raises ArenaError if it is of no use here."""
        ...

    def play(self, task: SetTask) -> Measured:
        """Play a set; all that it needs has been unpacked. Raises what is the harness's fault."""
        ...

    def printed(self) -> list[tuple[str, bytes]]:
        """What bots have printed since the last call: the entrant, and a block of its log."""
        ...


MakeAway: TypeAlias = Callable[[Path], Away]
"""Makes it there; the folder is its own, and private."""


class Luggage(Protocol):
    """The main process's side."""

    @property
    def recipe(self) -> bytes:
        """A pickled `MakeAway`."""
        ...

    def needs(self, task: SetTask | None) -> tuple[str, ...]:
        """The hashes of what a task needs, in the order to unpack it; None: of what the run begins with.

        Raises what is the harness's fault.
        """
        ...

    def content(self, name: str) -> bytes:
        """The content with a hash that `needs` gave."""
        ...

    def keep(self, entrant: str, printed: bytes) -> None:
        """Keep what a bot has printed elsewhere."""
        ...


class LogLine(msgspec.Struct, frozen=True):
    """A log record on its way to the main process: a plain text, and where and when it was logged."""

    logger: str
    level: int
    text: str
    created: float
    process: int
    process_name: str


class Reply(msgspec.Struct, frozen=True):
    """What comes back for a set, with all that was logged and printed meanwhile."""

    answer: Played | Failed
    log: tuple[LogLine, ...] = ()
    printed: tuple[tuple[str, bytes], ...] = ()


def content_hash(content: bytes) -> str:
    """64 hex digits."""
    return hashlib.sha256(content).hexdigest()
