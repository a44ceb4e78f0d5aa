"""The ties of a knockout before anybody has played: who meets is told by seeds, and by places in earlier ties."""

from itertools import count
from typing import Final

import msgspec

FINAL: Final = "final"
THIRD_PLACE: Final = "third place"
SECOND_FINAL: Final = "second final"
"""Played if who came with both lives has lost one in the final."""


class Seed(msgspec.Struct, frozen=True, tag=True):
    """An entrant by its seed, from 0, the strongest."""

    number: int


class Placed(msgspec.Struct, frozen=True, tag=True):
    """Who came to a place, from 0, the winner, of an earlier tie (by its number)."""

    tie: int
    place: int


Source = Seed | Placed


class Tie(msgspec.Struct, frozen=True):
    """Some sets between as many as a match has sides, the first `advance` of whom go on."""

    round: str
    sources: tuple[Source, ...]
    advance: int = 1


Bracket = tuple[Tie, ...]
"""Ties in the order in which they are played; each comes after those it waits for."""


def pairs_bracket(entrants: int, lives: int = 1, third_place: bool = False) -> Bracket:
    """Ties of two. Seeds are placed so that the strongest meet last; the top ones go without an opponent first.

    With two lives the losers play on among themselves, whoever loses twice is out, and the winner of these meets
    the winner of the others; if that one loses for the first time, they meet again.
    """
    return _two_lives(entrants) if lives == 2 else _one_life(entrants, third_place)


class _Ties(list[Tie]):
    """Ties of two as they are made. Where a bracket is not full, sources are None."""

    def meet_all(self, title: str, ones: list[Source | None]) -> tuple[list[Source | None], list[Source | None]]:
        """The winners of neighbours, and the losers; without an opponent there is no tie, and nobody loses."""
        winners: list[Source | None] = []
        losers: list[Source | None] = []
        for one, other in zip(ones[::2], ones[1::2], strict=True):
            if one is None or other is None:
                winners.append(one or other)
                losers.append(None)
            else:
                winners.append(Placed(len(self), 0))
                losers.append(Placed(len(self), 1))
                self.append(Tie(title, (one, other)))
        return winners, losers


def _one_life(entrants: int, third_place: bool) -> Bracket:
    ties = _Ties()
    going = _seeds(entrants)
    losers: list[Source | None] = []
    for number in count(1):
        if len(going) == 2:
            break
        going, losers = ties.meet_all("semi-finals" if len(going) == 4 else f"round {number}", going)
    if third_place and losers and None not in losers:
        ties.meet_all(THIRD_PLACE, losers)
    ties.meet_all(FINAL, going)
    return tuple(ties)


def _two_lives(entrants: int) -> Bracket:
    ties = _Ties()
    rounds = 0

    def play_on(losing: list[Source | None]) -> list[Source | None]:
        nonlocal rounds
        before = len(ties)
        losing, _ = ties.meet_all(f"losers' round {rounds + 1}", losing)
        rounds += len(ties) > before
        return losing

    going = _seeds(entrants)
    losing: list[Source | None] = []
    for number in count(1):
        if len(going) == 1:
            break
        going, losers = ties.meet_all(f"round {number}", going)
        if losing:
            losers = play_on([one for pair in zip(losing, losers[::-1], strict=True) for one in pair])
        losing = play_on(losers) if len(losers) > 1 else losers
    ties.meet_all(FINAL, going + losing)
    final = len(ties) - 1
    ties.meet_all(SECOND_FINAL, [Placed(final, 0), Placed(final, 1)])
    return tuple(ties)


def _seeds(entrants: int) -> list[Source | None]:
    return [Seed(seed) if seed < entrants else None for seed in _places(entrants)]


def _places(entrants: int) -> list[int]:
    """The seeds in the order of the bracket: neighbours meet, and so do the winners of neighbouring pairs."""
    order = [0]
    while len(order) < entrants:
        order = [seed for one in order for seed in (one, 2 * len(order) - 1 - one)]
    return order


def groups_bracket(entrants: int, sides: int, advance: int) -> Bracket:
    """Ties of three and more sides, from each of which the first `advance` go on, up to a final that is full.

    In every round as many groups play as can be filled and are needed; the best placed of those who sat out least
    sit out. So that the final is full, more may go on from the last group of the first round. Groups are filled in
    turn, to and fro, in the order of the seeds at first, then of the places: who sat out, winners, seconds ….
    """
    ties: list[Tie] = []
    out = entrants - sides  # so many have to go
    groups = -(-out // (sides - advance))
    spare = groups * (sides - advance) - out
    going: list[tuple[Source, int]] = [(Seed(seed), 0) for seed in range(entrants)]
    for number in count(1):
        tables = min(len(going) // sides, groups)
        if not tables:
            break
        groups -= tables
        by_rests = sorted(range(len(going)), key=lambda n: going[n][1])
        resting = set(by_rests[: len(going) - tables * sides])
        playing = [one for n, one in enumerate(going) if n not in resting]
        seats: list[list[tuple[Source, int]]] = [[] for _ in range(tables)]
        for n, one in enumerate(playing):
            lap, place = divmod(n, tables)
            seats[place if lap % 2 == 0 else tables - 1 - place].append(one)
        first = len(ties)
        for t, table in enumerate(seats):
            extra = spare if number == 1 and t == tables - 1 else 0
            ties.append(Tie(f"round {number}", tuple(source for source, _ in table), advance + extra))
        going = [(going[n][0], going[n][1] + 1) for n in sorted(resting)] + [
            (Placed(first + t, place), max(rests for _, rests in seats[t]))
            for place in range(sides)
            for t in range(tables)
            if place < ties[first + t].advance
        ]
    ties.append(Tie(FINAL, tuple(source for source, _ in going)))
    return tuple(ties)
