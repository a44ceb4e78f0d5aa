"""Every two entrants' sets against each other, as frozen rows."""

from collections.abc import Collection

import msgspec

from arena.stats.ratings import by_name
from arena.stats.set_points import Outcome
from arena.stats.tallies import PairTally, PoolTally


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
    margin_per_deal: float | None
    """Own points or tables less the opponent's, a deal, over the sets without a forfeited match."""
    deals: int
    """How many deals that margin covers; without any it is None."""


def head_to_head(tally: PoolTally, field: Collection[str]) -> tuple[HeadToHeadRow, ...]:
    """A row for every ordered pair of entrants of `field` (`name@version`), by name, met or not."""
    names = sorted(field, key=by_name)
    return tuple(_row(tally, one, other) for one in names for other in names if one != other)


def _row(tally: PoolTally, entrant: str, opponent: str) -> HeadToHeadRow:
    pair = tally.pairs.get((min(entrant, opponent), max(entrant, opponent)), PairTally())
    sets, margin = pair.sets.total(), pair.margin
    won, drawn, lost = (pair.sets[ending] for ending in (Outcome.WON, Outcome.DRAWN, Outcome.LOST))
    if entrant > opponent:
        won, lost, margin = lost, won, -margin
    return HeadToHeadRow(
        entrant=entrant,
        opponent=opponent,
        sets=sets,
        won=won,
        drawn=drawn,
        lost=lost,
        score=(won + drawn / 2) / sets if sets else None,
        margin_per_deal=margin / pair.deals if pair.deals else None,
        deals=pair.deals,
    )
