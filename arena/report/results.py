"""All that a report tells, as data: `results.json`, and the data of `report.html`.

The same results give the same bytes. What was measured is not in it.
"""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from arena.analysis.margin_split import MarginSplit
from arena.analysis.planned import planned_sets
from arena.analysis.pool_analysis import PoolAnalysis, analyse
from arena.ladder.isolation import can_be_guessed
from arena.ladder.schema import damaged
from arena.ladder.stored import StoredLadder
from arena.ladder.stored_entrant import StoredEntrant
from arena.report.audience import Audience
from arena.report.bracket_tables import bracket_rows
from arena.report.machine import (
    SCHEMA,
    forfeits_rows,
    head_to_head_rows,
    json_bytes,
    seats_and_roles_rows,
    standings_rows,
)
from arena.report.summary import LadderSummary, PoolSummary
from arena.stats.fit import fit
from arena.stats.nash import NashRow, nash_average
from arena.stats.ranges import superiority
from arena.stats.tallies import FaultNote
from arena.stats.transitivity import Cycle, cycles

FINGERPRINT: Final = 12
"""Hex digits of a hash that are shown."""


@dataclass(frozen=True)
class PoolResults:
    """A pool with all that is worked out from it once."""

    summary: PoolSummary
    analysis: PoolAnalysis
    planned: int | None
    """Sets up to the end of its schedule or to its stop; None if only the clock ends it."""
    stronger: tuple[tuple[str, ...], tuple[tuple[float, ...], ...]]
    """Entrants that have played, the strongest first, and the probabilities that the row's is the stronger."""
    cycles: tuple[Cycle, ...]
    nash: tuple[NashRow, ...] | None
    """The Nash average of the field; None if two never met."""
    void: int
    """Sets that the harness failed to play."""


@dataclass(frozen=True)
class LadderResults:
    """A ladder with all that is worked out from it once."""

    summary: LadderSummary
    pools: tuple[PoolResults, ...]
    entrants: tuple[StoredEntrant, ...]
    """Those of the field of any of the pools."""
    settings: Mapping[str, Any]
    """All of the config that results depend on, but for the secret."""
    secret: str | None
    """What tells two ladders' secrets apart; None if the secret is so short that it would give it away."""

    @property
    def config_hash(self) -> str:
        """What tells two configs apart."""
        return hashlib.sha256(json_bytes(self.settings)).hexdigest()[:FINGERPRINT]


def ladder_results(summary: LadderSummary, ladder: StoredLadder) -> LadderResults:
    """Look at every pool of a summary. Raises StoreError if somebody is in a pool and is no entrant."""
    present = {key for pool in summary.pools for key in pool.field}
    entrants = tuple(entrant for entrant in ladder.entrants() if entrant.key in present)
    strangers = sorted(present - {entrant.key for entrant in entrants})
    if strangers:
        raise damaged(ladder.path, f"in a pool, but no entrant: {', '.join(strangers)}")
    return LadderResults(
        summary,
        tuple(_pool_results(pool, ladder) for pool in summary.pools),
        entrants,
        _settings(summary, ladder),
        None if can_be_guessed(ladder.secret) else _fingerprint(ladder.secret),
    )


def _pool_results(pool: PoolSummary, ladder: StoredLadder) -> PoolResults:
    fitted = pool.fitted or fit(pool.tally.ranked, pool.field)
    return PoolResults(
        pool,
        analyse(ladder, pool.pool, pool.field, pool.tally.sets),
        planned_sets(ladder, pool.pool),
        (fitted.entrants, tuple(map(tuple, superiority(fitted).tolist()))),
        cycles(pool.pairs),
        nash_average(pool.pairs),
        len(ladder.voids(pool.pool.id)),
    )


def _settings(summary: LadderSummary, ladder: StoredLadder) -> dict[str, Any]:
    meta = ladder.meta
    return {
        "ladder": summary.ladder,
        "seatings": meta["seatings"],
        "names": meta["names"],
        "on_fault": msgspec.json.decode(meta["on_fault"]),
        "rank_by": summary.rank_by,
        "null_twin": ladder.null_twin,
        "pools": [
            {
                "pool": pool.pool.id,
                "game": pool.pool.game,
                "variant": pool.pool.options,
                "format": ladder.epochs(pool.pool.id)[-1].format,
                "stop": ladder.events.terms(pool.pool.id).stop,
                "entrants": sorted({*pool.field} - (pool.former or frozenset())),
            }
            for pool in summary.pools
        ],
    }


def _fingerprint(secret: str) -> str:
    return hashlib.sha256(f"fingerprint of a ladder's secret: {secret}".encode()).hexdigest()[:FINGERPRINT]


def results_document(results: LadderResults, audience: Audience) -> dict[str, Any]:
    """The document, as plain values, with what the audience may see."""
    return {
        "schema": SCHEMA,
        "ladder": results.summary.ladder,
        "rank_by": results.summary.rank_by,
        "config": dict(results.settings),
        "config_hash": results.config_hash,
        "secret_fingerprint": results.secret,
        "entrants": [_entrant(entrant, audience) for entrant in results.entrants],
        "combined": msgspec.to_builtins(results.summary.combined),
        "pools": [_pool(pool, results, audience) for pool in results.pools],
    }


