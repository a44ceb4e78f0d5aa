"""What the schedule of a pool may know of the sets that are stored."""

from collections.abc import Iterable, Iterator, Sequence

from arena.ladder.course import Place
from arena.ladder.formats import Epoch, Pairing, sees_results
from arena.ladder.stored import StoredLadder
from arena.records import SetResult


class Settled:
    """The finished sets of a pool, for formats that depend on results (`arena.ladder.course.Seen`)."""

    def __init__(self, ladder: StoredLadder, pool: str) -> None:
        self._ladder = ladder
        self._pool = pool

    def settled(self, start: Place) -> Iterator[tuple[Place, SetResult | None]]:
        """The finished sets from a place on without a gap, up to one that is to be played again."""
        epochs = self._ladder.epochs(self._pool)
        for placed in self._ladder.prefix(self._pool, start):
            if placed.result is None and may_be_played(epochs, placed.epoch, placed.sides):
                return
            yield placed.place, placed.result

    def pairings(self, epoch: int, sets: int) -> Iterator[tuple[Pairing, int]]:
        """The first so many sets of an epoch: who met, and which set of the pairing it was."""
        return self._ladder.pairings(self._pool, epoch, sets)


def may_be_played(epochs: Sequence[Epoch], number: int, sides: Iterable[Iterable[str]]) -> bool:
    """Whether a void set of an epoch is tried again: all who meet in it are in the field, and its stage goes on.

    Where a format depends on results, nobody may have been out of it since: what was decided then, without this
    set, would have to be decided anew.
    """
    if epochs[number - 1].stage != epochs[-1].stage:
        return False
    entrants = {key for side in sides for key in side}
    since = [epoch for epoch in epochs[number - 1 : -1] if sees_results(epoch)]
    return all(entrants.issubset(epoch.entrants) for epoch in [*since, epochs[-1]])
