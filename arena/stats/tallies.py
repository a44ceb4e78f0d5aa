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
    """Two entrants' sets against each other, seen from the first of the two.

    `margin` is the first's score less the second's, summed over `deals` deals of sets without a forfeited
    match.
    """

    sets: Counter[Outcome] = field(default_factory=Counter)
    margin: int = 0
    deals: int = 0


class PoolTally:
    """A pool's counts and ratings, folded from its sets in schedule order.

    `start` is the score every side starts a match with: 0 points in Bridgette, the variant's `tables` in 56.
    """

    def __init__(self, start: int = 0) -> None:
        self.start = start
        self.sets = 0
        self.matches = 0
        self.deals = 0
        self.ratings = RatingTable()
        self.entrants: dict[str, EntrantTally] = {}
        self.pairs: dict[tuple[str, str], PairTally] = {}
        """By (first, second), the first one's name before the other's."""

    def add(self, result: SetResult) -> None:
        """Take in the next set of the schedule."""
        self.sets += 1
        self.matches += len(result.matches)
        self.deals += deals(result)
        self.ratings.update(result)
        points = place_points(result)
        gained = gains(result, self.start) if has_margin(result) else None
        self._count_entrants(result, points, gained)
        self._count_pairs(result, points, gained)
        self._count_faults(result)

    def _entrant(self, key: str) -> EntrantTally:
        tally = self.entrants.get(key)
        if tally is None:
            tally = self.entrants[key] = EntrantTally()
        return tally

    def _count_entrants(self, result: SetResult, points: Points, gained: Gains) -> None:
        set_ranks = ranks(points)
        for side, entrants in enumerate(result.sides):
            endings = [outcome(match.places, match.order.index(side)) for match in result.matches]
            for key in entrants:
                tally = self._entrant(key)
                tally.sets[outcome(set_ranks, side)] += 1
                tally.matches.update(endings)
                if gained is not None:
                    tally.gain += gained[side]
                    tally.deals += deals(result)

    def _count_pairs(self, result: SetResult, points: Points, gained: Gains) -> None:
        for one, other in combinations(range(len(result.sides)), 2):
            for a in result.sides[one]:
                for b in result.sides[other]:
                    (first, p), (second, q) = sorted([(a, one), (b, other)])
                    pair = self.pairs.setdefault((first, second), PairTally())
                    pair.sets[outcome(ranks([points[p], points[q]]), 0)] += 1
                    if gained is not None:
                        pair.margin += gained[p] - gained[q]
                        pair.deals += deals(result)

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
