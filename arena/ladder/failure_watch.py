"""When the harness itself is failing, so that going on would only make more sets void."""

from collections import deque
from typing import Final

from arena.records import SetTask

WINDOW: Final = 200
MOST: Final = 0.05
"""The share of the last `WINDOW` sets that may be void."""


class FailureWatch:
    """Takes in the sets of a run as they end, played or given up as void.

    There is an alarm when too many of the last ones are void, and would be without those of any one entrant too:
    whose sets alone fail may be the cause, and the others play on.
    """

    def __init__(self) -> None:
        self._last: deque[tuple[frozenset[str], bool]] = deque(maxlen=WINDOW)
        self._cause = ""

    def add(self, task: SetTask, cause: str | None) -> None:
        """Take in the next set, and why it is void; None: it is not."""
        self._last.append((frozenset(key for side in task.sides for key in side), cause is not None))
        self._cause = cause or self._cause

    @property
    def alarm(self) -> str | None:
        """Why the run should stop, if it should."""
        voids = sum(is_void for _, is_void in self._last)
        if voids <= MOST * WINDOW:
            return None
        suspects = {key for entrants, is_void in self._last if is_void for key in entrants}
        if any(map(self._explains, suspects)):
            return None
        cause = self._cause.strip().rpartition("\n")[2]
        last = f"the last {len(self._last)}, whoever plays in them"
        return f"too many to go on: {voids} of {last} (last cause: {cause})"

    def _explains(self, key: str) -> bool:
        """Whether few enough are void where an entrant does not play."""
        others = [is_void for entrants, is_void in self._last if key not in entrants]
        return bool(others) and sum(others) <= MOST * len(others)
