"""What a format is: a fixed order of pairings in cycles that repeat, or rounds that depend on results."""

from collections.abc import Iterable, Iterator
from typing import Any, Protocol

import msgspec

from arena.records import SetResult

Pairing = tuple[str, ...]
"""The entrants that meet in a set, one a side, by key and sorted by it (the seatings give each every place)."""


class Epoch(msgspec.Struct, frozen=True):
    """A stretch of a pool's schedule under one list of entrants and one format.

    `entrants` and `challengers` are keys (`name@version`): the config's in document order, then the submitted ones
    as they came; `format` is the config's, `authors` names the authors of those that must be kept apart. The
    positions 0 … `length` − 1 hold; the last epoch is open and has None. A change of the field closes it and
    appends another. In a later `stage` the entrants are those who reached it, the best first; sets of epochs
    before the `since`-th do not matter to it.
    """

    number: int
    entrants: tuple[str, ...]
    challengers: tuple[str, ...]
    format: dict[str, Any]
    length: int | None
    authors: dict[str, str] = {}
    stage: int = 1
    since: int = 1

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


class RoundFormat(Protocol):
    """Pairings in rounds, the later ones decided by results of the earlier ones.

    Pure: the epochs, and the results heard in the order of the schedule, give the pairings. It hears of a set only
    when it has asked for one more, so what it knows at any pairing is the same in every run. Only `begin` and
    `hear` change it.
    """

    @property
    def looks_back(self) -> bool:
        """Whether it also hears the sets that were played before it began, under other formats."""
        ...

    def goes_on(self, epoch: Epoch) -> bool:
        """Whether it is still the format in an epoch that follows; if not, another begins."""
        ...

    def begin(self, epoch: Epoch) -> None:
        """Go on with another field; all sets before the epoch have been heard.

        An epoch from which nothing has been heard when the next begins leaves no trace.
        """
        ...

    def pairings(self, passed: Iterable[Pairing]) -> Iterator[Pairing | None]:
        """The pairings of the epoch's sets in order, after those that have been passed over.

        None asks for the next set of the schedule to be heard first.
        """
        ...

    def hear(self, result: SetResult | None) -> None:
        """Take in the next set; None: it was never played and will not be."""
        ...

    @property
    def round_size(self) -> int:
        """How many sets the epoch's first round has; in a knockout, all of them."""
        ...

    @property
    def size(self) -> int | None:
        """How many sets the epoch has; None if only the results will tell, or it has no end."""
        ...
