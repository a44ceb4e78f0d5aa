"""The fold of a pool's sets into counts, by entrant and by pair of entrants.

Everything here is a count or a sum, so memory grows with the entrants and the pairs that met, never with the
sets. `standings` and `head_to_head` turn it into frozen rows.
"""

from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

import msgspec

from arena.records import FaultKind, SetResult, entrant_at, match_name
from arena.stats.margins import SetMargins, set_margins
from arena.stats.means import SetSums
from arena.stats.positions import position_gains
from arena.stats.ranked_sets import RankedSet
from arena.stats.ratings import RatingTable
from arena.stats.set_points import (
    Outcome,
    deals,
    decisive_faults,
    gains,
    has_margin,
    outcome,
    place_points,
    ranks,
)

MAX_FAULT_NOTES: Final = 10
"""So many different faults of an entrant are kept with their detail; all are counted."""

Points = tuple[float, ...]
Gains = tuple[int, ...] | None


class FaultNote(msgspec.Struct, frozen=True):
    """A fault of an entrant, how often it happened, and the match where it happened first.

    A `substituted` one cost an action (F25, `play_on`), the others the match.
    """

    entrant: str
    kind: FaultKind
    detail: str
    substituted: bool
    count: int
    first_match: str


@dataclass(slots=True)
class MarginSums:
    """Margins of sets without a forfeited match, see `arena.stats.margins`."""

    gain: SetSums = field(default_factory=SetSums)
    """Points or tables, over deals played or over sets."""
    ranked: SetSums = field(default_factory=SetSums)
    """IMPs over deals compared, or place points over sets."""


@dataclass(slots=True)
class Stratum(MarginSums):
    """An entrant's margins, and its gains by position (`arena.stats.positions`)."""

    positions: dict[int, SetSums] = field(default_factory=dict)


@dataclass(slots=True)
class EntrantTally:
    """One entrant's counts; `gain` and `deals` cover the sets without a forfeited match."""

    sets: Counter[Outcome] = field(default_factory=Counter)
    matches: Counter[Outcome] = field(default_factory=Counter)
    gain: int = 0
    deals: int = 0
    forfeits: int = 0
    faults: Counter[FaultKind] = field(default_factory=Counter)
    substituted: int = 0
    notes: dict[tuple[FaultKind, str, bool], FaultNote] = field(default_factory=dict)
    strata: dict[tuple[str, ...], Stratum] = field(default_factory=dict)
    """By the opposing side, since it is no chance who was met how often; with several of them all under ()."""

    def note(self, entrant: str, kind: FaultKind, detail: str, substituted: bool, match: str) -> None:
        """Count a fault with its detail, unless there are too many different ones."""
        key = (kind, detail, substituted)
        seen = self.notes.get(key)
        if seen is not None:
            self.notes[key] = msgspec.structs.replace(seen, count=seen.count + 1)
        elif len(self.notes) < MAX_FAULT_NOTES:
            self.notes[key] = FaultNote(entrant, kind, detail, substituted, 1, match)


@dataclass(slots=True)
class PairTally:
    """Two entrants' sets against each other, seen from the first of the two."""

    sets: Counter[Outcome] = field(default_factory=Counter)
    margins: MarginSums = field(default_factory=MarginSums)