def _entrant(entrant: StoredEntrant, audience: Audience) -> dict[str, Any]:
    private = {"bot": entrant.spec, "options": dict(sorted(entrant.options.items())), "author": entrant.author}
    return {
        "key": entrant.key,
        "name": entrant.name,
        "version": entrant.version,
        "bundle": entrant.bundle,
        "noise": entrant.noise,
        "timed": entrant.timed,
        **(private if audience.sees(entrant) else {}),
    }


def _pool(pool: PoolResults, results: LadderResults, audience: Audience) -> dict[str, Any]:
    summary, analysis = pool.summary, pool.analysis
    nash = pool.nash
    entrants, stronger = pool.stronger
    return {
        "pool": summary.pool.id,
        "game": summary.pool.game,
        "variant": summary.pool.options,
        "unit": summary.unit,
        "margin_unit": summary.margin_unit,
        "sets": summary.tally.sets,
        "planned_sets": pool.planned,
        "void_sets": pool.void,
        "matches": summary.tally.matches,
        "deals": summary.tally.deals,
        "standings": list(standings_rows(summary)),
        "head_to_head": _columns(_pairs(summary)),
        "seats_and_roles": _columns(seats_and_roles_rows(summary)),
        "forfeits": _columns(forfeits_rows(summary)),
        "faults": [msgspec.to_builtins(note) for note in visible_faults(summary, results, audience)],
        "stronger": {"entrants": entrants, "probability": stronger},
        "cycles": msgspec.to_builtins(pool.cycles),
        "nash": None if nash is None else msgspec.to_builtins(nash),
        "bracket": bracket_rows(summary),
        "course": msgspec.to_builtins(analysis.course),
        "sets_seen": analysis.sets_seen,
        "shares": analysis.shares,
        "swings": _swings(analysis, own_keys(results, audience)),
        "margin_split": _split(analysis.split),
        "sets_replayed": analysis.sets_replayed,
        "matches_unreadable": analysis.unreadable,
        "habits": {
            key: msgspec.to_builtins(habits)
            for key, habits in analysis.habits.items()
            if key in own_keys(results, audience)
        },
    }


def own_keys(results: LadderResults, audience: Audience) -> frozenset[str]:
    """The entrants (`name@version`) that have a section of their own: on an author's page only the author's."""
    chosen = (entrant for entrant in results.entrants if audience.author is None or audience.is_own(entrant))
    return frozenset(entrant.key for entrant in chosen)


def visible_faults(summary: PoolSummary, results: LadderResults, audience: Audience) -> tuple[FaultNote, ...]:
    """The faults of a pool's field whose details the audience may see."""
    visible = {entrant.key for entrant in results.entrants if audience.sees(entrant)}
    return tuple(note for note in summary.faults if note.entrant in visible)


def _pairs(summary: PoolSummary) -> Iterator[dict[str, Any]]:
    """The head-to-head figures with the entrants by their places in the standings, from 0, as pairs are many."""
    places = {(row.name, row.version): place for place, row in enumerate(summary.rows)}
    for row in head_to_head_rows(summary):
        one, other = (row.pop("entrant"), row.pop("version")), (row.pop("opponent"), row.pop("opponent_version"))
        del row["pool"], row["margin_unit"]  # the same in all of them
        yield {"entrant": places[one], "opponent": places[other], **row}  # type: ignore[index]


def _swings(analysis: PoolAnalysis, own: frozenset[str]) -> dict[str, Any]:
    """The deals that moved most between any two, of whom one is of these; whose sets they are is named once.

    A deal is the place of its pairing, the set's number, the deal's, and what the first of the two gained more.
    """
    pairings: dict[str, int] = {}
    found = []
    for pair, swings in analysis.swings.items():
        if own.isdisjoint(pair):
            continue
        deals = []
        for swing in swings:
            pairing, _, k = swing.set.rpartition("/")
            deals.append((pairings.setdefault(pairing, len(pairings)), int(k), swing.deal, swing.gain))
        found.append({"entrants": pair, "deals": deals})
    return {"pairings": list(pairings), "found": found}


def _split(split: MarginSplit) -> dict[str, Any]:
    """What made the margins, in the pool's margin unit."""
    return {
        "sets": split.sets,
        "entrants": msgspec.to_builtins(split.entrants),
        "pairs": [{"entrants": pair, **msgspec.to_builtins(made)} for pair, made in split.pairs.items()],
        "surplus": msgspec.to_builtins(split.surplus),
    }


def _columns(rows: Iterator[dict[str, Any]]) -> dict[str, Any]:
    """Rows of the same fields with these named once."""
    found = list(rows)
    return {"columns": list(found[0]) if found else [], "rows": [list(row.values()) for row in found]}
