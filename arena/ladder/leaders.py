"""Who leads each pool while the ladder runs."""

from itertools import islice
from typing import Final

from arena.ladder.entrants import Ladder
from arena.ladder.schedule import name_of
from arena.ladder.store import Store
from arena.stats.ratings import RatingTable

MOST_SETS: Final = 300
"""Sets folded at one update, so that catching up with a long ladder never holds up its play."""


class Leaders:
    """Ratings of the contiguous finished prefix of each pool, brought forward a little at each update."""

    def __init__(self, store: Store, ladder: Ladder) -> None:
        self._store = store
        self._tables = {pool.id: RatingTable() for pool in ladder.pools}
        self._next = dict.fromkeys(self._tables, (1, 0))
        self._folded = dict.fromkeys(self._tables, 0)

    def update(self) -> None:
        """Fold some of the sets that have joined the prefix."""
        for pool, table in self._tables.items():
            stop = self._store.stop(pool)
            most = MOST_SETS if stop is None else min(MOST_SETS, stop - self._folded[pool])
            for placed in islice(self._store.prefix(pool, self._next[pool]), max(0, most)):
                self._folded[pool] += 1
                if placed.result is not None:
                    table.update(placed.result)
                self._next[pool] = (placed.epoch, placed.position + 1)

    def text(self) -> str:
        """The leader's name, for each pool if there are several; empty before the first set."""
        leaders = {pool: table.leader(self._store.field(pool)) for pool, table in self._tables.items()}
        names = {pool: name_of(key) for pool, key in leaders.items() if key is not None}
        if len(self._tables) == 1:
            return "".join(names.values())
        return ", ".join(f"{pool} {name}" for pool, name in names.items())
