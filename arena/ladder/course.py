"""A format that depends on results, and how much of them it has heard. Pure, given what has been played."""

from collections import deque
from collections.abc import Iterator
from itertools import islice
from typing import Final, Protocol

from arena.ladder.formats import Epoch, Pairing, RoundFormat
from arena.records import SetResult

Place = tuple[int, int]
"""Where in a pool's schedule something is: the epoch's number, and the position in it."""

_READ_AHEAD: Final = 1000


class Seen(Protocol):
    """What a schedule may know of the sets that have been played."""

    def settled(self, start: Place) -> Iterator[tuple[Place, SetResult | None]]:
        """The finished sets from a place of the schedule on without a gap, up to one that is to be played again.

        None stands for a set that was never played and will not be.
        """
        ...

    def pairings(self, epoch: int, sets: int) -> Iterator[tuple[Pairing, int]]:
        """The first so many sets of an epoch: who met, and which set of the pairing it was."""
        ...


class NothingSeen:
    """Nothing has been played."""

    def settled(self, start: Place) -> Iterator[tuple[Place, SetResult | None]]:
        """No sets."""
        return iter(())

    def pairings(self, epoch: int, sets: int) -> Iterator[tuple[Pairing, int]]:
        """No sets."""
        return iter(())


class Course:
    """A format in the epochs through which it goes on.

    `heard` counts the sets of the schedule that it knows, or never has to, up to the place from which on it hears
    them.
    """

    def __init__(self, form: RoundFormat, seen: Seen, place: Place, heard: int) -> None:
        self.form = form
        self._seen = seen
        self._place = place
        self._heard = heard
        self._ahead: deque[tuple[Place, SetResult | None]] = deque()
        self._to_begin: deque[tuple[Epoch, int]] = deque()

    def enter(self, epoch: Epoch, before: int) -> None:
        """Go on with an epoch, before which the schedule has so many sets."""
        self._to_begin.append((epoch, before))

    @property
    def size(self) -> int | None:
        """How many sets the epoch has; None if that is not known (yet)."""
        return self.form.size if self._begin() else None

    def pairings(self, epoch: Epoch, passed: int) -> Iterator[Pairing | None]:
        """The pairings of the epoch after so many that are passed over; None: first more sets must be finished."""
        while not self._begin():
            yield None
        already = (pairing for pairing, _ in self._seen.pairings(epoch.number, passed))
        for pairing in self.form.pairings(already):
            if pairing is not None:
                yield pairing
                continue
            while not self._hear():
                yield None

    def hear(self, sets: int) -> None:
        """Hear all finished sets among the first so many of the schedule, to tell how the format stands.

        No pairings follow from that.
        """
        if self._begin():
            while self._heard < sets and self._hear():
                pass

    def _begin(self) -> bool:
        """Begin the epochs entered, once all sets before each have been heard; whether the last has begun."""
        while self._to_begin:
            epoch, before = self._to_begin[0]
            while self._heard < before:
                if not self._hear():
                    return False
            self.form.begin(epoch)
            self._to_begin.popleft()
        return True

    def _hear(self) -> bool:
        """Let the format hear one more set, if there is one."""
        if not self._ahead:
            self._ahead.extend(islice(self._seen.settled(self._place), _READ_AHEAD))
        if not self._ahead:
            return False
        place, result = self._ahead.popleft()
        self.form.hear(result)
        self._place = (place[0], place[1] + 1)
        self._heard += 1
        return True
