"""Which sets a pool plays, and in what order. Pure and lazy: nothing of it is ever held as a list."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, count, islice

from arena.ladder.formats import Epoch, Format, Pairing, make_format
from arena.records import SetTask
from arena.seeds import match_seed


def schedule(pool: str, sides: int, epochs: Sequence[Epoch], secret: str, start: int = 0) -> Iterator[SetTask]:
    """The sets of a pool in order, without end if the last epoch has no `sets_per_pairing`.

    A set's k counts the sets of its pairing over all epochs: what an earlier epoch has already played is not
    played again, and the numbers go on from there. `start` sets are passed over, much faster than by iterating.
    """
    for epoch, position, pairing, k in islice(_sets(sides, epochs), start, None):
        yield SetTask(
            pool=pool,
            epoch=epoch,
            position=position,
            sides=tuple((key,) for key in pairing),
            k=k,
            seed=match_seed(secret, pool, map(name_of, pairing), k),
        )


def planned_sets(sides: int, epochs: Sequence[Epoch]) -> int | None:
    """How many sets `schedule` yields for these epochs, or None if there is no end."""
    *_, last = epochs
    closed = sum(epoch.length or 0 for epoch in epochs)
    if last.length is not None:
        return closed
    form = make_format(last, sides)
    cycles = last.sets_per_pairing
    if form.pairings_per_cycle == 0:
        return closed
    if cycles is None:
        return None
    played = {pairing: k for _, _, pairing, k in _sets(sides, epochs[:-1])}
    meetings = _meetings(form, cycles) if played else Counter[Pairing]()
    skipped = sum(min(times, meetings[pairing]) for pairing, times in played.items())
    return closed + cycles * form.pairings_per_cycle - skipped


def pairings_per_cycle(sides: int, epoch: Epoch) -> int:
    """How many pairings, and so sets, each cycle of an epoch's format has."""
    return make_format(epoch, sides).pairings_per_cycle


def stop_after(sets: int | None, matches: int | None, matches_per_set: int) -> int | None:
    """At how many sets a pool stops, given the config's `stop` for it: whole sets only. None: it does not."""
    limits = [sets] if sets is not None else []
    if matches is not None:
        limits.append(matches // matches_per_set)
    return min(limits, default=None)


def name_of(key: str) -> str:
    """An entrant's name, from its key ``name@version``."""
    return key.rpartition("@")[0]


def _sets(sides: int, epochs: Sequence[Epoch]) -> Iterator[tuple[int, int, Pairing, int]]:
    """Epoch, position, pairing and k of each set.

    Memory: one count for each pairing that has met, which covers keep bounded by repeating after a period.
    """
    before: dict[Pairing, int] = {}  # sets of each pairing in the closed epochs
    for epoch in epochs:
        met: dict[Pairing, int] = {}  # meetings of each pairing in this epoch's format
        position = 0
        for pairing in _pairings(make_format(epoch, sides), epoch.sets_per_pairing):
            if position == epoch.length:
                break
            met[pairing] = k = met.get(pairing, 0) + 1
            if k > before.get(pairing, 0):
                yield epoch.number, position, pairing, k
                position += 1
        before |= {pairing: k for pairing, k in met.items() if k > before.get(pairing, 0)}


def _pairings(form: Format, cycles: int | None) -> Iterator[Pairing]:
    """The pairings of a number of cycles, or without end."""
    if form.pairings_per_cycle == 0:
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
