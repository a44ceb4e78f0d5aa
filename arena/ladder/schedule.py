"""Which sets a pool plays, and in what order. Pure and lazy: nothing of it is ever held as a list."""

from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, count, islice

from arena.ladder.course import Course, NothingSeen, Place, Seen
from arena.ladder.formats import Epoch, Format, Pairing, make_format, make_round_format, sees_results
from arena.records import SetTask
from arena.seeds import match_seed

__all__ = ["Place", "Walk", "first_pairings", "name_of", "planned_sets", "schedule", "stop_after"]


class Walk:
    """A walk along the schedule of a pool from its `start`-th set on; epochs may be appended while it goes on.

    In a format of cycles a set's k counts the sets of its pairing over all epochs: what an earlier epoch of the
    stage has already played is not played again, and the numbers go on from there. In a format of rounds, and in
    another stage, every set is a new one, numbered likewise. `seen` is what has been played, for formats that
    depend on it; None: nothing. `index` is how many sets have been passed, `place` where the next one stands.

    Memory: one count for each pairing that has met, which covers keep bounded by repeating after a period.
    """

    def __init__(
        self, pool: str, sides: int, epochs: Sequence[Epoch], secret: str, seen: Seen | None = None, start: int = 0
    ) -> None:
        self._pool = pool
        self._sides = sides
        self._secret = secret
        self._seen = NothingSeen() if seen is None else seen
        self._passed: dict[Pairing, int] = {}
        self._earlier: Mapping[Pairing, int] = {}
        self._stage = self._since = 1
        self._since_set = 0
        self._course: Course | None = None
        self._sets: Iterator[tuple[Pairing, int] | None] = iter(())
        self._left: int | None = 0
        self._end: int | None = 0
        self._foreseen: int | None = None
        self.index = 0
        self.place: Place = (1, 0)
        self.last_epoch = epochs[-1].number if epochs else 0
        self._coming = deque(epoch for epoch in epochs if epoch.length != 0)
        while self._left == 0 and self._coming:
            self._enter(self._coming.popleft(), start - self.index)
        if self._coming:
            self._foreseen = None if any(map(sees_results, epochs)) else planned_sets(sides, epochs)

    @property
    def end(self) -> int | None:
        """How many sets there are in all; None if there is no end, or it is not known (yet)."""
        if self._coming:
            return self._foreseen
        if self._end is None and self._course is not None:
            size = self._course.size
            return None if size is None else self._first + size
        return self._end

    @property
    def course(self) -> Course | None:
        """The format of the present epoch, if it is one of rounds."""
        return self._course

    def next(self) -> SetTask | None:
        """The next set; None at the end, or before more of the earlier sets are finished."""
        try:
            found = next(self._sets) if self._left != 0 else None
        except StopIteration:
            self._left, self._end = 0, self.index
            found = None
        if self._left == 0 and self._coming:
            self._enter(self._coming.popleft(), 0)
            return self.next()
        if found is None:
            return None
        pairing, k = found
        epoch, position = self.place
        self._pass(1)
        return SetTask(
            pool=self._pool,
            epoch=epoch,
            position=position,
            sides=tuple((key,) for key in pairing),
            k=k,
            seed=match_seed(self._secret, self._pool, map(name_of, pairing), k),
        )

    def turn(self, epochs: Sequence[Epoch]) -> None:
        """Go on with the last of these epochs from here, where those before it have been closed."""
        *_, last = epochs
        self.last_epoch = last.number
        self._coming.clear()
        self._enter(last, 0)

    def _enter(self, epoch: Epoch, start: int) -> None:
        """Go on with an epoch from its `start`-th set on, or from its end."""
        self.place = (epoch.number, 0)
        self._first = self.index
        self._left = epoch.length
        most = start if epoch.length is None else min(start, epoch.length)
        if epoch.stage != self._stage:
            self._stage = epoch.stage
            self._earlier = dict(self._passed)
            self._course = None
        if epoch.since != self._since:
            self._since, self._since_set = epoch.since, self.index
        enter = self._enter_rounds if sees_results(epoch) else self._enter_cycles
        self._pass(enter(epoch, most))

    def _enter_cycles(self, epoch: Epoch, start: int) -> int:
        self._course = None
        rest = _planned(self._sides, epoch, Counter(self._passed) - Counter(self._earlier))
        self._end = None if rest is None else self._first + rest
        self._sets = sets = _in_cycles(self._sides, epoch, self._passed, self._earlier)
        passed = sum(1 for _ in islice(sets, start))
        if passed < start:
            self._left = passed
        return passed

    def _enter_rounds(self, epoch: Epoch, start: int) -> int:
        if self._course is None or not self._course.form.goes_on(epoch):
            form = make_round_format(epoch, self._sides)
            back = (self._since, self._since_set)
            number, heard = back if form.looks_back else (epoch.number, self._first)
            place = (number, 0)
            self._course = Course(form, self._seen, place, heard)
        self._course.enter(epoch, self._first)
        self._end = None if epoch.length is None else self._first + epoch.length
        passed = 0
        for pairing, k in self._seen.pairings(epoch.number, start):
            self._passed[pairing] = k
            passed += 1
        self._sets = self._in_rounds(self._course, epoch, passed)
        return passed

    def _in_rounds(self, course: Course, epoch: Epoch, passed: int) -> Iterator[tuple[Pairing, int] | None]:
        for pairing in course.pairings(epoch, passed):
            if pairing is None:
                yield None
            else:
                self._passed[pairing] = k = self._passed.get(pairing, 0) + 1
                yield pairing, k

    def _pass(self, sets: int) -> None:
        epoch, position = self.place
        self.place = (epoch, position + sets)
        self.index += sets
        if self._left is not None:
            self._left -= sets


