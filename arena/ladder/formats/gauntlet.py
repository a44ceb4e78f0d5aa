"""One or several challengers against the field."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import lcm

from arena.ladder.formats.authors import may_meet, total
from arena.ladder.formats.base import Pairing
from arena.ladder.formats.groups import group_count, group_period, groups


@dataclass(frozen=True)
class Gauntlet:
    """Every pairing holds exactly one challenger; the other entrants are the field.

    In a cycle each challenger meets the same groups of `sides` − 1 from the field: all of them or, when those
    are too many, a cover of the field. Pairings with two entrants of one author are left out (see `authors`).
    """

    entrants: tuple[str, ...]
    challengers: tuple[str, ...]
    sides: int
    authors: Mapping[str, str] = field(default_factory=dict)

    @property
    def rivals(self) -> tuple[str, ...]:
        """The entrants that are not challengers."""
        return tuple(entrant for entrant in self.entrants if entrant not in self.challengers)

    @property
    def period(self) -> int:
        """After how many cycles the pairings repeat."""
        return group_period(len(self.rivals), self.sides - 1)

    def pairings_in(self, cycles: int) -> int:
        """How many pairings the first so many cycles have."""
        return total(self._sizes, cycles)

    def cycle(self, number: int) -> Iterator[Pairing]:
        """The pairings of a cycle: challengers in turn, and groups of the field in turn.

        Both turn at once. When both are back at their start together, which may be before all pairings are
        made, the groups step on by one; so every pairing comes once.
        """
        rivals = self.rivals
        opposing = list(groups(len(rivals), self.sides - 1, number))
        turns = len(self.challengers) * len(opposing)
        lap = lcm(len(self.challengers), len(opposing))
        for i in range(turns):
            group = opposing[(i + i // lap) % len(opposing)]
            challenger = self.challengers[i % len(self.challengers)]
            pairing = tuple(sorted((challenger, *(rivals[j] for j in group))))
            if may_meet(pairing, self.authors):
                yield pairing

    @cached_property
    def _sizes(self) -> tuple[int, ...]:
        if not self.authors:
            return (len(self.challengers) * group_count(len(self.rivals), self.sides - 1),)
        return tuple(sum(1 for _ in self.cycle(number)) for number in range(self.period))
