"""A folder of submissions: every zip file, Python file and folder in it is one."""

import hashlib
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import msgspec

from arena.bots.bundle import LEFT_OUT, file_content, read_bundle
from arena.checks.records import CheckReport
from arena.errors import ArenaError
from arena.hosts.details import safe_lines
from arena.ladder.cores import physical_cores
from arena.ladder.guests import all_entrants
from arena.ladder.inbox import Inbox, Submit
from arena.ladder.stored_entrant import StoredEntrant
from arena.submissions.apart import DIED, each_apart
from arena.submissions.demands import Demands, SubmissionError
from arena.submissions.examine import Submission, check, keep, look_at
from arena.submissions.ownership import Claim, settle
from arena.submissions.table import Row, read_table, write_table, write_text
from arena.submissions.unpack import laid_out, printable, unfit


class Look(msgspec.Struct, frozen=True):
    """What a submission would play as and what it asks for, or why it is not fit to be checked."""

    entrant: StoredEntrant | None
    claim: Claim | None
    reason: str


class Verdict(msgspec.Struct, frozen=True):
    """What came of checking one submission: why it is not accepted, if it is not; and the report, if there is one.

    `version` is the one that was checked.
    """

    reason: str
    report: CheckReport | None
    version: str = ""


class Intake(msgspec.Struct, frozen=True):
    """What came of a folder: its rows in order of their files, and the files that were looked at now."""

    rows: tuple[Row, ...]
    looked_at: tuple[str, ...]
    table: Path


def submissions_in(folder: Path) -> list[Path]:
    """The submissions in a folder, sorted by name. Raises SubmissionError if there is none."""
    found = [
        path
        for path in sorted(folder.iterdir())
        if not path.name.startswith(".")
        and path.name not in LEFT_OUT
        and (path.suffix in (".zip", ".py") or path.is_dir())
    ]
    if not found:
        raise SubmissionError(f"{folder}: no submission in it; expected .zip or .py files, or folders with bots")
    return found


def take_in(
    folder: Path,
    ladder: Path,
    demands: Demands,
    tell: Callable[[str], None] = lambda line: None,
    processes: int | None = None,
) -> Intake:
    """Check what has changed in a folder since the last time, and submit what is fit to the ladder in its folder.

    First all are looked at, to see which names they ask for; then those that are fit are checked. Each verdict is
    written down, and a bot that is fit submitted, as soon as it is there: who stops this loses no verdict, and
    the next call goes on. `tell` hears a line for each. Raises SubmissionError and ArenaError if nothing can be
    done at all; what is wrong with one submission stands in its row.
    """
    intake = _Intake(folder, ladder, demands, tell)
    intake.run(processes or physical_cores())
    rows = tuple(intake.rows[file] for file in intake.prints)
    return Intake(rows, tuple(intake.todo), write_table(ladder, intake.table))


