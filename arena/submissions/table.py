"""What came of submissions: `submissions.csv`, and a text for whoever handed each in."""

import csv
import hashlib
from collections.abc import Iterable
from io import StringIO
from pathlib import Path
from typing import Final

import msgspec

from arena.checks.records import CheckReport
from arena.errors import ArenaError
from arena.report.cells import as_written, harmless

TABLE: Final = "submissions.csv"
TEXTS: Final = "submissions"
_LONGEST: Final = 200
"""Bytes of a file's name that are taken over into that of its text."""


class Row(msgspec.Struct, frozen=True):
    """One submission: a line of the table. What was not found out is empty.

    `p99_ms` is CPU time of the slowest kind of decision, `memory_mb` what the bot takes beyond Python and arena
    (of a program: what it has in use), `score` the share of sets won against random play. `fingerprint` stands for
    the files and for what they were held to: while it stays the same, nothing is checked again. `plays` is the
    entrant (`name@version`) that the file made when it was last accepted; it plays on when a later version is not
    accepted.
    """

    file: str
    author: str
    entrant: str
    version: str
    accepted: str
    reason: str
    p99_ms: str
    memory_mb: str
    score: str
    fingerprint: str
    plays: str = ""

    @property
    def is_accepted(self) -> bool:
        """Whether the bot plays."""
        return self.accepted == "yes"


def read_table(folder: Path) -> dict[str, Row]:
    """The rows of a ladder's table by file; none if there is no table. Raises ArenaError if it is not one."""
    path = folder / TABLE
    if not path.exists():
        return {}
    try:
        with path.open(newline="", encoding="utf-8") as file:
            lines = csv.DictReader(file)
            rows = [msgspec.convert({key: as_written(text) for key, text in line.items()}, Row) for line in lines]
    except (OSError, UnicodeDecodeError, csv.Error, AttributeError, TypeError, msgspec.ValidationError) as error:
        raise ArenaError(
            f"{path}: cannot be read ({error}); remove it, and all submissions will be checked again"
        ) from error
    return {row.file: row for row in rows}


def write_table(folder: Path, rows: Iterable[Row]) -> Path:
    """Write the table, sorted by file, in one go."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(Row.__struct_fields__)
    in_order = sorted(rows, key=lambda row: row.file)
    writer.writerows(map(harmless, msgspec.structs.astuple(row)) for row in in_order)
    path = folder / TABLE
    _write_whole(path, text.getvalue())
    return path


def write_text(folder: Path, row: Row, report: CheckReport | None) -> Path:
    """Write the text for one submission."""
    name = Path(row.file).name
    if len(name.encode()) > _LONGEST:
        name = f"{name[:40]}-{hashlib.sha256(name.encode()).hexdigest()[:12]}"
    path = folder / TEXTS / f"{name}.txt"
    _write_whole(path, "\n".join(_lines(row, report)) + "\n")
    return path


def _write_whole(path: Path, text: str) -> None:
    """Write a file in one go: it is there as a whole or as it was. Raises ArenaError if it cannot be written."""
    unfinished = path.with_name(f".{path.name}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished.write_text(text, encoding="utf-8", errors="backslashreplace")
        unfinished.replace(path)
    except OSError as error:
        raise ArenaError(f"{path}: cannot be written ({error.strerror})") from error


def _lines(row: Row, report: CheckReport | None) -> list[str]:
    who = f"{row.file}, by {row.author}" if row.author else row.file
    if row.is_accepted:
        lines = [who, "", f"Accepted: it plays as {row.entrant}, version {row.version}."]
    else:
        lines = [who, "", "Not accepted:", *(f"  {line}" for line in row.reason.splitlines())]
        if row.plays:
            lines += ["", f"What was accepted before plays on: {row.plays}."]
    if report is None:
        return lines
    lines += ["", f"{report.matches} matches with {report.deals} deals were played with it."]
    lines += [
        f"Time of a decision ({timing.game}, {timing.decision}): {timing.p50:.2f} ms in the middle, "
        f"{timing.p99:.2f} ms at 99 %, {timing.longest:.2f} ms at most."
        for timing in report.timings
    ]
    lines += [
        f"Against random play at {duel.game}: {duel.won} sets won, {duel.drawn} drawn, {duel.lost} lost."
        for duel in report.duels
    ]
    lines += [f"Note: {note}." for note in report.notes]
    for problem in report.problems:
        lines += ["", f"{problem.kind}: {problem.asked}: {problem.came}"]
        lines += [f"  {line}" for part in (problem.trace, problem.deal) for line in part.splitlines()]
        lines.append(f"  To see it at home: {problem.again}")
    return lines
