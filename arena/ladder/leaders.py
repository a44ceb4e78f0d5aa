"""Who leads each pool while the ladder runs."""

from itertools import islice
from typing import Final

from arena.ladder.entrants import Ladder
from arena.ladder.fold import kept_fold
from arena.ladder.rows import find_pool
from arena.ladder.schedule import name_of
from arena.ladder.store import Store

MOST_SETS: Final = 300
"""Sets folded at one update, so that catching up with a long ladder never holds up its play."""


class Leaders:
    """The contiguous finished prefix of each pool, folded a little at each update, and kept for the next."""

    def __init__(self, store: Store, ladder: Ladder) -> None:
        self._store = store
        pools = store.rules()
        self._folds = {pool.id: kept_fold(store, find_pool(pools, pool.id)) for pool in ladder.pools}

    def update(self) -> None:
        """Fold some of the sets that have joined the prefix."""
        for pool, fold in self._folds.items():
            stop = self._store.stop(pool)
            most = MOST_SETS if stop is None else min(MOST_SETS, stop - fold.sets)
            for placed in islice(self._store.prefix(pool, fold.following), max(0, most)):
                fold.add(placed)
            fold.keep(self._store.folder)

    def text(self) -> str:
        """The leader's name, for each pool if there are several; empty before the first set."""
        leaders = {pool: fold.tally.ratings.leader(self._store.field(pool)) for pool, fold in self._folds.items()}
        names = {pool: name_of(key) for pool, key in leaders.items() if key is not None}
        if len(self._folds) == 1:
            return "".join(names.values())
        return ", ".join(f"{pool} {name}" for pool, name in names.items())
