"""The columns in which rows tell a margin."""

from collections.abc import Iterable
from typing import TypedDict

from arena.stats.means import mean_over_sets
from arena.stats.tallies import MarginSums


class MarginFields(TypedDict):
    """The same fields of `StandingRow` and `HeadToHeadRow`, where they are explained."""

    margin: float | None
    margin_error: float | None
    margin_low: float | None
    margin_high: float | None
    margin_sets: int
    imps: float | None
    imps_error: float | None
    places: float | None
    places_error: float | None


def margin_fields(strata: Iterable[MarginSums], deal_by_deal: bool) -> MarginFields:
    """The fields for an entrant's or a pair's sums."""
    kinds = tuple(strata)
    margin = mean_over_sets(sums.gain for sums in kinds)
    ranked = mean_over_sets(sums.ranked for sums in kinds)
    imps, places = (ranked, None) if deal_by_deal else (None, ranked)
    return MarginFields(
        margin=margin.value if margin else None,
        margin_error=margin.error if margin else None,
        margin_low=margin.low if margin else None,
        margin_high=margin.high if margin else None,
        margin_sets=margin.sets if margin else 0,
        imps=imps.value if imps else None,
        imps_error=imps.error if imps else None,
        places=places.value if places else None,
        places_error=places.error if places else None,
    )
