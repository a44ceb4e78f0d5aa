"""What came of submissions: `submissions.csv`, and a text for whoever handed each in."""

import csv
import re
from collections.abc import Iterable
from io import StringIO
from pathlib import Path
from typing import Final

import msgspec

from arena.checks.records import CheckReport
from arena.errors import ArenaError

TABLE: Final = "submissions.csv"
TEXTS: Final = "submissions"


class Row(msgspec.Struct, frozen=True):
    """One submission: a line of the table. What was not found out is empty.

    `p99_ms` is CPU time of the slowest kind of decision, `memory_mb` what the bot takes beyond Python and arena,
    `score` the share of sets won against random play. `fingerprint` stands for the files and for what they were
    held to: while it stays the same, nothing is checked again.
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
            rows = [msgspec.convert(row, Row) for row in csv.DictReader(file)]
    except (OSError, UnicodeDecodeError, csv.Error, msgspec.ValidationError) as error:
        raise ArenaError(
            f"{path}: cannot be read ({error}); remove it, and all submissions will be checked again"
        ) from error
    return {row.file: row for row in rows}


def write_table(folder: Path, rows: Iterable[Row]) -> Path:
    """Write the table, sorted by file, in one go."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(Row.__struct_fields__)
    writer.writerows(msgspec.structs.astuple(row) for row in sorted(rows, key=lambda row: row.file))
    path = folder / TABLE
    unfinished = path.with_name(f".{TABLE}")
    unfinished.write_text(text.getvalue(), encoding="utf-8")
    unfinished.replace(path)
    return path


def write_text(folder: Path, row: Row, report: CheckReport | None) -> Path:
    """Write the text for one submission."""
    path = folder / TEXTS / f"{re.sub(r'[^A-Za-z0-9._-]', '_', Path(row.file).name)}.txt"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(_lines(row, report)) + "\n", encoding="utf-8")
    return path


def _lines(row: Row, report: CheckReport | None) -> list[str]:
    who = f"{row.file}, by {row.author}" if row.author else row.file
    if row.is_accepted:
        lines = [who, "", f"Accepted: it plays as {row.entrant}, version {row.version}."]
    else:
        lines = [who, "", "Not accepted:", *(f"  {line}" for line in row.reason.splitlines())]
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
