"""What was measured: the runs of a ladder, its machines, and the time that bots took."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from arena.hosts.thinking import Thinking, percentile_ms
from arena.ladder.content import decoding
from arena.ladder.stored import Session, StoredLadder
from arena.report.audience import Audience
from arena.report.numbers import NO_DATA, fixed
from arena.report.summary import LadderSummary
from arena.report.tables import Table
from arena.report.time_tables import time_table


@dataclass(frozen=True)
class Measured:
    """The section "This run". `facts` are labels and texts; `times` is for the page's script."""

    facts: tuple[tuple[str, str], ...]
    sessions: Table
    voids: tuple[tuple[str, str], ...]
    """Sets that the harness failed to play, and why; without causes for the public."""
    tables: tuple[tuple[str, Table], ...]
    """The time used, by pool."""
    times: dict[str, dict[str, list[float | int | None]]]
    """By pool and entrant: decisions, median, p99 and longest in milliseconds."""


def measured(summary: LadderSummary, ladder: StoredLadder, audience: Audience) -> Measured:
    """What was measured of a ladder, as far as the audience may see it."""
    sessions = ladder.sessions()
    thinking = {pool.pool.id: ladder.thinking(pool.pool.id) for pool in summary.pools}
    voids = [(name, cause) for pool in summary.pools for name, cause in ladder.voids(pool.pool.id).items()]
    return Measured(
        facts=tuple(_facts(sessions, ladder, len(voids), audience)),
        sessions=_sessions(sessions, audience),
        voids=tuple((name, _last_line(cause) if audience.sees_everything else "") for name, cause in voids),
        tables=tuple(
            (pool.pool.id, time_table((row.entrant for row in pool.rows), thinking[pool.pool.id]))
            for pool in summary.pools
        ),
        times={
            pool: {entrant: _times(one) for entrant, one in sorted(by_entrant.items())}
            for pool, by_entrant in thinking.items()
        },
    )


def _times(thinking: Thinking) -> list[float | int | None]:
    counts = thinking.counts
    return [
        sum(counts.values()),
        percentile_ms(counts, 0.5),
        percentile_ms(counts, 0.99),
        thinking.longest_ns / 1e6,
    ]


def _facts(
    sessions: tuple[Session, ...], ladder: StoredLadder, voids: int, audience: Audience
) -> list[tuple[str, str]]:
    if not sessions:
        return [("runs", "none yet")]
    last = sessions[-1]
    with decoding(ladder.path, "run_sessions"):
        spans = [_seconds(one) for one in sessions]
    known = [seconds for seconds in spans if seconds is not None]
    interrupted = sum(one.ended is None or "interrupted" in (one.reason or "") for one in sessions)
    return [
        ("why it stopped", last.reason or "it runs, or was killed"),
        ("runs", f"{len(sessions):,}"),
        ("interruptions", f"{interrupted:,}"),
        ("duration", _span(sum(known)) if known else NO_DATA),
        ("workers' time on sets", _span(sum(one.seconds for one in sessions))),
        ("hardware", last.system if not audience.sees_everything else f"{last.host}: {last.system}"),
        ("workers", f"{last.workers}"),
        ("void sets", f"{voids:,}"),
        ("program", f"arena {ladder.meta['arena']} on Python {ladder.meta['python']}"),
    ]


def _sessions(sessions: tuple[Session, ...], audience: Audience) -> Table:
    host = ["host"] if audience.sees_everything else []
    columns = ("started (UTC)", "ended (UTC)", "reason", "workers", "sets", "worker hours", *host, "system")
    return Table(
        title="Runs of the ladder",
        columns=columns,
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


def _seconds(session: Session) -> float | None:
    if session.ended is None:
        return None
    return (datetime.fromisoformat(session.ended) - datetime.fromisoformat(session.started)).total_seconds()


def _span(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours:,} h {minutes:02} min"
    return f"{minutes} min {rest:02} s" if minutes else f"{rest} s"


def _last_line(cause: str) -> str:
    """What a cause comes down to: of a traceback, the error."""
    return cause.rstrip().rpartition("\n")[2].strip()


def as_data(found: Measured) -> dict[str, Any]:
    """What the page's script needs."""
    return {"times": found.times}
