"""One or several challengers against the field."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import lcm

from arena.ladder.formats.base import Pairing
from arena.ladder.formats.groups import group_count, group_period, groups


@dataclass(frozen=True)
class Gauntlet:
    """Every pairing holds exactly one challenger; the other entrants are the field.

    In a cycle each challenger meets the same groups of `sides` − 1 from the field: all of them or, when those
    are too many, a cover of the field.
    """

    entrants: tuple[str, ...]
    challengers: tuple[str, ...]
    sides: int

    @property
    def field(self) -> tuple[str, ...]:
        """The entrants that are not challengers."""
        return tuple(entrant for entrant in self.entrants if entrant not in self.challengers)

    @property
    def pairings_per_cycle(self) -> int:
        """How many pairings a cycle has."""
        return len(self.challengers) * group_count(len(self.field), self.sides - 1)

    @property
    def period(self) -> int:
        """After how many cycles the pairings repeat."""
        return group_period(len(self.field), self.sides - 1)

    def cycle(self, number: int) -> Iterator[Pairing]:
        """The pairings of a cycle: challengers in turn, and groups of the field in turn.

        Both turn at once. When both are back at their start together, which may be before all pairings are
        made, the groups step on by one; so every pairing comes once.
        """
        field = self.field
        rivals = list(groups(len(field), self.sides - 1, number))
        total = len(self.challengers) * len(rivals)
        lap = lcm(len(self.challengers), len(rivals))
        for i in range(total):
            group = rivals[(i + i // lap) % len(rivals)]
            challenger = self.challengers[i % len(self.challengers)]
            yield tuple(sorted((challenger, *(field[j] for j in group))))
