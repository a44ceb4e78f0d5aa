"""`report.html`, put together from results, templates, style and script.

The page fetches nothing: style, scripts and data are in it. Its policy (CSP) lets only these scripts run, known by
their hashes, so nothing that an entrant is called or has printed can.
"""

import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from plotly.offline import get_plotlyjs

from arena.ladder.formats.knockout import PlayedTie
from arena.ladder.schedule import name_of
from arena.ladder.stored import StoredLadder
from arena.report.audience import Audience
from arena.report.breakdown_tables import forfeits_table, roles_table, seats_table
from arena.report.fit_text import fit_notes
from arena.report.inline import in_script, source_hash
from arena.report.machine import indented_json, json_bytes
from arena.report.pace_text import ADVICE, MEASURED, WARNING
from arena.report.page.cycle import CycleDrawing, draw_cycle
from arena.report.page.entrant_pages import EntrantPage, entrant_pages
from arena.report.page.measured import as_data, measured
from arena.report.page.overview import Overview, overview
from arena.report.page.picture_tables import course_table, nash_table, shares_table, stronger_table
from arena.report.page.script_data import script_data
from arena.report.page.terms import TERMS, term_of
from arena.report.results import LadderResults, PoolResults
from arena.report.split_tables import split_table
from arena.report.standings_tables import combined_table, head_to_head_table, options_text, standings_table
from arena.report.summary import labels
from arena.report.tables import Table

_HERE: Final = Path(__file__).parent
PLOTLY: Final = "plotly.js"
"""What a live page calls the script that draws its pictures, which is too large to be sent with every version."""
_HYPHEN: Final = re.compile(r"(?<!\S)-(?=\d)|(?<=\[)-(?=\d)")
"""A hyphen that stands for a minus sign."""
_BEFORE: Final = "<!-- this run -->"
_AFTER: Final = "<!-- end of this run -->"
"""Between these stands what was measured, and nothing else does."""


@dataclass(frozen=True)
class PoolPart:
    """A pool on the page."""

    id: str
    title: str
    counts: str
    results: PoolResults
    overview: Overview
    notes: tuple[str, ...]
    """What its standings leave open, in sentences."""
    standings: Table
    head_to_head: Table
    stronger: Table
    course: Table
    shares: Table
    nash: Table | None
    cycles: tuple[CycleDrawing, ...]
    bracket: tuple[tuple[str, tuple[PlayedTie, ...]], ...]
    """The ties by round."""
    split: Table
    """What made the margins."""
    breakdowns: tuple[Table, ...]


def page(
    results: LadderResults,
    ladder: StoredLadder,
    audience: Audience,
    document: Mapping[str, Any],
    replays: Mapping[str, str],
    live: bool = False,
) -> str:
    """The whole page; `document` is what `results_document` says of the results, for the page's script.

    `replays` are the addresses of the sets that can be looked at card by card, by their ids.

    A `live` one follows the ladder: it may ask the server it came from, and nobody else, also for PLOTLY.
    """
    found = measured(results.summary, ladder, audience)
    script = _text("page.js")
    following = _text("live.js") if live else ""
    plotly = "" if live else get_plotlyjs()
    numbers = {entrant.key: number for number, entrant in enumerate(results.entrants)}
    shown = entrant_pages(results, ladder.folder, audience)
    text: str = _template().render(
        results=results,
        summary=results.summary,
        audience=audience,
        pools=[_part(pool) for pool in results.pools],
        combined=combined_table(results.summary) if results.summary.combined else None,
        entrants=shown,
        with_section={one.key for one in shown},
        anchor=lambda key: f"entrant-{numbers[key]}",
        names=labels(entrant.key for entrant in results.entrants),
        versions=_versions(results, shown, audience),
        measured=found,
        everybody=any(pool.former is not None for pool in results.summary.pools),
        speed=MEASURED,
        speed_warning=f"{WARNING} {ADVICE}",
        terms=TERMS,
        term_of=term_of,
        name_of=name_of,
        replay_of=lambda match: _replay(match, replays),
        replays=in_script(json_bytes(replays)),
        example=_example(results, shown),
        data=in_script(json_bytes(script_data(document))),
        measured_data=in_script(json_bytes(as_data(found))),
        style=_text("page.css"),
        script=script,
        plotly=plotly,
        plotly_file=PLOTLY,
        following=following,
        policy=_policy((script, following or plotly), live),
        before=_BEFORE,
        after=_AFTER,
    )
    return text


