"""Formats of rounds without a ladder: schedules of them, with results that are made up."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from arena.ladder.course import Place
from arena.ladder.formats import Epoch, Pairing
from arena.ladder.schedule import Walk
from arena.records import DealResult, MatchResult, SetResult, SetTask, Termination

Outcome = Callable[[Pairing, int], Sequence[int]]
"""How many points each of a pairing has in its k-th set."""


def keys(n: int) -> tuple[str, ...]:
    """Entrants whose order in the config is not that of their keys."""
    return tuple(f"e{i * 7 % 100:02}@{i:012x}" for i in range(n))


def epoch(
    entrants: Sequence[str],
    form: dict[str, Any],
    number: int = 1,
    length: int | None = None,
    authors: dict[str, str] | None = None,
) -> Epoch:
    return Epoch(number, tuple(entrants), (), form, length, authors or {})


def by_chance(pairing: Pairing, k: int) -> list[int]:
    """Anything, and now and then a draw."""
    return [hashlib.sha256(f"{key}/{'+'.join(pairing)}/{k}".encode()).digest()[0] % 5 for key in pairing]


def by_strength(entrants: Sequence[str]) -> Outcome:
    """The earlier in the list always beat the later."""
    return lambda pairing, _: [-entrants.index(key) for key in pairing]


class Contest:
    """The schedule of some epochs as it is played: sets are finished in its order, `finish` so many of them."""

    def __init__(self, epochs: Sequence[Epoch], sides: int = 2, outcome: Outcome = by_chance) -> None:
        self.tasks: list[SetTask] = []
        self.finished = 0
        self._epochs = tuple(epochs)
        self._sides = sides
        self._outcome = outcome
        self.walk = self.walk_from(0)

    def walk_from(self, start: int) -> Walk:
        """Another walk along the same schedule."""
        return Walk("pool", self._sides, self._epochs, "secret", self, start)

    def next(self) -> SetTask | None:
        """The next set, if it is known before more are finished."""
        task = self.walk.next()
        if task is not None:
            self.tasks.append(task)
        return task

    def finish(self, sets: int = 1) -> None:
        self.finished = min(len(self.tasks), self.finished + sets)

    def play(self, most: int = 100_000) -> list[SetTask]:
        """Play up to so many sets, each finished only when another is asked for that depends on it."""
        while len(self.tasks) < most:
            if self.next() is None:
                if self.finished == len(self.tasks):
                    break
                self.finish()
        self.finish(len(self.tasks))
        return self.tasks

    def turn(self, entrants: Sequence[str], authors: dict[str, str] | None = None) -> None:
        """Change the field here."""
        ended, last = self._ended(), self._epochs[-1]
        following = epoch(entrants, last.format, last.number + 1, None, authors)
        self._go_on(ended, msgspec.structs.replace(following, stage=last.stage, since=last.since))

    def next_stage(self, entrants: Sequence[str], form: dict[str, Any], afresh: bool = False) -> None:
        """Begin another stage here."""
        ended, last = self._ended(), self._epochs[-1]
        following = epoch(entrants, form, last.number + 1)
        since = following.number if afresh else last.since
        self._go_on(ended, msgspec.structs.replace(following, stage=last.stage + 1, since=since))

    def _ended(self) -> Epoch:
        *closed, last = self._epochs
        return msgspec.structs.replace(last, length=len(self.tasks) - sum(one.length or 0 for one in closed))

    def _go_on(self, ended: Epoch, following: Epoch) -> None:
        self._epochs = (*self._epochs[:-1], ended, following)
        self.walk.turn(self._epochs)

    def result(self, task: SetTask) -> SetResult:
        scores = self._outcome(pairing_of(task), task.k)
        return SetResult(task.pool, task.sides, task.k, (_match(scores),))

    def settled(self, start: Place) -> Iterator[tuple[Place, SetResult | None]]:
        for task in self.tasks[: self.finished]:
            if (task.epoch, task.position) >= start:
                yield (task.epoch, task.position), self.result(task)

    def pairings(self, epoch: int, sets: int) -> Iterator[tuple[Pairing, int]]:
        here = [task for task in self.tasks[: self.finished] if task.epoch == epoch]
        return ((pairing_of(task), task.k) for task in here[:sets])


def pairing_of(task: SetTask) -> Pairing:
    return tuple(key for (key,) in task.sides)


def pairings(tasks: Sequence[SetTask]) -> list[Pairing]:
    return [pairing_of(task) for task in tasks]


def winners(contest: Contest, task: SetTask) -> list[str]:
    """Who did best in a set."""
    scores = contest.result(task).matches[0].scores
    return [key for key, score in zip(pairing_of(task), scores, strict=True) if score == max(scores)]


def assert_any_start_goes_on_the_same(contest: Contest) -> None:
    """Whatever is passed over, the rest is as it was."""
    tasks = contest.tasks
    for start in {0, 1, len(tasks) // 3, len(tasks) // 2, len(tasks) - 1, len(tasks)}:
        walk = contest.walk_from(start)
        assert [walk.next() for _ in tasks[start:]] == tasks[start:]


def _match(scores: Sequence[int]) -> MatchResult:
    n = len(scores)
    return MatchResult(
        order=tuple(range(n)),
        places=tuple(1 + sum(other > own for other in scores) for own in scores),
        scores=tuple(scores),
        deals=(DealResult(0, None, (0,) * n),),
        termination=Termination.PLAYED_OUT,
        forfeited=(),
        fault=None,
        substituted=(),
        transcript=b"",
    )
