"""Every two entrants' sets against each other, as frozen rows."""

from collections.abc import Collection

import msgspec

from arena.stats.margin_fields import margin_fields
from arena.stats.ratings import by_name
from arena.stats.set_points import Outcome
from arena.stats.set_score import set_score_interval
from arena.stats.tallies import MarginSums, PairTally, PoolTally


class HeadToHeadRow(msgspec.Struct, frozen=True):
    """One entrant's sets against one opponent (in groups: every set where both played on different sides)."""

    entrant: str
    """`name@version`, like the opponent."""
    opponent: str
    sets: int
    won: int
    """By place points over each set, of these two alone; drawn and lost likewise."""
    drawn: int
    lost: int
    score: float | None
    """The share of the sets won, a drawn one counting half; None if they never met."""
    score_low: float | None
    """The 95 % interval of the true score, from `score_low` to `score_high`."""
    score_high: float | None
    margin: float | None
    """The points or tables gained more than the opponent on the same cards, in the pool's `margin_unit`.

    This and what follows is over the sets without a forfeited match, and None without any.
    """
    margin_error: float | None
    """Its standard error over sets; None with fewer than two."""
    margin_low: float | None
    """Its 95 % interval, from `margin_low` to `margin_high`; None with fewer than two sets."""
    margin_high: float | None
    margin_sets: int
    """How many sets it covers."""
    imps: float | None
    """The same in IMPs a deal, None where whole matches are compared."""
    imps_error: float | None
    places: float | None
    """The same in place points a set, None where deals are compared."""
    places_error: float | None


def head_to_head(tally: PoolTally, field: Collection[str]) -> tuple[HeadToHeadRow, ...]:
    """A row for every ordered pair of entrants of `field` (`name@version`), by name, met or not."""
    names = sorted(field, key=by_name)
    return tuple(_row(tally, one, other) for one in names for other in names if one != other)


def _row(tally: PoolTally, entrant: str, opponent: str) -> HeadToHeadRow:
    pair = tally.pairs.get((min(entrant, opponent), max(entrant, opponent)), PairTally())
    sets, margins = pair.sets.total(), pair.margins
    won, drawn, lost = (pair.sets[ending] for ending in (Outcome.WON, Outcome.DRAWN, Outcome.LOST))
    if entrant > opponent:
        won, lost, margins = lost, won, MarginSums(-margins.gain, -margins.ranked)
    low, high = set_score_interval(won, drawn, lost) if sets else (None, None)
    return HeadToHeadRow(
        entrant=entrant,
        opponent=opponent,
        sets=sets,
        won=won,
        drawn=drawn,
        lost=lost,
        score=(won + drawn / 2) / sets if sets else None,
        score_low=low,
        score_high=high,
        **margin_fields([margins], tally.deal_by_deal),
    )
