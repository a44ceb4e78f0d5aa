"""Everybody meets everybody."""

from collections.abc import Iterator
from dataclasses import dataclass

from arena.ladder.formats.base import Pairing
from arena.ladder.formats.groups import group_count, group_period, groups


@dataclass(frozen=True)
class RoundRobin:
    """A cycle holds all groups of `sides` entrants or, when those are too many, a cover of them."""

    entrants: tuple[str, ...]
    sides: int

    @property
    def pairings_per_cycle(self) -> int:
        """How many groups a cycle has."""
        return group_count(len(self.entrants), self.sides)

    @property
    def period(self) -> int:
        """After how many cycles the groups repeat."""
        return group_period(len(self.entrants), self.sides)

    def cycle(self, number: int) -> Iterator[Pairing]:
        """The groups of a cycle."""
        for group in groups(len(self.entrants), self.sides, number):
            yield tuple(sorted(self.entrants[i] for i in group))
