"""Two entrants compared set by set: against each other, or each against the same others on the same cards."""

from collections import Counter
from collections.abc import Hashable

from arena.records import SetResult
from arena.stats.set_points import place_points


class Duel:
    """The scores of entrant `a` against entrant `b` (`name@version`), folded from sets in schedule order.

    A score is ½ + (a's share − b's share) / 2; a share is the place points of a set over the most that there are.
    In a set of these two alone the score is a's share, and is called so wherever people read it: a *set score*
    only asks who won (`set_score`). Elsewhere it compares a set of a's with the set of b's that has the same
    opponents and the same number, and so the same cards; it comes with the later of the two. Sets of others are
    passed over.
    """

    def __init__(self, a: str, b: str) -> None:
        self.a = a
        self.b = b
        self.scores: Counter[float] = Counter()
        """How often each score has occurred."""
        self._waiting: dict[Hashable, tuple[str, float]] = {}
        self._shares = (0.0, 0.0)

    @property
    def sets(self) -> int:
        """How many sets of each of the two have been compared."""
        return self.scores.total()

    @property
    def shares(self) -> tuple[float, float] | None:
        """The mean shares of a and b in the sets compared; None without any."""
        a, b = self._shares
        return (a / self.sets, b / self.sets) if self.sets else None

    def add(self, result: SetResult) -> float | None:
        """Take in the next set of the schedule; the score, if one comes of it."""
        points = dict(zip(result.sides, place_points(result), strict=True))
        present = [key for key in (self.a, self.b) if (key,) in points]
        most = len(result.matches) * (len(result.sides) - 1)
        if len(present) == 2:
            return self._count(points[(self.a,)], points[(self.b,)], most)
        if not present:
            return None
        (key,) = present
        card = (result.pool, frozenset(points) - {(key,)}, result.k)
        other, theirs = self._waiting.get(card, (key, 0.0))
        if other == key:
            self._waiting[card] = key, points[(key,)]
            return None
        del self._waiting[card]
        mine = points[(key,)]
        return self._count(mine, theirs, most) if key == self.a else self._count(theirs, mine, most)

    def _count(self, own: float, others: float, most: int) -> float:
        score = (most + own - others) / (2 * most)
        self.scores[score] += 1
        self._shares = self._shares[0] + own / most, self._shares[1] + others / most
        return score
