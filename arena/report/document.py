"""`report.md`: a ladder's results as one document.

Everything above "This run" depends on config, seed and results alone, so the same data give the same bytes;
what was measured stands in that last section.
"""

import shlex
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from arena.ladder.stored import StoredLadder
from arena.report.breakdown_tables import forfeits_table, roles_table, seats_table
from arena.report.machine import DECIMALS
from arena.report.pace_text import pace_text
from arena.report.results import LadderResults
from arena.report.runs import last_line, runs_table
from arena.report.split_tables import NOT_ANALYSED, over, split_table
from arena.report.standings_tables import (
    all_standings,
    faults_table,
    head_to_head_table,
    noise_text,
    options_text,
    timed_text,
)
from arena.report.summary import LadderSummary, PoolSummary
from arena.report.tables import Table, markdown_table, markdown_text, titled_markdown
from arena.stats.tallies import MAX_FAULT_NOTES

THIS_RUN: Final = "## This run"


def report(results: LadderResults, stored: StoredLadder) -> str:
    """The whole document in Markdown."""
    summary = results.summary
    sections = [
        _header(summary),
        _entrants(summary, stored),
        _standings(summary),
        _head_to_head(summary),
        _what_made_the_margin(results),
        _seats_and_roles(summary),
        _forfeits(summary),
        _faults(summary),
        HOW_TO_READ,
        _commands(summary),
        _this_run(summary, stored),
    ]
    return "\n".join(section for section in sections if section)


def _header(summary: LadderSummary) -> str:
    pools = Table(
        title="",
        columns=("pool", "game", "variant", "entrants", "sets counted", "matches", "deals"),
        rows=tuple(
            (
                pool.pool.id,
                pool.pool.game,
                ", ".join(f"{option}: {value}" for option, value in pool.pool.options.items()),
                str(len(pool.field)),
                f"{pool.tally.sets:,}",
                f"{pool.tally.matches:,}",
                f"{pool.tally.deals:,}",
            )
            for pool in summary.pools
        ),
        left=frozenset({"pool", "game", "variant"}),
    )
    text = f"# Ladder {markdown_text(summary.ladder)}\n\n{markdown_table(pools)}"
    if summary.closed:
        names = ", ".join(map(markdown_text, summary.closed))
        text += f"\nNo longer in the config, so left out here (the results are kept): {names}.\n"
    return text


def _entrants(summary: LadderSummary, stored: StoredLadder) -> str:
    pools: dict[str, list[str]] = {}
    for pool in summary.pools:
        for entrant in pool.field:
            pools.setdefault(entrant, []).append(pool.pool.id)
    present = [one for one in stored.entrants() if one.key in pools]
    noise = ["noise"] if any(one.noise for one in present) else []
    timed = ["timed"] if any(one.timed for one in present) else []
    columns = ("entrant", "version", "bot", "options", "author", "pools", *noise, *timed)
    table = Table(
        title="",
        columns=columns,
        rows=tuple(
            (
                one.name,
                one.version,
                one.spec,
                options_text(one.options),
                one.author or "",
                ", ".join(pools[one.key]),
                *(noise_text(one.noise) for _ in noise),
                *(timed_text(one.timed) for _ in timed),
            )
            for one in present
        ),
        left=frozenset(columns),
    )
    text = f"## Entrants\n\n{markdown_table(table)}"
    counted = {key for pool in summary.pools for key in pool.tally.entrants}
    former = [one for one in stored.entrants() if one.key not in pools and one.key in counted]
    if former:
        names = ", ".join(f"{markdown_text(one.name)} {one.version}" for one in former)
        text += f"\nNo longer in the field, but part of the results that the ratings come from: {names}.\n"
    return text


def _standings(summary: LadderSummary) -> str:
    return "## Standings\n\n" + "\n".join(map(titled_markdown, all_standings(summary)))


def _head_to_head(summary: LadderSummary) -> str:
    return (
        "## Head to head\n\n"
        "The share of its sets that the entrant on the line won against the one in the column (a drawn set\n"
        "counts half), and in brackets its margin over it, from the sets without a forfeited match.\n\n"
        + "\n".join(titled_markdown(head_to_head_table(pool)) for pool in summary.pools)
    )


def _what_made_the_margin(results: LadderResults) -> str:
    splits = [(pool.summary, pool.analysis.split) for pool in results.pools]
    texts = [
        titled_markdown(replace(split_table(pool, split), title=f"Pool {pool.pool.id}, {over(pool, split)}"))
        if split.sets
        else f"Pool {markdown_text(pool.pool.id)}: {NOT_ANALYSED} `arena report . --analyse`\n"
        for pool, split in splits
    ]
    return "## What made the margin\n\n" + "\n".join(texts)


def _seats_and_roles(summary: LadderSummary) -> str:
    tables = [table(pool) for pool in summary.pools for table in (seats_table, roles_table)]
    return (
        "## By seat and role\n\n"
        "What an entrant gained a deal, less the mean of the others at its table, over the sets without a\n"
        "forfeited match. The others hold other cards, and a seat or role may be better than another: compare\n"
        "down a column. Declarer and defender are over the deals with a contract; in 56 a side is what one of\n"
        "its seats is.\n\n" + "\n".join(map(titled_markdown, tables))
    )


def _forfeits(summary: LadderSummary) -> str:
    text = "## With and without forfeited matches\n\n"
    hit = [pool for pool in summary.pools if any(ranked.forfeited for ranked in pool.tally.ranked)]
    if not hit:
        return f"{text}No match was forfeited.\n"
    return (
        f"{text}"
        "Over all sets, and over those in which nobody forfeited a match. A set score is the share of the sets\n"
        "won, a drawn one counting half.\n\n" + "\n".join(map(titled_markdown, map(forfeits_table, hit)))
    )


