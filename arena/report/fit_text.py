"""What the fit of all sets says about the standings, and what a twin says about both, in sentences."""

from collections.abc import Sequence

from arena.report.numbers import fixed
from arena.stats.null_twin import Distance, NullTwin
from arena.stats.ratings import by_name
from arena.stats.standings import StandingRow, out_of_range


def fit_notes(rows: Sequence[StandingRow]) -> tuple[str, ...]:
    """Where the fit excludes a rank, and whose strength results do not hold."""
    notes = []
    excluded = [f"{row.name} {rank_range(row)}" for row in out_of_range(rows)]
    if excluded:
        notes.append(
            f"By the fit of all sets some of these ranks are surely others (95 %): {', '.join(excluded)}."
        )
    left_open = [row.name for row in rows if row.strength_open is not None]
    if left_open:
        notes.append(
            f"Won, or lost, every set against the others: {', '.join(left_open)}. Nothing but the fit's prior "
            "limits that strength."
        )
    groups: dict[int, list[str]] = {}
    for row in rows:
        if row.strength_group is not None:
            groups.setdefault(row.strength_group, []).append(row.name)
    if len(groups) > 1:
        named = " | ".join(", ".join(names) for _, names in sorted(groups.items()))
        notes.append(f"No sets link these groups, so their strengths compare by the fit's prior alone: {named}.")
    return tuple(notes)


def rank_range(row: StandingRow) -> str:
    """The true rank by the fit, best to worst; empty without a set."""
    if row.rank_low is None:
        return ""
    return str(row.rank_low) if row.rank_low == row.rank_high else f"{row.rank_low}–{row.rank_high}"


def twin_text(twin: NullTwin) -> str:
    """How far chance has put two copies of one bot apart, and what was to be expected."""
    entrant, copy = by_name(twin.entrant)[0], by_name(twin.twin)[0]
    if twin.rating is None or twin.fit is None:
        return f"{entrant} and {copy} are the same bot; not enough sets: both must have met others to compare."
    without = ""
    if twin.between:
        without = f" (without those {twin.between:,} of their {twin.sets:,} sets in which they met each other)"
    return (
        f"{entrant} and {copy} are the same bot: mu {_distance(twin.rating, 2)}; strength{without} "
        f"{_distance(twin.fit, 0)}."
    )


def _distance(distance: Distance, decimals: int) -> str:
    return (
        f"{fixed(distance.apart, decimals)} apart, standard deviation by its uncertainty "
        f"{fixed(distance.expected_sd, decimals)}, z {fixed(distance.z, 1)}"
    )
