"""All that a pool's sets tell of two of its entrants."""

from collections import Counter

from arena.errors import ArenaError, did_you_mean
from arena.hosts.thinking import Thinking
from arena.ladder.costly import CostlyDeals
from arena.ladder.rows import PoolRules
from arena.ladder.stored import StoredLadder
from arena.records import SetResult
from arena.stats.duel import Duel
from arena.stats.fit import fit
from arena.stats.ranges import superiority
from arena.stats.ranked_sets import RankedSet, ranked_set
from arena.stats.tallies import PoolTally

MOST_DEALS = 10
"""So many of the deals that moved the result most are kept."""


class Encounter:
    """The fold of a pool's sets that compares `a` and `b` (`name@version`).

    `tally` and `duel` have the sets in which both played, on different sides; `ranked` has every set of the pool,
    since others say something of the two as well. Memory grows with the pairings that met, never with the sets.
    """

    def __init__(self, pool: PoolRules, a: str, b: str) -> None:
        self.pool = pool
        self.a = a
        self.b = b
        rules, variant = pool.rules, pool.variant
        self.tally = PoolTally(rules.starting_score(variant), rules.compares_by_deal(variant))
        self.duel = Duel(a, b)
        self.costly = CostlyDeals(pool, a, b, MOST_DEALS, gains_too=True)
        self.ranked: Counter[RankedSet] = Counter()
        self.thinking: dict[str, Thinking] = {}

    def add(self, result: SetResult, seed: str) -> None:
        """Take in the next set, with its transcripts; `seed` is that of its matches."""
        self.ranked[ranked_set(result)] += 1
        sides = [{side for side, keys in enumerate(result.sides) if key in keys} for key in (self.a, self.b)]
        if not (sides[0] and sides[1]) or sides[0] == sides[1]:
            return
        self.tally.add(result)
        self.costly.add(result, seed)
        if all((key,) in result.sides for key in (self.a, self.b)):
            self.duel.add(result)

    def superiority(self) -> float | None:
        """The probability that `a` is stronger than `b`, by the fit of all sets; None if one of them has none."""
        fitted = fit(self.ranked)
        if not {self.a, self.b} <= set(fitted.entrants):
            return None
        row, column = (fitted.entrants.index(key) for key in (self.a, self.b))
        return float(superiority(fitted)[row, column])


def find_key(ladder: StoredLadder, pool: str, text: str) -> str | None:
    """The entrant (`name@version`) that is meant by a name with or without its version; None if not in the pool.

    A name alone means the version that is in the pool's field, or else the last one that was.
    """
    ever = dict.fromkeys(key for epoch in ladder.epochs(pool) for key in epoch.entrants)
    if text in ever:
        return text
    found = [key for key in ever if key.rpartition("@")[0] == text]
    present = [key for key in found if key in ladder.field(pool)]
    return (present or found)[-1] if found else None


def check_known(ladder: StoredLadder, text: str) -> None:
    """Raise ArenaError, with what there is instead, if no entrant is called so."""
    keys = [entrant.key for entrant in ladder.entrants()]
    names = dict.fromkeys(entrant.name for entrant in ladder.entrants())
    if text not in names and text not in keys:
        near = did_you_mean(text, [*names, *keys] if "@" in text else names)
        raise ArenaError(f"no entrant {text!r}; this ladder has: {', '.join(names)}{near}")
