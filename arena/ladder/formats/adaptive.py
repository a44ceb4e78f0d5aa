"""Adaptive: in every round those meet whose sets are expected to settle the order of the field most."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, count, islice
from math import ceil
from typing import Final, Literal

import msgspec

from arena.ladder.formats.base import Epoch, Pairing
from arena.ladder.formats.round_robin import RoundRobin
from arena.records import SetResult
from arena.stats.fit import fit
from arena.stats.pairing import adaptive_pairings
from arena.stats.ranked_sets import RankedSet, ranked_set

LEAST_GROWTH: Final = 0.05
"""The results are looked at anew once there are so many more rounds, or looking would cost more than playing."""


class AdaptiveOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many sets a round has, and how many every two entrants play before results decide who meets."""

    kind: Literal["adaptive"]
    sets_per_round: int = 100
    min_sets_per_pair: int = 2


class Adaptive:
    """Rounds of a fixed size. In the first of an epoch, every two entrants catch up to `min_sets_per_pair`.

    They do so in the order of a round robin, so who is new to the field gets the games it needs at once; what is
    missing to a whole round is made up by more of it. In the rounds after that those meet who are chosen by the
    fit of all sets of the pool up to the round before the last (`arena.stats.pairing`): the last one may still be
    in play, so nobody has to wait for it. From the twentieth round of an epoch on, a choice serves several rounds.
    Two that are the same bot do not meet in them, as no number of sets would settle their order.
    """

    looks_back: Final = True

    def __init__(self, epoch: Epoch, sides: int) -> None:
        self._sides = sides
        self._ranked: Counter[RankedSet] = Counter()
        self._met: Counter[tuple[str, str]] = Counter()
        self._heard = 0
        self.begin(epoch)

    def goes_on(self, epoch: Epoch) -> bool:
        """Whether the format is still this one."""
        return bool(epoch.format["kind"] == "adaptive")

    def begin(self, epoch: Epoch) -> None:
        """Go on with another field."""
        self._epoch = epoch
        self._options = msgspec.convert(epoch.format, AdaptiveOptions)
        self._round_robin = RoundRobin(epoch.entrants, self._sides, epoch.authors)
        self._heard = 0

    @property
    def round_size(self) -> int:
        """How many sets a round has."""
        return self._options.sets_per_round if self._can_play else 0

    @property
    def size(self) -> int | None:
        """There is no end, if there is a match at all."""
        return None if self._can_play else 0

    @property
    def _can_play(self) -> bool:
        return self._round_robin.pairings_in(self._round_robin.period) > 0

    def hear(self, result: SetResult | None) -> None:
        """Take in the next set."""
        self._heard += 1
        if result is None:
            return
        self._ranked[ranked_set(result)] += 1
        self._met.update(_pairs([key for side in result.sides for key in side]))

    def pairings(self, passed: Iterable[Pairing]) -> Iterator[Pairing | None]:
        """The pairings of the rounds."""
        if not self._can_play:
            return
        size = self._options.sets_per_round
        already = iter(passed)
        met = self._met.copy()
        done = 0
        for pairing in self._catching_up(met):
            done += 1
            if next(already, None) is None:
                yield pairing
        number = done // size
        while True:
            later = max(number + 1, ceil(number * (1 + LEAST_GROWTH)))
            sets = (later - number) * size
            block: Counter[tuple[str, str]] = Counter()
            begun = 0
            for pairing in islice(already, sets):
                block.update(_pairs(pairing))
                begun += 1
            if begun < sets:
                while self._heard < (number - 1) * size:
                    yield None
                choice = self._choose(met)
                for i in range(begun, sets):
                    block.update(_pairs(choice[i % len(choice)]))
                    yield choice[i % len(choice)]
            met += block
            number = later

    def _catching_up(self, met: Counter[tuple[str, str]]) -> Iterator[Pairing]:
        """What is missing to the least number of sets of every two, to whole rounds; `met` is brought forward."""
        size, least = self._options.sets_per_round, self._options.min_sets_per_pair
        form = self._round_robin
        sets = 0
        for number in range(form.period * least):
            for pairing in form.cycle(number):
                if any(met[pair] < least for pair in combinations(pairing, 2)):
                    met.update(_pairs(pairing))
                    sets += 1
                    yield pairing
        for pairing in islice(self._cycles(), -sets % size):
            met.update(_pairs(pairing))
            yield pairing

    def _cycles(self) -> Iterator[Pairing]:
        for number in count():
            yield from self._round_robin.cycle(number)

    def _choose(self, met: Counter[tuple[str, str]]) -> tuple[Pairing, ...]:
        """The pairings of a round, from what has been heard."""
        field, authors = self._epoch.entrants, self._epoch.authors
        size = self._options.sets_per_round
        found = fit(self._ranked, field)
        bots = _same_bots(field)
        chosen = adaptive_pairings(found, field, self._sides, size, met, authors=authors, bots=bots)
        return chosen or tuple(islice(self._cycles(), size))


def _same_bots(entrants: Iterable[str]) -> dict[str, str]:
    """The versions of those that have one in common, as a twin has: files and options are the same."""
    versions = {key: key.rpartition("@")[2] for key in entrants}
    times = Counter(versions.values())
    return {key: version for key, version in versions.items() if times[version] > 1}


def _pairs(pairing: Iterable[str]) -> list[tuple[str, str]]:
    return list(combinations(sorted(pairing), 2))