class _Intake:
    def __init__(self, folder: Path, ladder: Path, demands: Demands, tell: Callable[[str], None]) -> None:
        self.began = time.time_ns()
        self.ladder = ladder
        self.demands = demands
        self.tell = tell
        self.prints = {str(path): _fingerprint(path, demands) for path in submissions_in(folder)}
        self.before = read_table(ladder)
        self.rows = {
            file: self.before[printable(file)]
            for file, mark in self.prints.items()
            if mark and printable(file) in self.before and self.before[printable(file)].fingerprint == mark
        }
        self.todo = [file for file in self.prints if file not in self.rows]
        self.known = all_entrants(ladder)

    @property
    def table(self) -> list[Row]:
        """The rows of all that is decided, and for the rest those of the time before, while they matter."""
        done = {row.file for row in self.rows.values()}
        waiting = {printable(file) for file in self.prints}
        return [
            *self.rows.values(),
            *(row for row in self.before.values() if row.file not in done and (row.plays or row.file in waiting)),
        ]

    def run(self, processes: int) -> None:
        """Look at all, settle their names, check those that are fit."""
        looks = dict(each_apart(_look, self.todo, (self.demands,), processes))
        fit = self.settled({file: looks[file] or Look(None, None, DIED) for file in self.todo})
        jobs = each_apart(_examine, list(fit), (str(self.ladder), self.demands), processes)
        with closing(jobs) as checks:
            for file, checked in checks:
                verdict = checked or Verdict(DIED, None)
                if verdict.version not in ("", fit[file].version):
                    verdict = Verdict("it changed while it was looked at; submit the folder again", None)
                self.decide(file, fit[file], verdict)

    def settled(self, looks: Mapping[str, Look]) -> dict[str, StoredEntrant]:
        """What would play of those that are fit; the others are decided."""
        fit: dict[str, StoredEntrant] = {}
        taken = {row.entrant: row.file for row in self.rows.values() if row.is_accepted}
        for file in sorted(looks, key=lambda file: not _is_its_own(file, looks[file])):
            look = looks[file]
            if look.entrant is None or look.claim is None:
                self.decide(file, None, Verdict(look.reason, None))
                continue
            try:
                entrant = self.claimed(file, look.entrant, look.claim, taken)
            except SubmissionError as error:
                # Another time it may be otherwise, without a change of the file.
                self.decide(file, look.entrant, Verdict(f"{file}: {error}", None), lasting=False)
                continue
            taken[entrant.name] = printable(file)
            fit[file] = entrant
        return {file: fit[file] for file in self.todo if file in fit}

    def claimed(self, file: str, entrant: StoredEntrant, claim: Claim, taken: Mapping[str, str]) -> StoredEntrant:
        """The entrant with its author. Raises SubmissionError if the name or the author is another's."""
        if claim.name in taken:
            raise SubmissionError(
                f"its name {claim.name!r} is also that of {taken[claim.name]}; give it another one in "
                "arena-bot.yaml"
            )
        others = {Path(name).stem for name in (*self.prints, *self.before) if Path(name).stem != Path(file).stem}
        same_file = any(
            row.plays.partition("@")[0] == claim.name and Path(row.file).stem == Path(file).stem
            for row in self.before.values()
        )
        own = [row.author for row in self.before.values() if Path(row.file).stem == Path(file).stem and row.plays]
        known = [one for one in self.known if one.name == claim.name or one.author not in own]
        author = settle(replace(claim, same_file=same_file), known, others | set(self.demands.authors))
        self.known = (*self.known, msgspec.structs.replace(entrant, author=author))
        return self.known[-1]

    def decide(self, file: str, entrant: StoredEntrant | None, verdict: Verdict, *, lasting: bool = True) -> None:
        """Write down what came of a submission, and submit it if it is fit."""
        plays = next((row.plays for row in self.before.values() if row.file == printable(file)), "")
        if entrant is not None and not verdict.reason:
            # In the order of their files, whichever is checked first.
            Inbox(self.ladder).post(Submit(entrant), came=self.began + self.todo.index(file))
            plays = entrant.key
        row = _row(file, entrant, verdict, self.prints[file] if lasting else "", plays)
        self.rows[file] = row
        write_text(self.ladder, row, verdict.report)
        write_table(self.ladder, self.table)
        self.tell(f"{row.file}: {'accepted' if row.is_accepted else 'not accepted'}")


def _is_its_own(file: str, look: Look) -> bool:
    """Whether a submission is called what its file is: that goes before the same name in another's bundle."""
    return look.claim is not None and look.claim.name == Path(file).stem


def _look(file: str, demands: Demands) -> Look:
    """Load one submission."""
    try:
        with laid_out(Path(file)) as (spec, base):
            submission = _submission(file, spec, base, demands)
    except (ArenaError, OSError, MemoryError) as error:
        return Look(None, None, _in_words(error, file))
    return Look(submission.entrant, submission.claim, "")


def _examine(file: str, ladder: str, demands: Demands) -> Verdict:
    """Check one submission, and put its bundle on the shelf if it is fit to play."""
    try:
        with laid_out(Path(file)) as (spec, base):
            submission = _submission(file, spec, base, demands)
            report = check(submission, demands)
            if report.ok:
                keep(submission, Path(ladder))
    except (ArenaError, OSError, MemoryError) as error:
        return Verdict(_in_words(error, file), None)
    return Verdict("\n".join(report.reasons), report, submission.entrant.version)


def _in_words(error: BaseException, file: str) -> str:
    """What went wrong, for the author: without the folders of whoever takes the submissions in."""
    return str(error).replace(f"{Path(file).parent.resolve()}/", "") or type(error).__name__


def _submission(file: str, spec: str, base: Path, demands: Demands) -> Submission:
    stem = Path(file).stem
    return look_at(spec, base, demands, file_name=stem, file_author=stem)


def _fingerprint(path: Path, demands: Demands) -> str:
    """What stands for a submission's files and what they are held to; empty if they cannot be read as a bundle."""
    if unfit(path):
        return ""
    try:
        if path.suffix == ".zip" and path.is_file():
            files = hashlib.sha256(file_content(path)).hexdigest()
        else:
            files = read_bundle(path).hash
    except (ArenaError, OSError):
        return ""
    return f"{files[:20]}-{demands.fingerprint}"


def _row(file: str, entrant: StoredEntrant | None, verdict: Verdict, fingerprint: str, plays: str) -> Row:
    report = verdict.report
    return Row(
        file=printable(file),
        author=(entrant.author or "") if entrant else printable(Path(file).stem),
        entrant=entrant.name if entrant else "",
        version=entrant.version if entrant else "",
        accepted="no" if verdict.reason else "yes",
        reason=safe_lines(verdict.reason),
        p99_ms="" if report is None else f"{report.p99_ms:.2f}",
        memory_mb="" if report is None or report.memory_mb is None else f"{report.memory_mb:.1f}",
        score="" if report is None or report.score is None else f"{report.score:.3f}",
        fingerprint=fingerprint,
        plays=plays,
    )
