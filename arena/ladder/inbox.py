"""Requests to a ladder: what `arena submit` and `arena entrants` ask for, and only a run of the ladder may do.

Each is a file of its own in the ladder's `inbox`, which appears there as a whole. The next run, or the running
one, takes them in the order in which they came, and removes the files once the ladder's database has it all.
"""

import logging
import os
import secrets
import time
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Final, TypeAlias

import msgspec

from arena.errors import ArenaError
from arena.ladder.stored_entrant import StoredEntrant

INBOX: Final = "inbox"
REFUSED: Final = "refused"

log = logging.getLogger(__name__)


class Submit(msgspec.Struct, frozen=True, tag="submit", forbid_unknown_fields=True):
    """Let a bot play that has been checked, and whose bundle is on the ladder's shelf."""

    entrant: StoredEntrant


class Withdraw(msgspec.Struct, frozen=True, tag="withdraw", forbid_unknown_fields=True):
    """Take the entrant of this name out."""

    name: str


class Resume(msgspec.Struct, frozen=True, tag="resume", forbid_unknown_fields=True):
    """Let the entrant of this name play again, if it is withdrawn or suspended."""

    name: str


Request: TypeAlias = Submit | Withdraw | Resume
_decode = msgspec.json.Decoder(Request).decode


class Inbox:
    """The inbox in a ladder's folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / INBOX

    def post(self, *requests: Request, came: int | None = None) -> None:
        """Add requests, as if they had come at this time (in ns) or now.

        Raises ArenaError if the folder cannot be written.
        """
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            for request in requests:
                # Names sort in the order of coming; what two people ask for at once has no order.
                name = f"{time.time_ns() if came is None else came:020d}-{secrets.token_hex(4)}"
                unfinished = self._folder / f".{name}"
                with unfinished.open("wb") as file:
                    file.write(msgspec.json.format(msgspec.json.encode(request), indent=2))
                    file.flush()
                    os.fsync(file.fileno())
                unfinished.rename(self._folder / f"{name}.json")
        except OSError as error:
            raise ArenaError(f"{self._folder}: cannot be written ({error.strerror})") from error

    def waiting(self) -> dict[Path, Request]:
        """The requests in order. What is no request is left out."""
        read = {path: self._read(path) for path in self._paths()}
        return {path: request for path, request in read.items() if request is not None}

    def take(self, names: Collection[str]) -> dict[Path, Request]:
        """Like `waiting`; puts aside what is no request, or submits an entrant under one of the config's names."""
        taken: dict[Path, Request] = {}
        for path in self._paths():
            request = self._read(path)
            if request is None:
                self._refuse(path, "not a request")
            elif isinstance(request, Submit) and request.entrant.name in names:
                self._refuse(path, f"the config has an entrant of the name {request.entrant.name!r}")
            else:
                taken[path] = request
        return taken

    def done(self, paths: Sequence[Path]) -> None:
        """Remove requests that have been taken, the first first: what is left would change nothing."""
        for path in paths:
            path.unlink(missing_ok=True)

    def _paths(self) -> list[Path]:
        return sorted(self._folder.glob("[!.]*.json"))

    def _read(self, path: Path) -> Request | None:
        try:
            return _decode(path.read_bytes())
        except msgspec.MsgspecError:
            return None

    def _refuse(self, path: Path, reason: str) -> None:
        """Put a request aside that cannot be taken."""
        aside = self._folder / REFUSED
        aside.mkdir(exist_ok=True)
        path.rename(aside / path.name)
        log.error("request %s is put aside in %s: %s", path.name, aside, reason)
