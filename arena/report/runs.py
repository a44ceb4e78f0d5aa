"""The runs of a ladder as a table, and what its failures come down to."""

from collections.abc import Iterable

from arena.ladder.stored import Session
from arena.report.numbers import NO_DATA, fixed
from arena.report.tables import Table


def runs_table(sessions: Iterable[Session], *, with_hosts: bool = True) -> Table:
    """A line for each run, without the machines' names if those are not for everybody."""
    host = ["host"] if with_hosts else []
    return Table(
        title="Runs of the ladder",
        columns=("started (UTC)", "ended (UTC)", "reason", "workers", "sets", "worker hours", *host, "system"),
        rows=tuple(
            (
                one.started,
                one.ended or NO_DATA,
                one.reason or NO_DATA,
                str(one.workers),
                f"{one.sets:,}",
                fixed(one.seconds / 3600, 3),
                *(one.host for _ in host),
                one.system,
            )
            for one in sessions
        ),
        left=frozenset({"started (UTC)", "ended (UTC)", "reason", "host", "system"}),
        notes=(
            f"{NO_DATA} under ended: it runs, or was killed.",
            "Worker hours are the time that all workers together spent on sets.",
        ),
    )


def last_line(cause: str) -> str:
    """What the cause of a failure comes down to: of a traceback, the error."""
    return cause.rstrip().rpartition("\n")[2].strip()
