"""What seats and sides are called on the screen."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Labels:
    """The names at the seats, the seats of each side, and the person's seat (None when bots play alone)."""

    names: Sequence[str]
    sides: Sequence[Sequence[int]]
    you: int | None

    def seat(self, seat: int) -> str:
        """A seat: ``you``, ``partner 2``, ``seat 3``; at a table for two the name if it tells who is meant."""
        if seat == self.you:
            return "you"
        if len(self.names) == 2 and self.names[0] != self.names[1]:
            return self.names[seat]
        return f"{'partner' if self._is_yours(seat) else 'seat'} {seat}"

    def side(self, side: int) -> str:
        """A side: ``your side`` or ``side 1``; in a game without partners it is the seat."""
        seats = self.sides[side]
        if len(seats) == 1:
            return self.seat(seats[0])
        return "your side" if self.you in seats else f"side {side}"

    def _is_yours(self, seat: int) -> bool:
        return any(seat in seats and self.you in seats for seats in self.sides)