def schedule(
    pool: str, sides: int, epochs: Sequence[Epoch], secret: str, start: int = 0, seen: Seen | None = None
) -> Iterator[SetTask]:
    """The sets of a pool in order, from the `start`-th on, as far as they are known; see `Walk`."""
    return iter(Walk(pool, sides, epochs, secret, seen, start).next, None)


def planned_sets(sides: int, epochs: Sequence[Epoch], seen: Seen | None = None) -> int | None:
    """How many sets `schedule` yields for these epochs, or None if there is no end, or it is not known (yet)."""
    return Walk("", sides, epochs, "", seen, sum(epoch.length or 0 for epoch in epochs)).end


def first_pairings(sides: int, epoch: Epoch) -> int:
    """How many pairings, and so sets, the first cycle of an epoch's format has, or its first round."""
    if not sees_results(epoch):
        return make_format(epoch, sides).pairings_in(1)
    form = make_round_format(epoch, sides)
    form.begin(epoch)
    return form.round_size


def stop_after(sets: int | None, matches: int | None, matches_per_set: int) -> int | None:
    """At how many sets a pool stops, given the config's `stop` for it: whole sets only. None: it does not."""
    limits = [sets] if sets is not None else []
    if matches is not None:
        limits.append(matches // matches_per_set)
    return min(limits, default=None)


def name_of(key: str) -> str:
    """An entrant's name, from its key ``name@version``."""
    return key.rpartition("@")[0]


def _in_cycles(
    sides: int, epoch: Epoch, passed: dict[Pairing, int], earlier: Mapping[Pairing, int]
) -> Iterator[tuple[Pairing, int]]:
    """Pairing and k of each set of an epoch; `passed`, the last k of each pairing, is brought forward.

    `earlier` has the last k of earlier stages.
    """
    met: dict[Pairing, int] = {}  # the last k of each pairing in this epoch's format
    for pairing in _pairings(make_format(epoch, sides), epoch.sets_per_pairing):
        met[pairing] = k = met.get(pairing, earlier.get(pairing, 0)) + 1
        if k > passed.get(pairing, 0):
            passed[pairing] = k
            yield pairing, k


def _planned(sides: int, epoch: Epoch, passed: Mapping[Pairing, int]) -> int | None:
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
