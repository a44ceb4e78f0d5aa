"""`arena submit`: hand bots in to a ladder."""

import shlex
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from arena.bots.bundle import MANIFEST, has_manifest
from arena.cli.arguments import refuse_given
from arena.cli.given_options import given_options
from arena.cli.tidy import tidily
from arena.errors import ArenaError
from arena.ladder.guests import guests
from arena.ladder.inbox import Inbox, Submit
from arena.ladder.locate import folder_of
from arena.report.tables import Table, print_table
from arena.submissions.demands import Demands, SubmissionError, demands_of
from arena.submissions.examine import Submission, check, keep, look_at, owned
from arena.submissions.folder import Intake, take_in
from arena.submissions.unpack import laid_out


def submit(
    bot: Annotated[
        str,
        typer.Argument(
            metavar="BOT",
            help="A bot: bots/x.py, bots/x.py:Class, a zip file or a folder with arena-bot.yaml. Or a folder of "
            "submissions: every .zip, .py and folder in it.",
            show_default=False,
        ),
    ],
    ladder: Annotated[
        Path, typer.Option(metavar="CONFIG", help="The ladder's config, a YAML file.", show_default=False)
    ],
    name: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="What the entrant is called; its file's name otherwise.", show_default=False
        ),
    ] = None,
    author: Annotated[
        str | None, typer.Option(metavar="NAME", help="Whose bot it is.", show_default=False)
    ] = None,
    options: Annotated[
        list[str] | None,
        typer.Option(help="An option of the bot; may be given several times.", metavar="KEY=VALUE"),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="The ladder's folder; results/<ladder's name> otherwise.", show_default=False
        ),
    ] = None,
    budget: Annotated[
        float, typer.Option(min=1, help="Seconds that the check of a bot may take.", metavar="SECONDS")
    ] = 60,
) -> None:
    """Hand in a bot, or a folder of them: it is checked, frozen as it is now, and plays in the ladder.

    The next `arena run` takes it in, or the running one within a second or two. Handing in another bot under the
    same name makes a new version, which replaces the one before: for an entrant that has an author, give --author,
    as a bundle is not believed whose it is. The config is never changed. Ends with exit code 2 if the bot is not
    accepted.

    Example: arena submit bots/random_legal.py --ladder configs/quick.yaml --name anybody
    """
    folder = folder_of(ladder) if out is None else out
    _, demands = demands_of(ladder, folder, budget)
    assert folder is not None  # else the config has no name and is not sound
    given = given_options(options or [])
    if not bot or "" in (name, author):
        raise ArenaError(
            f"{'BOT' if not bot else '--name' if name == '' else '--author'}: expected a text, got ''"
        )
    path = Path(bot.partition(":")[0])
    if path.is_file() and path.suffix not in (".py", ".zip"):
        raise ArenaError(
            f"{bot}: neither Python nor a zip file; put a program in another language in a folder with an "
            f"{MANIFEST} that names its command, such as 'command: [node, {path.name}]', and hand that in"
        )
    if path.is_dir() and not path.is_symlink() and not has_manifest(path):
        refuse_given(
            {"--name": name, "--author": author, "--options": options or []},
            f"{bot}: a folder of submissions, and --name, --author and --options are for one bot",
        )
        with tidily("what has been checked is kept; the same command goes on"):
            _submit_all(path, ladder, folder, demands)
        return
    with tidily("nothing was changed"), _laid_out(bot, path) as (spec, base):
        file_name = path.stem if path.suffix == ".zip" else ""
        found = look_at(spec, base, demands, name, author, given, file_name)
        _submit(owned(found, bot, folder, demands), bot, ladder, folder, demands)


@contextmanager
def _laid_out(bot: str, path: Path) -> Iterator[tuple[str, Path]]:
    """What to load and where; a bot that is no zip file is named as it was given."""
    with laid_out(path) as (spec, base):
        yield (spec, base) if path.suffix == ".zip" else (bot, Path.cwd())


def _submit(submission: Submission, bot: str, ladder: Path, folder: Path, demands: Demands) -> None:
    """Check one bot and hand it in."""
    entrant = submission.entrant
    if any(other.key == entrant.key for other in guests(folder)):
        print(
            f"{entrant.name} is in the ladder already at this version ({entrant.version}); nothing was changed. "
            "arena entrants tells whether it plays."
        )
        return
    console = Console(stderr=True)
    with console.status(f"Checking {bot} …"):
        report = check(submission, demands)
    if not report.ok:
        reasons = "\n".join(f"  {reason}" for reason in report.reasons)
        raise SubmissionError(f"{bot}: not accepted:\n{reasons}\nSee it with: arena check {shlex.quote(bot)}")
    keep(submission, folder)
    Inbox(folder).post(Submit(entrant))
    score = "" if report.score is None else f", {100 * report.score:.0f}% of the sets won against random play"
    print(
        f"Accepted: {entrant.name}, version {entrant.version} (slowest decisions {report.p99_ms:.1f} ms{score})."
    )
    print(f"Kept as bundle {entrant.bundle}.")
    print(_when(ladder))


def _submit_all(path: Path, ladder: Path, folder: Path, demands: Demands) -> None:
    """Check what has changed in a folder of submissions, and hand in what is fit."""
    intake = take_in(path, folder, demands, tell=lambda line: print(line, file=sys.stderr, flush=True))
    print_table(Console(), _table(intake))
    count = Counter(row.is_accepted for row in intake.rows)
    print(
        f"{count[True]} accepted, {count[False]} not; {len(intake.looked_at)} of them were looked at now. "
        f"The table is {intake.table}, the texts for the authors are in {intake.table.with_suffix('')}/."
    )
    if count[True]:
        print(_when(ladder))


def _table(intake: Intake) -> Table:
    columns = ("file", "author", "entrant", "accepted", "p99 ms", "memory MB", "score", "reason")
    return Table(
        title="",
        columns=columns,
        rows=tuple(
            (
                *(
                    Path(row.file).name,
                    row.author,
                    row.entrant,
                    row.accepted,
                    row.p99_ms,
                    row.memory_mb,
                    row.score,
                ),
                row.reason.partition("\n")[0],
            )
            for row in intake.rows
        ),
        left=frozenset({"file", "author", "entrant", "accepted", "reason"}),
    )


def _when(ladder: Path) -> str:
    return f"It plays with the next: arena run {shlex.quote(str(ladder))} (or within seconds, if that is running)"
