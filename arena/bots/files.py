"""The files that a bot consists of."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from arena.errors import ArenaError


class BotError(ArenaError):
    """A bot that cannot be loaded or frozen: what was looked for, where, and what was expected."""


@dataclass(frozen=True)
class BotFile:
    """One file of a bot; the name is relative to its folder, with `/` between folders."""

    name: str
    content: bytes


def feed(digest: "hashlib._Hash", files: Iterable[BotFile]) -> None:
    """Add files to a digest, each as its name, a zero byte, its length in decimal, a zero byte, its content."""
    for file in files:
        digest.update(f"{file.name}\0{len(file.content)}\0".encode())
        digest.update(file.content)
