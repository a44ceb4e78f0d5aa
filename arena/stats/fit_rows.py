"""The fit as frozen rows, one an entrant."""

from collections import Counter

import msgspec
import numpy as np

from arena.stats.confidence import DEVIATIONS
from arena.stats.connections import Open, connections
from arena.stats.fit import DECIMALS, Fit
from arena.stats.ranges import rank_ranges
from arena.stats.ranked_sets import RankedSets


class FitRow(msgspec.Struct, frozen=True):
    """One entrant's line of a fit."""

    rank: int
    """1 + the number of entrants with a higher strength."""
    entrant: str
    """`name@version`."""
    strength: float
    """In Elo points, mean 0 over the fitted field."""
    low: float
    """The 95 % interval of the strength, for this entrant alone, from `low` to `high`."""
    high: float
    rank_low: int
    """The best and (`rank_high`) the worst true rank; those of all rows hold at once with 95 %."""
    rank_high: int
    sets: int
    group: int
    """Entrants of one group are linked by sets; strengths of different groups compare by the prior alone."""
    open: Open | None
    """Why the strength is held only by the prior; None if results hold it."""


def fit_rows(fit: Fit, played: RankedSets) -> tuple[FitRow, ...]:
    """The rows of a fit of these sets, in its order; groups are numbered from 1 by their strongest entrant."""
    known = connections(played)
    groups = {group: n for n, group in enumerate(dict.fromkeys(known[e].group for e in fit.entrants), start=1)}
    sets: Counter[str] = Counter()
    for ranked, times in played.items():
        for entrant in {entrant for side in ranked.sides for entrant in side}:
            sets[entrant] += times
    half = DEVIATIONS * np.sqrt(np.diag(fit.covariance))
    return tuple(
        FitRow(
            rank=1 + int((fit.strengths > strength).sum()),
            entrant=entrant,
            strength=strength,
            low=round(strength - width, DECIMALS),
            high=round(strength + width, DECIMALS),
            rank_low=best,
            rank_high=worst,
            sets=sets[entrant],
            group=groups[known[entrant].group],
            open=known[entrant].open,
        )
        for entrant, strength, width, (best, worst) in zip(
            fit.entrants, fit.strengths.tolist(), half.tolist(), rank_ranges(fit), strict=True
        )
    )
