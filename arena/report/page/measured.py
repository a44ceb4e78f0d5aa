"""What was measured: the runs of a ladder, its machines, and the time that bots took."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from arena.hosts.thinking import Thinking, percentile_ms
from arena.ladder.content import decoding
from arena.ladder.lock import is_held
from arena.ladder.stored import Session, StoredLadder
from arena.report.audience import Audience
from arena.report.numbers import NO_DATA
from arena.report.pace_text import Paces, paces_of
from arena.report.runs import last_line, runs_table
from arena.report.summary import LadderSummary
from arena.report.tables import Table
from arena.report.time_tables import SHARES, time_table


@dataclass(frozen=True)
class Measured:
    """The section "This run". `facts` are labels and texts; `times` is for the page's script."""

    facts: tuple[tuple[str, str], ...]
    sessions: Table
    voids: tuple[tuple[str, str], ...]
    """Sets that the harness failed to play, and why; without causes for the public."""
    paces: Paces
    """How alike the workers are in speed."""
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
        sessions=runs_table(sessions, with_hosts=audience.sees_everything),
        voids=tuple((name, last_line(cause) if audience.sees_everything else "") for name, cause in voids),
        paces=paces_of(ladder),
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
        *(percentile_ms(counts, share) for share in SHARES),
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
    running = last.ended is None and is_held(ladder.folder)
    over = sessions[:-1] if running else sessions
    interrupted = sum(one.ended is None or "interrupted" in (one.reason or "") for one in over)
    return [
        ("why it stopped", last.reason or ("it runs" if running else "it was killed")),
        ("runs", f"{len(sessions):,}"),
        ("interruptions", f"{interrupted:,}"),
        ("duration", _span(sum(known)) if known else NO_DATA),
        ("workers' time on sets", _span(sum(one.seconds for one in sessions))),
        ("hardware", last.system if not audience.sees_everything else f"{last.host}: {last.system}"),
        ("workers", f"{last.workers}" if last.workers else "none: the main process plays"),
        ("void sets", f"{voids:,}"),
        ("program", f"arena {ladder.meta['arena']} on Python {ladder.meta['python']}"),
    ]


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


def as_data(found: Measured) -> dict[str, Any]:
    """What the page's script needs."""
    return {"times": found.times}
