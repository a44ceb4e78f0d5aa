"""Swiss: in every round everybody meets somebody who has done about as well, and nobody twice while avoidable."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, count, islice
from math import comb
from typing import Final, Literal

import msgspec

from arena.ladder.formats.base import Epoch, Pairing
from arena.ladder.formats.drawing import Cost, draw_pairs, draw_tables, most_tables, seated
from arena.records import SetResult
from arena.seeds import lot
from arena.stats.set_points import place_points, ranks

_NOBODY: Final = ""
"""Whom the one meets who sits out."""


class SwissOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`rounds` over all epochs (None: without end), in each of which every pairing plays so many sets."""

    kind: Literal["swiss"]
    rounds: int | None = None
    sets_per_pairing: int = 1


class Swiss:
    """Rounds in which entrants of about the same score meet.

    A set counts ½ for a win and −½ for a loss, so sitting out, or coming late, is worth what a draw is; with more
    sides, half of those beaten less those that did better, over all others. A round is drawn once all sets before
    it have been heard, so that, in this order,

    - those sit out, if the field does not divide by the sides, who have played most;
    - nobody meets again whom it need not: the sum of (times met)² over all that meet is the least;
    - scores are close: the sum of (difference)² is the least, and low scores sit out;
    - lots decide, drawn from the names of the two and the round.

    For two sides such a draw is a matching of least weight, so it is the best there is. For more it is what a
    search comes to (`drawing`). A round that is cut short by a change of the field counts; the next begins with
    the new field and the scores so far.
    """

    looks_back: Final = False

    def __init__(self, epoch: Epoch, sides: int) -> None:
        self._sides = sides
        self._score: Counter[str] = Counter()
        self._played: Counter[str] = Counter()
        self._met: Counter[tuple[str, str]] = Counter()
        self._rounds = 0
        self._heard = 0
        self._tables = 0
        self._go_on(epoch)

    def goes_on(self, epoch: Epoch) -> bool:
        """Whether the format is still this one."""
        return bool(epoch.format["kind"] == "swiss")

    def begin(self, epoch: Epoch) -> None:
        """Go on with another field."""
        self._rounds += -(-self._heard // self.round_size) if self._heard else 0
        self._go_on(epoch)

    def _go_on(self, epoch: Epoch) -> None:
        self._epoch = epoch
        self._options = msgspec.convert(epoch.format, SwissOptions)
        self._heard = 0
        self._tables = most_tables(epoch.entrants, self._sides, epoch.authors)

    @property
    def round_size(self) -> int:
        """How many sets a round has."""
        return self._tables * self._options.sets_per_pairing

    @property
    def size(self) -> int | None:
        """How many sets are left to the last round."""
        rounds = self._options.rounds
        if self._tables == 0:
            return 0
        return None if rounds is None else max(0, rounds - self._rounds) * self.round_size

    def hear(self, result: SetResult | None) -> None:
        """Take in the next set."""
        self._heard += 1
        if result is None:
            return
        keys = [key for (key,) in result.sides]
        placed = ranks(place_points(result))
        for key, rank in zip(keys, placed, strict=True):
            self._score[key] += sum((other > rank) - (other < rank) for other in placed)
            self._played[key] += 1
        self._met.update(combinations(sorted(keys), 2))

    def pairings(self, passed: Iterable[Pairing]) -> Iterator[Pairing | None]:
        """The pairings of the rounds; in each all are played once, then all again, up to `sets_per_pairing`."""
        if self.size == 0:
            return
        first, begun = divmod(sum(1 for _ in passed), self.round_size)
        for number in count(first):
            if self._options.rounds is not None and self._rounds + number >= self._options.rounds:
                return
            while self._heard < number * self.round_size:
                yield None
            drawn = self._draw(self._rounds + number) * self._options.sets_per_pairing
            yield from islice(drawn, begun, None)
            begun = 0

    def _draw(self, number: int) -> list[Pairing]:
        """The pairings of a round, the best scores first."""
        label = f"arena/1/swiss/{number}"
        authors = self._epoch.authors
        lots = {key: lot(f"{label}/{key}") for key in self._epoch.entrants}
        order = sorted(lots, key=lambda key: (-self._score[key], lots[key], key))
        place = {key: n for n, key in enumerate(order)}
        drawn: list[Pairing]
        if self._sides == 2:
            everybody = order if len(order) % 2 == 0 else [*order, _NOBODY]
            drawn = [pair for pair in draw_pairs(everybody, self._cost(order, label)) if _NOBODY not in pair]
        else:
            by_need = sorted(order, key=lambda key: self._played[key])
            players = sorted(seated(by_need, self._tables, self._sides, authors), key=place.__getitem__)
            drawn = draw_tables(players, self._sides, authors, self._cost(order, label))
        return sorted(
            (tuple(sorted(table)) for table in drawn), key=lambda table: sorted(place[key] for key in table)
        )

    def _cost(self, order: list[str], label: str) -> Cost:
        """What it costs that two meet, or that one meets nobody: what matters more outweighs all of the rest."""
        meetings = comb(self._sides, 2) * len(order)
        scores = self._score
        lowest, most = scores[order[-1]], max(self._played[key] for key in order)
        lots = meetings << 32
        spread = 1 + meetings * (scores[order[0]] - lowest) ** 2
        again = 1 + meetings * max(self._met.values(), default=0) ** 2

        def cost(a: str, b: str) -> int:
            a, b = min(a, b), max(a, b)
            chance = lot(f"{label}/{a}/{b}")
            if a == _NOBODY:
                return ((most - self._played[b]) * again * spread + (scores[b] - lowest) ** 2) * lots + chance
            return (self._met[a, b] ** 2 * spread + (scores[a] - scores[b]) ** 2) * lots + chance

        return cost
