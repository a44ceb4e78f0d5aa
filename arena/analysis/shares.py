"""How sets ended: which share of the place points an entrant got, and how often."""

from collections import Counter
from collections.abc import Collection

from arena.records import SetResult
from arena.stats.ratings import by_name
from arena.stats.set_points import place_points


class Shares:
    """The fold of a pool's sets; with two seatings a share is 0, ¼, ½, ¾ or 1."""

    def __init__(self) -> None:
        self._counts: dict[str, Counter[float]] = {}

    def add(self, result: SetResult) -> None:
        """Take in the next set."""
        most = len(result.matches) * (len(result.sides) - 1)
        for side, points in zip(result.sides, place_points(result), strict=True):
            for key in side:
                self._counts.setdefault(key, Counter())[points / most] += 1

    def of(self, field: Collection[str]) -> dict[str, tuple[tuple[float, int], ...]]:
        """By entrant of `field` (`name@version`) the shares, ascending, and how often each came."""
        return {key: tuple(sorted(self._counts.get(key, Counter()).items())) for key in sorted(field, key=by_name)}
