"""What a format is: a fixed order of pairings, in cycles that repeat for as long as the ladder goes on."""

from collections.abc import Iterator
from typing import Any, Protocol

import msgspec

Pairing = tuple[str, ...]
"""The entrants that meet in a set, one a side, by key and sorted by it (the seatings give each every place)."""


class Epoch(msgspec.Struct, frozen=True):
    """A stretch of a pool's schedule under one list of entrants and one format.

    `entrants` and `challengers` are keys (`name@version`): the config's in document order, then the submitted ones
    as they came; `format` is the config's, `authors` names the authors of those that must be kept apart. The
    positions 0 … `length` − 1 hold; the last epoch is open and has None. A change of the field closes it and
    appends another.
    """

    number: int
    entrants: tuple[str, ...]
    challengers: tuple[str, ...]
    format: dict[str, Any]
    length: int | None
    authors: dict[str, str] = {}

    @property
    def sets_per_pairing(self) -> int | None:
        """After how many cycles of the format the epoch ends; None: never."""
        cycles: int | None = self.format.get("sets_per_pairing")
        return cycles


class Format(Protocol):
    """Pairings in cycles. Pure: the same entrants give the same pairings."""

    @property
    def period(self) -> int:
        """After how many cycles the pairings repeat."""
        ...

    def pairings_in(self, cycles: int) -> int:
        """How many pairings the first so many cycles have; 0 when there are too few entrants to play."""
        ...

    def cycle(self, number: int) -> Iterator[Pairing]:
        """The pairings of a cycle, numbered from 0, in the order to play them; none occurs twice in it.

        The order is interleaved: at any point in it the entrants have met about equally often.
        """
        ...
