"""A ladder with made-up results, for the tests of what is told about it."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from arena.ladder.entrants import Pool
from arena.ladder.store import Store
from tests.ladder.kit import BRIDGETTE, SIX, make_ladder, opened, played

BOTH = {"games": [BRIDGETTE, SIX]}


def stored(folder: Path, entrants: Iterable[str] = "abc", sets: int | None = None, **keys: Any) -> Path:
    """The folder of a ladder of which each pool has played its first `sets` sets, or all."""
    ladder = make_ladder(folder, entrants, **keys)
    results = folder / "results" / ladder.name
    with opened(results, ladder) as store:
        for pool in ladder.pools:
            _play(store, pool, sets)
    return results


def _play(store: Store, pool: Pool, sets: int | None) -> None:
    tasks = [task for number, task in enumerate(store.missing(pool, None)) if sets is None or number < sets]
    store.add([played(task) for task in tasks])
