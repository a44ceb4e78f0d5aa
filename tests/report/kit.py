"""A ladder with made-up results, for the tests of what is told about it."""

from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import Any

from tests.ladder.kit import BRIDGETTE, SIX, make_ladder, missing, opened, played

BOTH = {"games": [BRIDGETTE, SIX]}


def stored(folder: Path, entrants: Iterable[str] = "abc", sets: int | None = None, **keys: Any) -> Path:
    """The folder of a ladder of which each pool has played its first `sets` sets, or all."""
    ladder = make_ladder(folder, entrants, **keys)
    results = folder / "results" / ladder.name
    with opened(results, ladder) as store:
        for pool in range(len(ladder.pools)):
            store.add([played(task) for task in islice(missing(store, ladder, pool), sets)])
    return results
