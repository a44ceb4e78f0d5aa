"""Matches that a person played or watched: unrated, one match record a line in `results/play/matches.jsonl`.

A ladder's database holds whole sets, from which ratings follow; such a match belongs to no set. Its record, which
`arena export` would write, is all that showing and replaying it takes.
"""

import fcntl
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from arena.errors import ArenaError
from arena.ladder.locate import RESULTS
from arena.ladder.names import PLAYED
from arena.ladder.schema import DATABASE

FILE: Final = "matches.jsonl"

Record = dict[str, Any]


class PlayedError(ArenaError):
    """A file of match records that cannot be read or written, or a match that is not in it."""


class _Name(msgspec.Struct):
    """What tells a record from the others."""

    match: str


def add_match(record: Record, root: Path = RESULTS) -> str:
    """Store a match's record under an id of its own, ``<game>/<number>``, and return the id.

    Numbers go on from 1 over all matches of the file. Raises PlayedError if it cannot be written.
    """
    path = root / PLAYED / FILE
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a+b") as file:
            fcntl.flock(file, fcntl.LOCK_EX)  # another match may end at the same moment
            file.seek(0)
            name = f"{record['game']}/{1 + sum(1 for _ in file)}"
            file.write(msgspec.json.encode(record | {"match": name}) + b"\n")
    except OSError as error:
        raise PlayedError(f"{path}: the match cannot be stored ({error.strerror})") from error
    return name


def played_file(results: str, root: Path = RESULTS) -> Path | None:
    """The file of match records that the RESULTS of a command line mean; None if they mean a ladder, or nothing.

    That is a file of them (also one that `arena export` wrote), or a folder, or a name in `root`, with such
    matches and no ladder.
    """
    path = Path(results)
    if path.suffix == ".jsonl" and path.is_file():
        return path
    for folder in (path, root / results):
        if (folder / FILE).is_file() and not (folder / DATABASE).exists():
            return folder / FILE
    return None


def find_record(path: Path, match: str) -> Record:
    """The record of a match. Raises PlayedError, with the latest there are, if it is not in the file."""
    latest: deque[str] = deque(maxlen=5)
    for name, line in _lines(path):
        if name == match:
            record: Record = msgspec.json.decode(line)
            return record
        latest.append(name)
    there_is = f"the latest there: {', '.join(latest)}" if latest else "there is none in it"
    raise PlayedError(f"{path}: no match {match!r}; {there_is}")


def _lines(path: Path) -> Iterator[tuple[str, bytes]]:
    decoder = msgspec.json.Decoder(_Name)
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                try:
                    yield decoder.decode(line).match, line
                except msgspec.MsgspecError as error:
                    raise PlayedError(f"{path}:{number}: not a match record: {error}") from error
    except OSError as error:
        raise PlayedError(f"{path}: cannot be read ({error.strerror})") from error
