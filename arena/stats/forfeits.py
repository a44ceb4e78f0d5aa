"""How entrants fare with and without the sets in which a match was forfeited."""

from collections import Counter
from collections.abc import Collection

import msgspec

from arena.stats.ranked_sets import RankedSets, without_forfeits
from arena.stats.ratings import by_name
from arena.stats.set_points import Outcome, outcome


class SetRecord(msgspec.Struct, frozen=True):
    """An entrant's sets won (alone first by place points), drawn (shared first) and lost."""

    won: int
    drawn: int
    lost: int

    @property
    def sets(self) -> int:
        """All of them."""
        return self.won + self.drawn + self.lost

    @property
    def score(self) -> float | None:
        """The share of the sets won, a drawn one counting half; None without any."""
        return (self.won + self.drawn / 2) / self.sets if self.sets else None


class ForfeitRow(msgspec.Struct, frozen=True):
    """An entrant's record over all sets, and over those in which nobody forfeited a match."""

    entrant: str
    """`name@version`."""
    every: SetRecord
    clean: SetRecord


def with_and_without_forfeits(played: RankedSets, field: Collection[str]) -> tuple[ForfeitRow, ...]:
    """A row for every entrant of `field` (`name@version`), by name."""
    every, clean = _records(played), _records(without_forfeits(played))
    nothing = SetRecord(0, 0, 0)
    return tuple(
        ForfeitRow(entrant, every.get(entrant, nothing), clean.get(entrant, nothing))
        for entrant in sorted(field, key=by_name)
    )


def _records(played: RankedSets) -> dict[str, SetRecord]:
    counts: dict[str, Counter[Outcome]] = {}
    for ranked, times in played.items():
        for side, entrants in enumerate(ranked.sides):
            for entrant in entrants:
                counts.setdefault(entrant, Counter())[outcome(ranked.ranks, side)] += times
    return {
        entrant: SetRecord(count[Outcome.WON], count[Outcome.DRAWN], count[Outcome.LOST])
        for entrant, count in counts.items()
    }
