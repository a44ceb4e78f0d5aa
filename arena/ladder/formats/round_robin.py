"""Everybody meets everybody."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from arena.ladder.formats.authors import may_meet, total
from arena.ladder.formats.base import Pairing
from arena.ladder.formats.groups import group_count, group_period, groups


@dataclass(frozen=True)
class RoundRobin:
    """A cycle holds all groups of `sides` entrants or, when those are too many, a cover of them.

    Groups with two entrants of one author are left out (see `authors`).
    """

    entrants: tuple[str, ...]
    sides: int
    authors: Mapping[str, str] = field(default_factory=dict)

    @property
    def period(self) -> int:
        """After how many cycles the groups repeat."""
        return group_period(len(self.entrants), self.sides)

    def pairings_in(self, cycles: int) -> int:
        """How many groups the first so many cycles have."""
        return total(self._sizes, cycles)

    def cycle(self, number: int) -> Iterator[Pairing]:
        """The groups of a cycle."""
        for group in groups(len(self.entrants), self.sides, number):
            pairing = tuple(sorted(self.entrants[i] for i in group))
            if may_meet(pairing, self.authors):
                yield pairing

    @cached_property
    def _sizes(self) -> tuple[int, ...]:
        if not self.authors:
            return (group_count(len(self.entrants), self.sides),)
        return tuple(sum(1 for _ in self.cycle(number)) for number in range(self.period))
