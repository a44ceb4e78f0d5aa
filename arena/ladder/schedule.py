"""Which sets a pool plays, and in what order. Pure and lazy: nothing of it is ever held as a list."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, count, islice

from arena.ladder.formats import Epoch, Format, Pairing, make_format
from arena.records import SetTask
from arena.seeds import match_seed

Place = tuple[int, int]
"""Where in a pool's schedule something is: the epoch's number, and the position in it."""


class Walk:
    """A walk along the schedule of a pool, from its first set on; epochs may be appended while it goes on.

    A set's k counts the sets of its pairing over all epochs: what an earlier epoch has already played is not
    played again, and the numbers go on from there. `index` is how many sets have been passed, `end` how many
    there are in all, or None if the last epoch has no `sets_per_pairing`.

    Memory: one count for each pairing that has met, which covers keep bounded by repeating after a period.
    """

    def __init__(self, pool: str, sides: int, epochs: Sequence[Epoch], secret: str) -> None:
        self._pool = pool
        self._sides = sides
        self._secret = secret
        self._epochs = tuple(epochs)
        self._passed: dict[Pairing, int] = {}
        self._sets = self._sets_of(self._epochs)
        self.index = 0
        self.place: Place = (1, 0)
        self.end = planned_sets(sides, epochs)

    @property
    def last_epoch(self) -> int:
        """The number of the last epoch."""
        return self._epochs[-1].number

    def next(self) -> SetTask | None:
        """The next set, or None at the end."""
        found = next(self._sets, None)
        if found is None:
            return None
        epoch, position, pairing, k = found
        self.index += 1
        self.place = (epoch, position + 1)
        return SetTask(
            pool=self._pool,
            epoch=epoch,
            position=position,
            sides=tuple((key,) for key in pairing),
            k=k,
            seed=match_seed(self._secret, self._pool, map(name_of, pairing), k),
        )

    def pass_over(self, sets: int) -> None:
        """Go on by so many sets, much faster than by `next`."""
        for epoch, position, _, _ in islice(self._sets, sets):
            self.index += 1
            self.place = (epoch, position + 1)

    def turn(self, epochs: Sequence[Epoch]) -> None:
        """Go on with the last of these epochs from here, where those before it have been closed."""
        *_, last = self._epochs = tuple(epochs)
        self._sets = self._sets_of([last])
        self.place = (last.number, 0)
        rest = _planned(self._sides, last, self._passed)
        self.end = None if rest is None else self.index + rest

    def _sets_of(self, epochs: Sequence[Epoch]) -> Iterator[tuple[int, int, Pairing, int]]:
        return _sets(self._sides, epochs, self._passed)


def schedule(pool: str, sides: int, epochs: Sequence[Epoch], secret: str, start: int = 0) -> Iterator[SetTask]:
    """The sets of a pool in order, from the `start`-th on; see `Walk`."""
    walk = Walk(pool, sides, epochs, secret)
    walk.pass_over(start)
    return iter(walk.next, None)


def planned_sets(sides: int, epochs: Sequence[Epoch]) -> int | None:
    """How many sets `schedule` yields for these epochs, or None if there is no end."""
    if not epochs:
        return 0
    *closed, last = epochs
    before = sum(epoch.length or 0 for epoch in closed)
    passed: dict[Pairing, int] = {}
    for _ in _sets(sides, closed, passed):
        pass
    rest = _planned(sides, last, passed)
    return None if rest is None else before + rest


def first_pairings(sides: int, epoch: Epoch) -> int:
    """How many pairings, and so sets, the first cycle of an epoch's format has."""
    return make_format(epoch, sides).pairings_in(1)


def stop_after(sets: int | None, matches: int | None, matches_per_set: int) -> int | None:
    """At how many sets a pool stops, given the config's `stop` for it: whole sets only. None: it does not."""
    limits = [sets] if sets is not None else []
    if matches is not None:
        limits.append(matches // matches_per_set)
    return min(limits, default=None)


def name_of(key: str) -> str:
    """An entrant's name, from its key ``name@version``."""
    return key.rpartition("@")[0]


def _sets(
    sides: int, epochs: Sequence[Epoch], passed: dict[Pairing, int]
) -> Iterator[tuple[int, int, Pairing, int]]:
    """Epoch, position, pairing and k of each set; `passed`, the last k of each pairing, is brought forward."""
    for epoch in epochs:
        met: dict[Pairing, int] = {}  # meetings of each pairing in this epoch's format
        position = 0
        if epoch.length == 0:
            continue
        for pairing in _pairings(make_format(epoch, sides), epoch.sets_per_pairing):
            met[pairing] = k = met.get(pairing, 0) + 1
            if k > passed.get(pairing, 0):
                passed[pairing] = k
                yield epoch.number, position, pairing, k
                position += 1
                if position == epoch.length:
                    break


def _planned(sides: int, epoch: Epoch, passed: dict[Pairing, int]) -> int | None:
    """How many sets an epoch has after others in which the pairings met so often."""
    if epoch.length is not None:
        return epoch.length
    form = make_format(epoch, sides)
    cycles = epoch.sets_per_pairing
    if form.pairings_in(form.period) == 0:
        return 0
    if cycles is None:
        return None
    meetings = _meetings(form, cycles) if passed else Counter[Pairing]()
    skipped = sum(min(times, meetings[pairing]) for pairing, times in passed.items())
    return form.pairings_in(cycles) - skipped


def _pairings(form: Format, cycles: int | None) -> Iterator[Pairing]:
    """The pairings of a number of cycles, or without end."""
    if form.pairings_in(form.period) == 0:
        return iter(())
    numbers = count() if cycles is None else range(cycles)
    return chain.from_iterable(form.cycle(number) for number in numbers)


def _meetings(form: Format, cycles: int) -> Counter[Pairing]:
    """How often each pairing meets in a number of cycles, from one period of the format."""
    periods, rest = divmod(cycles, form.period)
    meetings: Counter[Pairing] = Counter()
    for number in range(min(form.period, cycles)):
        for pairing in form.cycle(number):
            meetings[pairing] += periods + (number < rest)
    return meetings
