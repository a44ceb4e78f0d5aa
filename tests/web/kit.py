"""A ladder that is played set by set, for the tests of the live page."""

from itertools import islice
from pathlib import Path
from typing import Any

from tests.ladder.kit import BRIDGETTE, Entrants, make_ladder, missing, opened, played


class Growing:
    """A ladder on disk to which sets are added while it is looked at."""

    def __init__(self, folder: Path, entrants: Entrants = "abc", **keys: Any) -> None:
        self._ladder = make_ladder(folder, entrants, **({"games": [BRIDGETTE]} | keys))
        self.folder = folder / "results" / self._ladder.name
        self.play(0)

    def play(self, sets: int) -> None:
        """Add so many sets."""
        with opened(self.folder, self._ladder) as store:
            store.add([played(task) for task in islice(missing(store, self._ladder), sets)])
            store.close("these sets are played")
