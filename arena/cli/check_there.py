"""`arena check --as RESULTS`: how a bot's time here compares with a ladder's limit on the ladder's machines."""

from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.text import Text

from arena.checks.records import CheckReport
from arena.errors import ArenaError
from arena.ladder.executors.pace import loop_ns
from arena.ladder.locate import locate
from arena.ladder.stored import open_ladder
from arena.report.tables import Table, print_table


@dataclass(frozen=True)
class There:
    """A ladder's limit for a decision, and the calibration loop (ns) of the slowest worker of its last run."""

    folder: Path
    limit_ms: int
    loop_ns: float


def find_there(results: str) -> There:
    """What a ladder has measured. Raises ArenaError if there is no such ladder, or it has measured nothing."""
    folder = locate(results)
    with open_ladder(folder) as stored:
        paces = stored.paces()
        if not paces:
            raise ArenaError(f"{folder}: no run has measured yet how fast its machines are; play some sets first")
        last = max(pace.session for pace in paces)
        slowest = max(pace.mean_ns for pace in paces if pace.session == last)
        return There(folder, stored.decision_ms, slowest)


def print_there(console: Console, report: CheckReport, there: There) -> None:
    """The times of a report as they would be there, by the ratio of the loop's times."""
    here = loop_ns()
    ratio = there.loop_ns / here
    rows = tuple(
        (
            timing.game,
            timing.decision,
            f"{timing.p99 * ratio:,.2f}",
            f"{timing.longest * ratio:,.2f}",
            f"{100 * timing.longest * ratio / there.limit_ms:,.1f} %",
        )
        for timing in report.timings
    )
    note = (
        f"Its slowest worker takes {ratio:.2f} times as long as this machine: {there.loop_ns / 1e6:.1f} ms for a "
        f"loop that takes {here / 1e6:.1f} ms here. The limit is {there.limit_ms:,} ms of CPU time."
    )
    console.print()
    print_table(
        console,
        Table(
            f"As it would be in {there.folder}, in ms (estimated)",
            ("game", "decision", "p99", "longest", "longest, of the limit"),
            rows,
            frozenset({"game", "decision"}),
            (note,),
        ),
    )
    longest = max((timing.longest * ratio for timing in report.timings), default=0.0)
    if longest > there.limit_ms:
        console.print(Text("Too slow there: it would be faulted for its longest decisions.", "bold red"))