@dataclass(slots=True)
class PoolTally:
    """A pool's counts and ratings, folded from its sets in schedule order; `tally_bytes` writes it down.

    `start` is the score every side starts a match with: 0 points in Bridgette, the variant's `tables` in 56.
    `deal_by_deal` tells whether the seatings of a set are compared by deals or by whole matches (`set_margins`).
    """

    start: int = 0
    deal_by_deal: bool = True
    sets: int = 0
    matches: int = 0
    deals: int = 0
    ratings: RatingTable = field(default_factory=RatingTable)
    entrants: dict[str, EntrantTally] = field(default_factory=dict)
    pairs: dict[tuple[str, str], PairTally] = field(default_factory=dict)
    """By (first, second), the first one's name before the other's."""
    ranked: Counter[RankedSet] = field(default_factory=Counter)
    """How often every pairing ended in which ranks; the fit needs no more."""

    def add(self, result: SetResult) -> None:
        """Take in the next set of the schedule."""
        self.sets += 1
        self.matches += len(result.matches)
        self.deals += deals(result)
        self.ratings.update(result)
        points = place_points(result)
        gained = gains(result, self.start) if has_margin(result) else None
        set_ranks = ranks(points)
        self.ranked[RankedSet(result.sides, set_ranks, gained is None)] += 1
        self._count_entrants(result, set_ranks, gained)
        self._count_pairs(result, points)
        if gained is not None:
            self._count_positions(result)
            margins = set_margins(result, self.deal_by_deal)
            if margins is not None:
                self._count_margins(result, margins)
        self._count_faults(result)

    def _entrant(self, key: str) -> EntrantTally:
        tally = self.entrants.get(key)
        if tally is None:
            tally = self.entrants[key] = EntrantTally()
        return tally

    def _count_entrants(self, result: SetResult, set_ranks: tuple[int, ...], gained: Gains) -> None:
        for side, entrants in enumerate(result.sides):
            endings = [outcome(match.places, match.order.index(side)) for match in result.matches]
            for key in entrants:
                tally = self._entrant(key)
                tally.sets[outcome(set_ranks, side)] += 1
                tally.matches.update(endings)
                if gained is not None:
                    tally.gain += gained[side]
                    tally.deals += deals(result)

    def _count_pairs(self, result: SetResult, points: Points) -> None:
        for one, other in combinations(range(len(result.sides)), 2):
            pair_ranks = ranks([points[one], points[other]])
            for a in result.sides[one]:
                for b in result.sides[other]:
                    self._pair(a, b).sets[outcome(pair_ranks, int(a > b))] += 1

    def _count_margins(self, result: SetResult, margins: SetMargins) -> None:
        for (one, other), swing in margins.swings.items():
            for a in result.sides[one]:
                for b in result.sides[other]:
                    sums = self._pair(a, b).margins
                    sign = -1 if a > b else 1
                    sums.gain.add(sign * swing.gain, margins.over)
                    sums.ranked.add(sign * swing.ranked, margins.ranked_over)
        others = len(result.sides) - 1
        for side, entrants in enumerate(result.sides):
            swing = margins.of(side)
            for key in entrants:
                stratum = self._stratum(key, result, side)
                stratum.gain.add(swing.gain, others * margins.over)
                stratum.ranked.add(swing.ranked, others * margins.ranked_over)

    def _count_positions(self, result: SetResult) -> None:
        for side, at in enumerate(position_gains(result, self.start)):
            for key in result.sides[side]:
                positions = self._stratum(key, result, side).positions
                for position, count in enumerate(at.deals):
                    if count:
                        positions.setdefault(position, SetSums()).add(at.gained[position], count)

    def _pair(self, a: str, b: str) -> PairTally:
        key = (a, b) if a < b else (b, a)
        pair = self.pairs.get(key)
        if pair is None:
            pair = self.pairs[key] = PairTally()
        return pair

    def _stratum(self, key: str, result: SetResult, side: int) -> Stratum:
        strata = self._entrant(key).strata
        opponents = result.sides[1 - side] if len(result.sides) == 2 else ()
        stratum = strata.get(opponents)
        if stratum is None:
            stratum = strata[opponents] = Stratum()
        return stratum

    def _count_faults(self, result: SetResult) -> None:
        for seating, match in enumerate(result.matches, start=1):
            name = match_name(result.name, seating)
            for side in match.forfeited:
                for key in result.sides[match.order[side]]:
                    self._entrant(key).forfeits += 1
            for fault in decisive_faults(match):
                key = entrant_at(result.sides, match.order, fault.seat)
                self._entrant(key).faults[fault.kind] += 1
                self._entrant(key).note(key, fault.kind, fault.detail, False, name)
            for action in match.substituted:
                key = entrant_at(result.sides, match.order, action.seat)
                self._entrant(key).substituted += 1
                self._entrant(key).note(key, action.kind, action.detail, True, name)
