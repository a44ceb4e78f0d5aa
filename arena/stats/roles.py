"""What every entrant gains in each seat and in each role, as frozen rows."""

from collections.abc import Collection

import msgspec

from arena.stats.means import mean_over_sets
from arena.stats.positions import ROLES, SHARES, Role
from arena.stats.ratings import by_name
from arena.stats.tallies import EntrantTally, PoolTally


class PositionRow(msgspec.Struct, frozen=True):
    """An entrant's deals in one seat or role, over the sets without a forfeited match."""

    entrant: str
    """`name@version`."""
    position: int | Role
    """A side of the table, by its number, or a role."""
    sets: int
    """In so many the entrant was there."""
    deals: int
    """And in so many deals."""
    gain: float | None
    """Its points (Bridgette) or tables won less lost (56), less the mean of the others', a deal; None without any.

    The others hold other cards here, and a position may be better than another: compare entrants in the same one.
    """
    gain_error: float | None
    """Its standard error over sets, given who was met how often; None with fewer than two sets."""


def by_position(tally: PoolTally, field: Collection[str], sides: int) -> tuple[PositionRow, ...]:
    """Rows for every entrant of `field` (`name@version`), by name: each side of the table, then each role."""
    positions = [*range(sides), *ROLES]
    return tuple(
        _row(tally, entrant, position) for entrant in sorted(field, key=by_name) for position in positions
    )


def _row(tally: PoolTally, entrant: str, position: int | Role) -> PositionRow:
    number = ROLES.index(position) if isinstance(position, Role) else len(ROLES) + position
    strata = tally.entrants.get(entrant, EntrantTally()).strata.values()
    sums = [stratum.positions[number] for stratum in strata if number in stratum.positions]
    mean = mean_over_sets(sums)
    return PositionRow(
        entrant=entrant,
        position=position,
        sets=sum(one.sets for one in sums),
        deals=round(sum(one.y for one in sums)) // SHARES,
        gain=mean.value if mean else None,
        gain_error=mean.error if mean else None,
    )
