"""What a ladder will take, told before it is played: its size, hours and disk."""

import secrets
import time
from dataclasses import dataclass
from itertools import islice
from typing import Final

from arena.ladder.entrants import Ladder, Pool
from arena.ladder.executors.base import Play
from arena.ladder.plan import plan_pool
from arena.ladder.schedule import pairings_per_cycle, schedule
from arena.ladder.store import first_epoch

TIMING_SETS: Final = 2
ROW_BYTES: Final = 115
"""Database bytes of a match besides its transcript, with its share of the set's (measured: 105–113)."""


@dataclass(frozen=True)
class Estimate:
    """A pool's size, and the mean of a few timing sets played in this process."""

    pool: str
    pairings: int
    sets: int
    matches: int
    seconds_per_set: float
    bytes_per_match: float

    def hours(self, workers: int) -> float:
        """The time to play all of it."""
        return self.sets * self.seconds_per_set / max(1, workers) / 3600

    @property
    def megabytes(self) -> float:
        """The database's size when all is played."""
        return self.matches * self.bytes_per_match / 1e6


def rehearse(ladder: Ladder, play: Play) -> tuple[Estimate, ...]:
    """Play two timing sets of each pool, storing nothing."""
    return tuple(_rehearse(ladder, pool, play) for pool in ladder.pools)


def _rehearse(ladder: Ladder, pool: Pool, play: Play) -> Estimate:
    epoch = first_epoch(ladder, pool)
    plan = plan_pool(ladder, pool, [epoch])
    secret = ladder.config.seed or secrets.token_hex(16)
    started = time.perf_counter()
    tasks = islice(schedule(pool.id, pool.sides, [epoch], secret), TIMING_SETS)
    results = [play(task) for task in tasks]
    seconds = time.perf_counter() - started
    transcripts = [len(match.transcript) for result in results for match in result.matches]
    return Estimate(
        pool=pool.id,
        pairings=pairings_per_cycle(pool.sides, epoch),
        sets=plan.end or 0,
        matches=plan.matches or 0,
        seconds_per_set=seconds / max(1, len(results)),
        bytes_per_match=ROW_BYTES + sum(transcripts) / max(1, len(transcripts)),
    )
