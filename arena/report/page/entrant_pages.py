"""The section of each entrant: whom it beats, how it bids and plays, and what went wrong."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from arena.hosts.output import entrant_logs
from arena.ladder.stored_entrant import StoredEntrant
from arena.report.audience import Audience
from arena.report.habit_tables import habit_tables
from arena.report.numbers import NO_DATA, shown_margin
from arena.report.results import LadderResults, PoolResults, own_keys, visible_faults
from arena.report.standings_tables import MARGIN_DECIMALS, faults_table, options_text
from arena.report.summary import PoolSummary
from arena.report.tables import Table

LOG_LINES: Final = 30
"""So many of the last lines that a bot printed are shown."""
_LOG_BYTES: Final = 8_192


@dataclass(frozen=True)
class InPool:
    """An entrant in a pool."""

    pool: str
    line: str
    """How it stands, in a sentence."""
    tables: tuple[Table, ...]
    replays: tuple[str, ...]
    """Matches in which it first faulted."""


@dataclass(frozen=True)
class EntrantPage:
    """All of an entrant; `facts` are labels and texts, `log` the last lines that its bot printed."""

    key: str
    name: str
    version: str
    own: bool
    facts: tuple[tuple[str, str], ...]
    pools: tuple[InPool, ...]
    log: str


def entrant_pages(results: LadderResults, folder: Path, audience: Audience) -> tuple[EntrantPage, ...]:
    """The sections in the order of the first pool's ranks, then the next one's; the logs are in `folder`."""
    keys = own_keys(results, audience)
    order = dict.fromkeys(row.entrant for pool in results.summary.pools for row in pool.rows)
    entrants = {entrant.key: entrant for entrant in results.entrants}
    return tuple(
        EntrantPage(
            key=key,
            name=entrants[key].name,
            version=entrants[key].version,
            own=audience.is_own(entrants[key]),
            facts=tuple(_facts(entrants[key], audience)),
            pools=tuple(
                _in_pool(key, pool, results, audience) for pool in results.pools if key in pool.summary.field
            ),
            log=_log(folder, key) if audience.sees(entrants[key]) else "",
        )
        for key in order
        if key in keys
    )


def _facts(entrant: StoredEntrant, audience: Audience) -> list[tuple[str, str]]:
    facts = [("version", entrant.version), ("bundle", entrant.bundle)]
    if audience.sees(entrant):
        options = options_text(entrant.options) or "none"
        facts += [("bot", entrant.spec), ("author", entrant.author or NO_DATA), ("options", options)]
    if entrant.noise:
        facts.append(("noise", str(entrant.noise)))
    if entrant.timed:
        facts.append(("timed", "yes"))
    return facts


def _in_pool(key: str, pool: PoolResults, results: LadderResults, audience: Audience) -> InPool:
    summary, analysis = pool.summary, pool.analysis
    notes = [note for note in visible_faults(summary, results, audience) if note.entrant == key]
    habits = analysis.habits.get(key)
    return InPool(
        pool=summary.pool.id,
        line=_line(key, summary),
        tables=(
            *(habit_tables(habits, analysis.sets_replayed) if habits is not None else ()),
            *((replace(faults_table(summary, notes), title="Faults"),) if notes else ()),
        ),
        replays=tuple(dict.fromkeys(note.first_match for note in notes)),
    )


def _line(key: str, summary: PoolSummary) -> str:
    row = next(row for row in summary.rows if row.entrant == key)
    if row.rank is None:
        return "Not enough sets: none counts yet."
    count = sum(other.rank is not None for other in summary.rows)
    margin = shown_margin(row.margin, row.margin_error, MARGIN_DECIMALS[summary.margin_unit])
    told = f"margin {margin} {summary.margin_unit}" if row.margin is not None else "not enough sets for a margin"
    return (
        f"Rank {row.rank} of {count}; sets W/D/L {row.sets_won}/{row.sets_drawn}/{row.sets_lost}; {told}; "
        f"matches lost by a fault: {sum(row.faults.values()):,}."
    )


def _log(folder: Path, key: str) -> str:
    """The last lines that a bot printed."""
    found: Sequence[Path] = entrant_logs(folder, key)
    if not found:
        return ""
    with found[-1].open("rb") as file:
        size = file.seek(0, 2)
        file.seek(max(0, size - _LOG_BYTES))
        text = file.read().decode("utf-8", "backslashreplace")
    return "\n".join(text.splitlines()[-LOG_LINES:])
