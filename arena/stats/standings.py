"""The standings of a pool, and those of several pools together, as frozen rows in rank order."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Literal

import msgspec

from arena.records import FaultKind
from arena.stats.connections import Open
from arena.stats.fit import Fit, fit
from arena.stats.fit_rows import FitRow, fit_rows
from arena.stats.margin_fields import margin_fields
from arena.stats.ratings import by_name
from arena.stats.set_points import Outcome
from arena.stats.tallies import EntrantTally, PoolTally

RankBy = Literal["trueskill", "fit"]
"""The number that ranks: TrueSkill's conservative rating, or the strength of the fit."""


class StandingRow(msgspec.Struct, frozen=True):
    """One entrant's line in the standings of its pool.

    A number without data is None: rank, rating and strength before the first counted set, `mean_per_deal` while
    every set has a forfeited match.
    """

    rank: int | None
    """1 + the number of entrants that have more of what ranks (`RankBy`)."""
    entrant: str
    """`name@version`."""
    mu: float | None
    sigma: float | None
    conservative: float | None
    """mu − 3 sigma, which ranks by `trueskill`."""
    strength: float | None
    """The fit of all sets (`arena.stats.fit`), which ranks by `fit`: in Elo points, mean 0 over the field."""
    strength_low: float | None
    """Its 95 % interval, for this entrant alone, from `strength_low` to `strength_high`."""
    strength_high: float | None
    rank_low: int | None
    """The best and (`rank_high`) the worst true rank by the fit; those of all rows hold at once with 95 %."""
    rank_high: int | None
    strength_open: Open | None
    """Why results leave the strength open, so that only the fit's prior holds it; None if they do not."""
    strength_group: int | None
    """No sets link entrants of different groups: their strengths compare by the fit's prior alone."""
    sets: int
    sets_won: int
    """Alone first by place points over the set."""
    sets_drawn: int
    """Shared first."""
    sets_lost: int
    matches: int
    matches_won: int
    """Alone in first place; drawn and lost likewise."""
    matches_drawn: int
    matches_lost: int
    mean_per_deal: float | None
    """Points (Bridgette) or tables gained (56) a deal, over the sets without a forfeited match."""
    deals: int
    """How many deals that mean covers."""
    margin: float | None
    """The points or tables gained more than the mean of the others on the same cards, in the pool's `margin_unit`.

    This and what follows is over the sets without a forfeited match, and None without any.
    """
    margin_error: float | None
    """Its standard error over sets, given who was met how often; None with fewer than two sets."""
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
    forfeits: int
    """Matches that its side forfeited."""
    faults: dict[FaultKind, int]
    """The faults of this entrant that forfeited a match, by kind; kinds that did not occur are left out."""
    substituted: int
    """Actions of this entrant that a substitute replaced (F25)."""
    stage: int = 1
    """The stage it has reached, from 1."""

    @property
    def name(self) -> str:
        """The entrant's name without its version."""
        return self.entrant.rpartition("@")[0]

    @property
    def version(self) -> str:
        """The entrant's version."""
        return self.entrant.rpartition("@")[2]


class CombinedRow(msgspec.Struct, frozen=True):
    """One entrant's line in the table over several pools.

    Mean ranks compare only over the same pools: an entrant without a rank in some pool has no combined rank.
    """

    rank: int | None
    entrant: str
    """`name@version`."""
    mean_rank: float | None
    """The mean of its ranks in the pools where it has one; None without any."""
    ranks: dict[str, int | None]
    """Its rank in every pool of the ladder, in their order; None where it plays no part or has no set yet."""


