"""What a ladder does at the moment, as the live page tells it."""

from collections import deque
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec

from arena.ladder.latest import LastRun, Latest, NewSet
from arena.ladder.lock import is_held

SHOWN: Final = 12
"""How many of the latest sets and of the latest faults are told."""
LOOKED_BACK: Final = 2_000
"""How many stored sets are looked through for the latest when the page is opened, or after a gap."""
RATE_S: Final = 60.0
"""Over how long the rate is taken."""


class PoolStatus(msgspec.Struct, frozen=True):
    """How far a pool is; `planned` is None if nothing but the clock ends it."""

    pool: str
    sets: int
    matches: int
    planned: int | None


class Status(msgspec.Struct, frozen=True):
    """A moment of a ladder.

    `state` is ``running``, ``stopped``, ``died``, ``new`` or ``unreadable``, `said` tells it in a sentence. The
    rate is over the last minute, None while nothing is known; `left_s` is None if there is no planned end.
    `latest` are the sets stored last, newest first, `faults` those of them that are void or in which someone
    faulted. `page` numbers the report's versions.
    """

    state: str
    said: str
    pools: tuple[PoolStatus, ...]
    matches_per_s: float | None
    left_s: float | None
    latest: tuple[NewSet, ...]
    faults: tuple[NewSet, ...]
    page: int


class StatusReader:
    """Reads a ladder's status again and again, each time only what is new.

    `planned`, to be set by whoever knows, is how many sets each pool is to have.
    """

    def __init__(self, folder: Path) -> None:
        self.planned: Mapping[str, int | None] = {}
        self._folder = folder
        self._row = 0
        self._counts: dict[str, tuple[int, int]] = {}
        self._latest: deque[NewSet] = deque(maxlen=SHOWN)
        self._faults: deque[NewSet] = deque(maxlen=SHOWN)
        self._seen: deque[tuple[float, int, int]] = deque()

    @property
    def row(self) -> int:
        """The last stored set that was seen; it tells whether anything is new."""
        return self._row

    def read(self, clock: float, page: int) -> Status:
        """The status now, at this reading of a monotonic clock. Raises StoreError if the ladder cannot be read."""
        with Latest(self._folder) as latest:
            row = latest.last_row()
            if row != self._row or not self._counts:
                self._take_in(latest, row)
            run = latest.last_run()
        sets = sum(count for count, _ in self._counts.values())
        matches = sum(count for _, count in self._counts.values())
        self._seen.append((clock, sets, matches))
        while self._seen[0][0] < clock - RATE_S:
            self._seen.popleft()
        state, said = _state(run, is_held(self._folder))
        rates = self._rates() if state == "running" else None
        return Status(
            state,
            said,
            tuple(PoolStatus(pool, *counts, self.planned.get(pool)) for pool, counts in self._counts.items()),
            None if rates is None else rates[1],
            None if rates is None else self._left(rates[0]),
            tuple(reversed(self._latest)),
            tuple(reversed(self._faults)),
            page,
        )

    def _take_in(self, latest: Latest, row: int) -> None:
        if self._row == 0 or row < self._row or row - self._row > LOOKED_BACK:
            self._counts = latest.counts(row)
            self._row = max(0, row - LOOKED_BACK)
            known = False
        else:
            known = True
        for new in latest.newer(self._row, LOOKED_BACK):
            self._latest.append(new)
            if new.faulty or new.void:
                self._faults.append(new)
            if known:
                pool = new.name.partition("/")[0]
                sets, matches = self._counts.get(pool, (0, 0))
                self._counts[pool] = sets + 1, matches + new.matches
            self._row = new.row

    def _rates(self) -> tuple[float, float] | None:
        """Sets and matches a second; None until there is a second to look back on."""
        (since, sets, matches), (now, sets_now, matches_now) = self._seen[0], self._seen[-1]
        if now - since < 1:
            return None
        return (sets_now - sets) / (now - since), (matches_now - matches) / (now - since)

    def _left(self, rate: float) -> float | None:
        """The seconds left at this rate of sets; None if there is no end to be reached."""
        left = 0
        for pool, (sets, _) in self._counts.items():
            planned = self.planned.get(pool)
            if planned is None:
                return None
            left += max(0, planned - sets)
        return left / rate if rate else None


def _state(run: LastRun | None, held: bool) -> tuple[str, str]:
    """What the ladder does, in a word and in a sentence."""
    if held:
        return "running", "The ladder is running."
    if run is None:
        return "new", "The ladder has not run yet."
    if run.ended is None:
        return "died", f"The run that began {_time(run.started)} has died. The same command goes on with it."
    return "stopped", f"The run ended {_time(run.ended)}: {run.reason}."


def _time(text: str) -> str:
    return datetime.fromisoformat(text).astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
