"""Knockout: who loses a tie, or two, is out; who is left has won."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from math import inf
from typing import Literal, NamedTuple

import msgspec

from arena.ladder.formats.base import Epoch, Pairing
from arena.ladder.formats.bracket import SECOND_FINAL, Bracket, Placed, Source, Tie, groups_bracket, pairs_bracket
from arena.records import SetResult
from arena.stats.ratings import RatingTable
from arena.stats.set_points import gains, has_margin, place_points, ranks


class KnockoutOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """See `Knockout`. `seeding`: names, the strongest first; the others follow in the order of the field."""

    kind: Literal["knockout"]
    sets_per_tie: int
    seeding: Literal["rating"] | tuple[str, ...] = "rating"
    level_tie: Literal["margin", "play_on"] = "margin"
    lives: int = 1
    third_place: bool = False
    advance: int = 1


class PlayedTie(msgspec.Struct, frozen=True):
    """A tie as it stands. `entrants` are in the order of their sources, None where that is not decided yet."""

    round: str
    entrants: tuple[str | None, ...]
    points: tuple[float, ...]
    """Sets won, ½ for a drawn one; with more sides, those beaten in each set, ½ for those level."""
    sets: int
    """How many have been played."""
    order: tuple[str, ...]
    """The entrants by place; empty until it is decided."""
    advance: int
    """How many of them go on."""
    walkover: bool
    """Whether it was decided by who left."""


class _Totals(NamedTuple):
    """What sets have come to for each of their pairing: twice the points of a tie, and the sum of margins."""

    points: tuple[int, ...]
    margins: tuple[int, ...]

    def plus(self, other: "_Totals", sign: int = 1) -> "_Totals":
        """With the sets of another added, or taken off."""
        return _Totals(
            tuple(a + sign * b for a, b in zip(self.points, other.points, strict=True)),
            tuple(a + sign * b for a, b in zip(self.margins, other.margins, strict=True)),
        )


@dataclass
class _Open:
    """A tie in which it is known who meets; `first` sets of the pairing belong to earlier ties."""

    tie: Tie
    entrants: tuple[str, ...]
    first: int
    sets: int = 0
    walkover: bool = False

    @property
    def pairing(self) -> Pairing:
        return tuple(sorted(self.entrants))


class Knockout:
    """Ties of `sets_per_tie` sets, drawn when the format begins.

    In a tie counts who won more sets, a drawn one ½ for each; in a group of more than two, how many were beaten,
    summed over the sets. If it is level there where it matters, `level_tie` decides: `play_on` has up to as many
    sets more, one by one, until it is not; then, and with `margin` at once, the greater sum of scores in sets
    without a forfeit decides, and at last the better seed.

    A tie is played as soon as those it waits for are decided, in the order of the bracket; with `play_on`, as soon
    as the round before is. The field at the beginning takes part; in groups of more than two sides, of each author
    only the first. Who comes later waits for the next knockout. Who leaves loses whatever is not decided, and
    coming back does not bring it back; a group that is short of somebody is not played on, it is ranked as it
    stands.
    """

    def __init__(self, epoch: Epoch, sides: int) -> None:
        self._sides = sides
        self._form = epoch.format
        self._options = msgspec.convert(epoch.format, KnockoutOptions)
        self._ratings = RatingTable()
        self._rated: set[str] = set()
        self._seeds: tuple[str, ...] | None = None
        self._bracket: Bracket = ()
        self._totals: dict[Pairing, list[_Totals]] = {}  # after each set of the pairing, and before the first
        self._has_heard = False
        self._left: dict[str, int] = {}
        self._leaving: dict[str, int] = {}
        self._earlier = 0

    @property
    def looks_back(self) -> bool:
        """Whether earlier sets matter: for the seeding."""
        return self._options.seeding == "rating"

    def goes_on(self, epoch: Epoch) -> bool:
        """Whether it is still this knockout; with other options another is drawn."""
        return epoch.format == self._form

    def begin(self, epoch: Epoch) -> None:
        """Draw, or go on without those who have left."""
        if not self._has_heard:
            self._seeds = self._seeded(epoch)
            self._bracket = self._drawn(len(self._seeds))
        assert self._seeds is not None
        gone = {key: epoch.number for key in self._seeds if key not in epoch.entrants}
        self._leaving = gone | self._left
        self._earlier = sum(len(totals) - 1 for totals in self._totals.values())

    def _seeded(self, epoch: Epoch) -> tuple[str, ...]:
        firsts = {epoch.authors[key]: key for key in reversed(epoch.entrants) if key in epoch.authors}
        field = [key for key in epoch.entrants if key not in epoch.authors or firsts[epoch.authors[key]] == key]
        seeding = self._options.seeding
        if seeding == "rating":
            return tuple(sorted(field, key=lambda key: self._strength(key), reverse=True))
        number = {name: n for n, name in enumerate(seeding)}
        return tuple(sorted(field, key=lambda key: number.get(key.rpartition("@")[0], len(number))))

    def _strength(self, key: str) -> float:
        return self._ratings.rating(key).conservative if key in self._rated else -inf

    def _drawn(self, entrants: int) -> Bracket:
        if entrants < self._sides:
            return ()
        if self._sides > 2:
            return groups_bracket(entrants, self._sides, self._options.advance)
        return pairs_bracket(entrants, self._options.lives, self._options.third_place)

    @property
    def round_size(self) -> int:
        """How many sets the whole bracket has at least."""
        return sum(tie.round != SECOND_FINAL for tie in self._bracket) * self._options.sets_per_tie

    @property
    def size(self) -> int | None:
        """How many sets are left, if that depends on no result."""
        if self._options.lives == 2 or self._options.level_tie == "play_on" or self._leaving:
            return None if self._bracket else 0
        return self.round_size - self._earlier

    def hear(self, result: SetResult | None) -> None:
        """Take in the next set: of this knockout, or, before it is drawn, another one for the ratings."""
        if self._seeds is None:
            if result is not None:
                self._ratings.update(result)
                self._rated.update(key for side in result.sides for key in side)
            return
        self._has_heard = True
        self._left = self._leaving
        if result is None:
            return
        placed = ranks(place_points(result))
        points = tuple(sum((other > rank) + (other >= rank) for other in placed) - 1 for rank in placed)
        margins = gains(result, 0) if has_margin(result) else (0,) * len(points)
        pairing = tuple(key for (key,) in result.sides)
        totals = self._totals.setdefault(pairing, [_Totals((0,) * len(points), (0,) * len(points))])
        totals.append(totals[-1].plus(_Totals(points, margins)))

    def pairings(self, passed: Iterable[Pairing]) -> Iterator[Pairing | None]:
        """The pairings of the sets, one tie after the other."""
        skip = sum(1 for _ in passed)
        for pairing in self._play([]):
            if pairing is not None and skip:
                skip -= 1
            else:
                yield pairing

    def ties(self) -> tuple[PlayedTie, ...]:
        """The bracket as far as has been heard."""
        opened: list[_Open] = []
        for pairing in self._play(opened):
            if pairing is None:
                break
        found = [self._shown(one) for one in opened]
        for tie in self._bracket[len(opened) :]:
            entrants = tuple(self._known(source, opened) for source in tie.sources)
            found.append(PlayedTie(tie.round, entrants, (0.0,) * len(entrants), 0, (), tie.advance, False))
        return tuple(found)

    def _known(self, source: Source, opened: list[_Open]) -> str | None:
        if isinstance(source, Placed) and not (source.tie < len(opened) and self._is_heard(opened[source.tie])):
            return None
        return self._entrant(source, opened)

    def _shown(self, one: _Open) -> PlayedTie:
        points, _ = self._sums(one)
        return PlayedTie(
            round=one.tie.round,
            entrants=one.entrants,
            points=tuple(points[key] / 2 for key in one.entrants),
            sets=self._heard(one),
            order=self._order(one) if self._is_heard(one) else (),
            advance=one.tie.advance,
            walkover=one.walkover,
        )

    def _play(self, opened: list[_Open]) -> Iterator[Pairing | None]:
        """The pairings of all sets that no earlier epoch has; every tie is added to `opened` as it begins."""
        scheduled = Counter({pairing: len(totals) - 1 for pairing, totals in self._totals.items()})
        used: Counter[Pairing] = Counter()

        def add(one: _Open, sets: int) -> Iterator[Pairing]:
            for _ in range(sets):
                if used[one.pairing] == scheduled[one.pairing]:
                    if self._leaving.keys() & set(one.entrants):
                        one.walkover = True
                        return
                    scheduled[one.pairing] += 1
                    yield one.pairing
                used[one.pairing] += 1
                one.sets += 1

        for _, ties in groupby(self._bracket, key=lambda tie: tie.round):
            playing: list[_Open] = []
            for tie in ties:
                for source in tie.sources:
                    while isinstance(source, Placed) and not self._is_heard(opened[source.tie]):
                        yield None
                entrants = tuple(self._entrant(source, opened) for source in tie.sources)
                one = _Open(tie, entrants, used[tuple(sorted(entrants))])
                if not (tie.round == SECOND_FINAL and entrants == opened[-1].entrants):
                    playing.append(one)
                    yield from add(one, self._options.sets_per_tie)
                opened.append(one)
            for _ in range(self._options.sets_per_tie if self._options.level_tie == "play_on" else 0):
                for one in playing:
                    while not self._is_heard(one):
                        yield None
                for one in playing:
                    if self._is_level(one):
                        yield from add(one, 1)

    def _entrant(self, source: Source, opened: list[_Open]) -> str:
        assert self._seeds is not None
        return (
            self._order(opened[source.tie])[source.place]
            if isinstance(source, Placed)
            else self._seeds[source.number]
        )

    def _heard(self, one: _Open) -> int:
        """How many sets of a tie have been heard."""
        return max(0, min(one.sets, len(self._totals.get(one.pairing, ())) - 1 - one.first))

    def _is_heard(self, one: _Open) -> bool:
        return self._heard(one) == one.sets

    def _sums(self, one: _Open) -> tuple[dict[str, int], dict[str, int]]:
        """Points and margins of each entrant of a tie."""
        if not self._heard(one):
            return dict.fromkeys(one.pairing, 0), dict.fromkeys(one.pairing, 0)
        totals = self._totals[one.pairing]
        points, margins = totals[one.first + self._heard(one)].plus(totals[one.first], -1)
        return dict(zip(one.pairing, points, strict=True)), dict(zip(one.pairing, margins, strict=True))

    def _is_level(self, one: _Open) -> bool:
        """Whether who goes on and who does not have as many points."""
        sums, _ = self._sums(one)
        points = sorted((sums[key] for key in one.entrants), reverse=True)
        return not one.walkover and points[one.tie.advance - 1] == points[one.tie.advance]

    def _order(self, one: _Open) -> tuple[str, ...]:
        """The entrants of a tie, all sets of which have been heard, by place. The first to leave comes last."""
        assert self._seeds is not None
        if not one.sets and not one.walkover:  # a second final that is not needed
            return one.entrants
        points, margins = self._sums(one)
        seeds = self._seeds

        def rank(key: str) -> tuple[float, int, int, int]:
            stayed = self._leaving.get(key, inf) if one.walkover else inf
            return -stayed, -points[key], -margins[key], seeds.index(key)

        return tuple(sorted(one.entrants, key=rank))
