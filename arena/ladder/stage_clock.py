"""How long a stage has been played, over all runs: what its `stop: {hours: …}` goes by."""

from datetime import timedelta
from typing import Final

from arena.ladder.deadline import Clock
from arena.ladder.store import Store

NOTED: Final = timedelta(seconds=1)
"""The least time between two notes: so much of it a kill may lose."""


class StageClock:
    """Goes on from what is stored as long as a run plays. Measured, like all that is in tables `run_…`."""

    def __init__(self, store: Store, pool: str, stage: int, hours: float, clock: Clock) -> None:
        self._store = store
        self._pool = pool
        self._stage = stage
        self._clock = clock
        self._noted = clock()
        self._end = self._noted + timedelta(hours=hours) - store.stage_time(pool, stage)

    @property
    def is_past(self) -> bool:
        """Whether its time is over."""
        return self._clock() >= self._end

    def note(self) -> None:
        """Store how long it has been played."""
        now = self._clock()
        if now - self._noted >= NOTED:
            self._store.add_stage_time(self._pool, self._stage, now - self._noted)
            self._noted = now