def without_measured(html: str) -> str:
    """A page without what was measured: of equal results it has the same bytes."""
    first, *rest = html.split(_BEFORE)
    return first + "".join(part.partition(_AFTER)[2] for part in rest)


def _replay(match: str, replays: Mapping[str, str]) -> str | None:
    """Where a match is shown, if it is."""
    name, _, seating = match.rpartition("/")
    return f"{replays[name]}#seating={seating}" if name in replays else None


def _part(pool: PoolResults) -> PoolPart:
    summary = pool.summary
    forfeited = any(ranked.forfeited for ranked in summary.tally.ranked)
    options = ", ".join(f"{option}: {value}" for option, value in summary.pool.options.items())
    standings = standings_table(summary)
    return PoolPart(
        id=summary.pool.id,
        title=f"{summary.pool.game}, {options}",
        counts=_counts(pool),
        results=pool,
        overview=overview(summary),
        notes=standings.notes if summary.rows else fit_notes(summary.rows),
        standings=replace(standings, title="All figures", notes=()),
        head_to_head=replace(head_to_head_table(summary), title="Set score, and margin ± standard error"),
        stronger=stronger_table(pool),
        course=course_table(pool),
        shares=shares_table(pool),
        nash=nash_table(pool),
        cycles=tuple(
            draw_cycle([summary.labels[key] for key in cycle.entrants], cycle.p) for cycle in pool.cycles
        ),
        bracket=tuple((name, tuple(ties)) for name, ties in groupby(summary.bracket, lambda tie: tie.round)),
        split=split_table(summary, pool.analysis.split),
        breakdowns=(
            seats_table(summary),
            roles_table(summary),
            *(
                (replace(forfeits_table(summary), title="With and without forfeited matches"),)
                if forfeited
                else ()
            ),
        ),
    )


def _counts(pool: PoolResults) -> str:
    """How much was played, in words."""
    tally = pool.summary.tally
    of = "" if pool.planned is None else f" of {pool.planned:,} planned"
    void = f", {pool.void:,} void" if pool.void else ""
    return f"{tally.sets:,}{of} sets{void}, {tally.matches:,} matches, {tally.deals:,} deals"


def _versions(results: LadderResults, shown: Sequence[EntrantPage], audience: Audience) -> Table:
    """Who plays, with the hash of what."""
    private = not audience.public
    visible = {entrant.key for entrant in results.entrants if audience.sees(entrant)}
    columns = ("entrant", "version", "bundle", *(("bot", "options", "author") if private else ()))
    return Table(
        title="Entrants and their versions",
        columns=columns,
        rows=tuple(
            (
                entrant.name,
                entrant.version,
                entrant.bundle[:12],
                *(_private(entrant.key in visible, entrant) if private else ()),
            )
            for entrant in results.entrants
        ),
        left=frozenset(columns),
    )


def _private(visible: bool, entrant: Any) -> tuple[str, str, str]:
    if not visible:
        return "", "", ""
    return entrant.spec, options_text(entrant.options), entrant.author or ""


def _example(results: LadderResults, shown: Sequence[EntrantPage]) -> str:
    """A match to show the command of a replay with."""
    faulted = (match for one in shown for pool in one.pools for match in pool.replays)
    moved = (f"{swings[0].set}/1" for pool in results.pools for swings in pool.analysis.swings.values() if swings)
    return next(faulted, next(moved, "MATCH"))


def _policy(scripts: Sequence[str], live: bool) -> str:
    """Nothing but these scripts may run, and nothing may be fetched, by a live page only from its own server."""
    hashes = " ".join(map(source_hash, scripts))
    allowed = f"connect-src 'self'; script-src 'self' {hashes}" if live else f"script-src {hashes}"
    return (
        f"default-src 'none'; {allowed}; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
        "form-action 'none'"
    )


@cache
def _text(name: str) -> str:
    return (_HERE / "templates" / name).read_text(encoding="utf-8")


@cache
def _template() -> Any:
    environment = Environment(
        loader=FileSystemLoader(_HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "quote": shlex.quote,
        "pretty": lambda value: indented_json(value).rstrip(),
        "minus": lambda text: _HYPHEN.sub("−", text),
    }
    return environment.get_template("page.html.j2")