def standings(
    tally: PoolTally, field: Collection[str], rank_by: RankBy = "trueskill", fitted: Fit | None = None
) -> tuple[StandingRow, ...]:
    """The rows of the entrants in `field` (`name@version`, those now in the pool), in rank order.

    Equal ones share the rank, in order of name; entrants without a set come last, unranked. `fitted` is the fit of
    these sets for this field, if it is known.
    """
    fits = {row.entrant: row for row in fit_rows(fitted or fit(tally.ranked, field), tally.ranked)}
    if rank_by == "fit":
        ranking = {entrant: row.strength for entrant, row in fits.items()}
    else:
        ranking = {entrant: tally.ratings.rating(entrant).conservative for entrant in fits}
    rows = [
        _row(tally, entrant, 1 + sum(other > own for other in ranking.values()), fits[entrant])
        for entrant, own in sorted(ranking.items(), key=lambda item: (-item[1], by_name(item[0])))
    ]
    rows += [_row(tally, entrant, None, None) for entrant in sorted(set(field) - set(fits), key=by_name)]
    return tuple(rows)


def out_of_range(rows: Iterable[StandingRow]) -> tuple[StandingRow, ...]:
    """The rows whose rank the fit excludes: all its rank ranges hold at once with 95 %."""
    return tuple(
        row
        for row in rows
        if row.rank is not None
        and row.rank_low is not None
        and row.rank_high is not None
        and not row.rank_low <= row.rank <= row.rank_high
    )


def _row(tally: PoolTally, entrant: str, rank: int | None, fitted: FitRow | None) -> StandingRow:
    counts = tally.entrants.get(entrant, EntrantTally())
    rating = None if rank is None else tally.ratings.rating(entrant)
    return StandingRow(
        rank=rank,
        entrant=entrant,
        mu=rating.mu if rating else None,
        sigma=rating.sigma if rating else None,
        conservative=rating.conservative if rating else None,
        strength=fitted.strength if fitted else None,
        strength_low=fitted.low if fitted else None,
        strength_high=fitted.high if fitted else None,
        rank_low=fitted.rank_low if fitted else None,
        rank_high=fitted.rank_high if fitted else None,
        strength_open=fitted.open if fitted else None,
        strength_group=fitted.group if fitted else None,
        sets=counts.sets.total(),
        sets_won=counts.sets[Outcome.WON],
        sets_drawn=counts.sets[Outcome.DRAWN],
        sets_lost=counts.sets[Outcome.LOST],
        matches=counts.matches.total(),
        matches_won=counts.matches[Outcome.WON],
        matches_drawn=counts.matches[Outcome.DRAWN],
        matches_lost=counts.matches[Outcome.LOST],
        mean_per_deal=counts.gain / counts.deals if counts.deals else None,
        deals=counts.deals,
        **margin_fields(counts.strata.values(), tally.deal_by_deal),
        forfeits=counts.forfeits,
        faults={kind: counts.faults[kind] for kind in FaultKind if counts.faults[kind]},
        substituted=counts.substituted,
    )


def combined(pools: Mapping[str, Sequence[StandingRow]]) -> tuple[CombinedRow, ...]:
    """The table over several pools, given each pool's rows: by mean rank, equal ones sharing the rank.

    Entrants ranked in every pool come first; the others follow without a rank, in order of name.
    """
    ranks: dict[str, dict[str, int | None]] = {}
    for pool, rows in pools.items():
        for row in rows:
            ranks.setdefault(row.entrant, dict.fromkeys(pools))[pool] = row.rank
    means = {entrant: _mean(by_pool.values()) for entrant, by_pool in ranks.items()}
    complete = {e: mean for e, mean in means.items() if mean is not None and None not in ranks[e].values()}
    table = [
        CombinedRow(
            rank=1 + sum(other < complete[e] for other in complete.values()) if e in complete else None,
            entrant=e,
            mean_rank=mean,
            ranks=ranks[e],
        )
        for e, mean in means.items()
    ]
    return tuple(sorted(table, key=lambda row: (row.rank is None, row.rank, by_name(row.entrant))))


def _mean(ranks: Iterable[int | None]) -> float | None:
    known = [rank for rank in ranks if rank is not None]
    return sum(known) / len(known) if known else None
