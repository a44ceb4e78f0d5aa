"""The course of a pool's ratings: what they were after so many sets."""

from collections.abc import Collection, Iterable

import msgspec

from arena.records import SetResult
from arena.stats.ratings import RatingTable, by_name

POINTS = 100
"""So many points at most are kept of each entrant's course."""


class RatingCourse(msgspec.Struct, frozen=True):
    """The ratings of a field after so many sets of the schedule."""

    after: tuple[int, ...]
    """The numbers of sets, ascending."""
    ratings: dict[str, tuple[tuple[float, float] | None, ...]]
    """By entrant (`name@version`) mu and sigma at each of these; None before its first set."""


def rating_course(sets: Iterable[SetResult], field: Collection[str], most: int) -> RatingCourse:
    """The course over `sets`, the first of a pool's schedule, at most `most` of them."""
    table = RatingTable()
    step = max(1, -(-most // POINTS))
    played: set[str] = set()
    after: list[int] = []
    ratings: dict[str, list[tuple[float, float] | None]] = {key: [] for key in sorted(field, key=by_name)}

    def note(number: int) -> None:
        after.append(number)
        for key, course in ratings.items():
            rating = table.rating(key)
            course.append((rating.mu, rating.sigma) if key in played else None)

    number = 0
    for number, result in enumerate(sets, start=1):
        table.update(result)
        played.update(key for side in result.sides for key in side)
        if number % step == 0:
            note(number)
    if number % step:
        note(number)
    return RatingCourse(tuple(after), {key: tuple(course) for key, course in ratings.items()})
