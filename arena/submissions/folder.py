"""A folder of submissions: every zip file, Python file and folder in it is one."""

import hashlib
import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import msgspec

from arena.bots.bundle import LEFT_OUT, file_content, read_bundle
from arena.checks.records import CheckReport
from arena.errors import ArenaError
from arena.ladder.cores import physical_cores
from arena.ladder.guests import guests
from arena.ladder.inbox import Inbox, Submit
from arena.ladder.stored_entrant import StoredEntrant
from arena.submissions.demands import Demands
from arena.submissions.examine import SubmissionError, check, keep, look_at, refuse_foreign_name
from arena.submissions.table import Row, read_table, write_table, write_text
from arena.submissions.unpack import laid_out


class Verdict(msgspec.Struct, frozen=True):
    """What came of looking at one submission: an entrant, or why not; and the check, if it came to one."""

    entrant: StoredEntrant | None
    reason: str
    report: CheckReport | None


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

    `tell` hears a line for each submission that is done. Raises SubmissionError and ArenaError if nothing can be
    done at all; what is wrong with one submission stands in its row.
    """
    before = read_table(ladder)
    prints = {str(path): _fingerprint(path, demands) for path in submissions_in(folder)}
    rows = {
        file: before[file]
        for file, mark in prints.items()
        if mark and file in before and before[file].fingerprint == mark
    }
    todo = [file for file in prints if file not in rows]
    taken = {row.entrant: file for file, row in rows.items() if row.is_accepted}
    playing = guests(ladder)
    requests = []
    verdicts = dict(_verdicts(todo, ladder, demands, tell, processes or physical_cores()))
    for file in todo:
        verdict = _named_well(verdicts[file], file, taken, playing)
        rows[file] = row = _row(file, verdict, prints[file])
        write_text(ladder, row, verdict.report)
        if row.is_accepted and verdict.entrant is not None:
            requests.append(Submit(verdict.entrant))
    Inbox(ladder).post(*requests)
    others = {file: row for file, row in before.items() if Path(file).parent != folder}
    table = write_table(ladder, [*others.values(), *rows.values()])
    return Intake(tuple(rows[file] for file in prints), tuple(todo), table)


def _named_well(verdict: Verdict, file: str, taken: dict[str, str], playing: Sequence[StoredEntrant]) -> Verdict:
    """Refuse a name that another submission of the folder has, or another author's entrant."""
    if verdict.entrant is None or verdict.reason:
        return verdict
    name = verdict.entrant.name
    first = taken.setdefault(name, file)
    if first != file:
        reason = f"its name {name!r} is also that of {first}; give it another one in arena-bot.yaml"
        return msgspec.structs.replace(verdict, reason=reason)
    try:
        refuse_foreign_name(file, verdict.entrant, playing)
    except SubmissionError as error:
        return msgspec.structs.replace(verdict, reason=str(error))
    return verdict


def _verdicts(
    files: list[str], ladder: Path, demands: Demands, tell: Callable[[str], None], processes: int
) -> Iterator[tuple[str, Verdict]]:
    """What came of each submission, in any order.

    If a process dies, those not done yet are looked at once more, each alone, so that only its own dies with it.
    """
    context = multiprocessing.get_context("fork")
    left = list(files)
    for group in (files, *([file] for file in files)):
        together = [file for file in group if file in left]
        with ProcessPoolExecutor(min(processes, len(together)) or 1, mp_context=context) as pool:
            waiting = {pool.submit(examine, file, str(ladder), demands): file for file in together}
            for done in as_completed(waiting):
                file = waiting[done]
                try:
                    verdict = done.result()
                except BrokenProcessPool:
                    if group is files:
                        continue
                    verdict = Verdict(None, "the process that checked it died; submit the folder again", None)
                left.remove(file)
                tell(f"{_printable(file)}: {'not accepted' if verdict.reason else 'accepted'}")
                yield file, verdict


def examine(file: str, ladder: str, demands: Demands) -> Verdict:
    """Look at one submission, and put its bundle on the shelf if it is fit to play."""
    path = Path(file)
    problem = _unfit(path)
    if problem:
        return Verdict(None, problem, None)
    try:
        with laid_out(path) as (spec, base):
            submission = look_at(spec, base, demands, handed_in_as=path.stem)
            report = check(submission, demands)
            if report.ok:
                keep(submission, Path(ladder))
    except (ArenaError, OSError, MemoryError) as error:
        return Verdict(None, str(error) or type(error).__name__, None)
    return Verdict(submission.entrant, "\n".join(report.reasons), report)


def _unfit(path: Path) -> str:
    """Why a path is no submission, whatever is in it; empty if it may be one."""
    if path.is_symlink():
        return "a symbolic link; hand in the bot itself"
    if not path.name.isprintable():
        return "its name holds what cannot be printed; give it another name"
    return ""


def _printable(text: str) -> str:
    """A file's name as it can be written anywhere."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def _fingerprint(path: Path, demands: Demands) -> str:
    """What stands for a submission's files and what they are held to; empty if they cannot be read as a bundle."""
    if _unfit(path):
        return ""
    try:
        if path.suffix == ".zip" and path.is_file():
            files = hashlib.sha256(file_content(path)).hexdigest()
        else:
            files = read_bundle(path).hash
    except (ArenaError, OSError):
        return ""
    return f"{files[:20]}-{demands.fingerprint}"


def _row(file: str, verdict: Verdict, fingerprint: str) -> Row:
    entrant, report = verdict.entrant, verdict.report
    return Row(
        file=_printable(file),
        author=(entrant.author or "") if entrant else _printable(Path(file).stem),
        entrant=entrant.name if entrant else "",
        version=entrant.version if entrant else "",
        accepted="no" if verdict.reason else "yes",
        reason=verdict.reason,
        p99_ms="" if report is None else f"{report.p99_ms:.2f}",
        memory_mb="" if report is None or report.memory_mb is None else f"{report.memory_mb:.1f}",
        score="" if report is None or report.score is None else f"{report.score:.3f}",
        fingerprint=fingerprint,
    )