def _faults(summary: LadderSummary) -> str:
    faulty = [pool for pool in summary.pools if pool.faults]
    if not faulty:
        return "## Faults\n\nNone.\n"
    text = "## Faults\n\n" + "\n".join(titled_markdown(faults_table(pool)) for pool in faulty)
    if any(_may_be_cut(pool) for pool in faulty):
        text += f"\nOf each entrant the first {MAX_FAULT_NOTES} different faults are listed; all are counted.\n"
    return text


def _may_be_cut(pool: PoolSummary) -> bool:
    return any(len(tally.notes) == MAX_FAULT_NOTES for tally in pool.tally.entrants.values())


HOW_TO_READ: Final = """\
## How to read it

- **set**: all matches of one pairing on the same deals, one for each seating, so that the luck of the cards
  cancels out. A set is won by the side with more *place points*: in each match 1 for every side beaten and ½ for
  every side tied. By how much a match was won does not count.
- **rating**: mu − 3 sigma in TrueSkill's units: everybody starts at mu 25 and sigma 8.33, and each set is one
  update, in the order of the schedule. mu is the estimated strength and sigma its uncertainty, so an entrant is
  almost surely stronger than its rating. Entrants whose mu differ by less than their sigmas are not told apart
  yet. Ratings compare within a pool only.
- **strength**: the fit of all sets at once, whatever their order, in Elo points with mean 0 over the field: 400
  points ahead win 10 sets to 1. In brackets its 95 % interval. **ranks**: the best and the worst rank that an
  entrant may truly have; those of all entrants hold at once with 95 %. They are conditional on the model
  (Plackett-Luce with ties) and a weak prior. The rating ranks, or with `rank_by: fit` in the config the strength.
- **the same bot**: a twin (`null_twin`) differs from its entrant by chance alone. z is their distance in standard
  deviations: above 2 in one ladder of twenty, if the uncertainty is claimed rightly.
- **W/D/L**: won (alone in first place), drawn (shared first place), lost (all else).
- **points per deal**, **tables per deal**: points scored (Bridgette), or tables at the end less those at the
  start (56), as a mean over all deals of the sets without a forfeited match. It depends on the opponents met.
- **margin**: what was gained more than the others with the same cards in the same seats, so that the luck of the
  cards is gone. *Points per deal*: a deal at one table, over the deals that every seating of the set finished.
  *IMPs per deal*: the difference over all seatings of a deal on the World Bridge Federation's scale (20 points are
  1 IMP, 4000 or more are 24), which no single deal can rule. Where deals cannot be compared one by one, in 56 and
  where passed-out deals are dealt again, whole matches are: *tables* or *points per set*, and *places per set*,
  the place points gained more. With three or four sides it is the margin over the mean of the others.
- **± SE**: the standard error over sets, given which opponents were met how often (another field would give
  another margin). The truth is within about two of them in 95 of 100 cases; `margin_low` and `margin_high` in the
  CSV files are that interval by Student's t. "± 0" says that all sets so far came to the same, no more.
- **faults**: matches lost by a fault of this bot (illegal action, crash, timeout, memory, protocol). Such a match
  counts as lost in W/D/L and rating, but its set has no margin. **substituted**: single actions that were
  replaced while the match went on.
- **noise**: with this probability a random legal action was played in place of what the bot decided.
- **timed**: time decides what this bot does (it declares `timed`), so its results, and those against it, are not
  reproducible: another run of the same ladder may differ.
- **combined**: the mean of the ranks in all pools, for those ranked in every one.
- **–**: no data, for the reason below the table.
- Only sets that count are in these figures: those finished without a gap from the start of the schedule.
"""


def _commands(summary: LadderSummary) -> str:
    example = next((note.first_match for pool in summary.pools for note in pool.faults), None)
    match = shlex.quote(example) if example else "MATCH"
    return f"""\
## Check and use the results

In the ladder's folder (the one with `ladder.db`):

    arena verify .                              play every stored match again and compare
    arena export . --format jsonl --out m.jsonl every match with all cards, calls and plays
    arena export . --table sets --format csv    a line for each side of each set; also matches, deals, decisions
    arena replay . {match}
    arena standings . --format json             the standings for another program

The field `match` of each exported record is what `arena replay` takes as MATCH. `standings.csv`,
`head_to_head.csv`, `seats_and_roles.csv` and `forfeits.csv` beside this file hold the figures above with
{DECIMALS} decimals.
"""


def _this_run(summary: LadderSummary, stored: StoredLadder) -> str:
    meta = stored.meta
    text = (
        f"{THIS_RUN}\n\n"
        "Measured: differs from run to run and belongs to no result. Worker hours are the time that all workers\n"
        "together spent on sets, those that do not count (yet) included.\n\n"
        f"Versions: arena {meta['arena']}, Python {meta['python']}.\n\n"
        f"{markdown_table(runs_table(stored.sessions()))}"
    )
    voids = [(name, cause) for pool in summary.pools for name, cause in stored.voids(pool.pool.id).items()]
    return text + pace_text(stored) + _voids(voids)


def _voids(voids: Iterable[tuple[str, str]]) -> str:
    lines = [f"- {markdown_text(name)}: {markdown_text(last_line(cause))}" for name, cause in voids]
    if not lines:
        return ""
    return (
        "\nVoid sets, which the harness failed to play and which count for nobody; the next run tries them "
        "again. The whole causes are in `run.log`.\n\n" + "\n".join(lines) + "\n"
    )
