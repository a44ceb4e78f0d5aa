"""What the pictures show, as tables that say the same."""

from typing import Final

from arena.report.numbers import NO_DATA, fixed
from arena.report.page.overview import Z95
from arena.report.results import PoolResults
from arena.report.standings_tables import MOST_IN_MATRIX
from arena.report.tables import Table

_STEPS: Final = 6
"""So many points of a course are told."""


def stronger_table(pool: PoolResults) -> Table:
    """The probability that the entrant on the line is stronger than the one in the column."""
    entrants, matrix = pool.stronger
    order = range(len(entrants[:MOST_IN_MATRIX]))
    cut = len(entrants) > MOST_IN_MATRIX
    return Table(
        title="Probability in per cent that the entrant on the line is the stronger",
        columns=("entrant", *(pool.summary.labels[entrants[n]] for n in order)),
        rows=tuple(
            (pool.summary.labels[entrants[n]], *("" if n == m else _per_cent(matrix[n][m]) for m in order))
            for n in order
        ),
        notes=(f"The first {MOST_IN_MATRIX} only; results.json has every pair.",) if cut else (),
    )


def _per_cent(probability: float) -> str:
    if probability < 0.001:
        return "< 0.1"
    return "> 99.9" if probability > 0.999 else fixed(100 * probability, 1)


def course_table(pool: PoolResults) -> Table:
    """The ratings after some of the sets, and now."""
    course, rows = pool.analysis.course, pool.summary.rows
    last = len(course.after) - 1
    chosen = sorted({round(n * last / (_STEPS - 1)) for n in range(_STEPS)}) if last >= 0 else []
    table = pool.summary.tally.ratings
    sets = pool.summary.tally.sets
    now = bool(chosen) and course.after[-1] < sets
    return Table(
        title="Rating ± half of its 95 % band after so many sets of the pool",
        columns=("entrant", *(f"{course.after[n]:,}" for n in chosen), *([f"{sets:,} (now)"] if now else [])),
        rows=tuple(
            (
                pool.summary.labels[row.entrant],
                *(_rating(course.ratings[row.entrant][n]) for n in chosen),
                *([_rating((table.rating(row.entrant).mu, table.rating(row.entrant).sigma))] if now else []),
            )
            for row in rows
        ),
        notes=(
            *(
                (f"{NO_DATA}: not enough sets, it had none yet.",)
                if any(None in c for c in course.ratings.values())
                else ()
            ),
            *(
                (f"Drawn are the first {course.after[-1]:,} sets, in which ratings move most, and the present.",)
                if now
                else ()
            ),
        ),
    )


def _rating(rating: tuple[float, float] | None) -> str:
    return NO_DATA if rating is None else f"{fixed(rating[0], 1)} ± {fixed(Z95 * rating[1], 1)}"


def shares_table(pool: PoolResults) -> Table:
    """How often each entrant got which share of a set's place points."""
    shares = pool.analysis.shares
    ever = sorted({share for counts in shares.values() for share, _ in counts})
    tally, seen = pool.summary.tally, pool.analysis.sets_seen
    some = (
        (f"Over {seen:,} of the {tally.sets:,} sets, evenly spaced in the schedule.",) if seen < tally.sets else ()
    )
    return Table(
        title="Sets by the share of their place points that the entrant got",
        columns=("entrant", *(f"{100 * share:.3g} %" for share in ever)),
        rows=tuple(
            (pool.summary.labels[row.entrant], *(f"{dict(shares[row.entrant]).get(share, 0):,}" for share in ever))
            for row in pool.summary.rows
        ),
        notes=("100 %: it was better in every match of the set; 50 %: level.", *some),
    )


def nash_table(pool: PoolResults) -> Table | None:
    """The Nash average of the field; None if two never met, or there is nobody to meet."""
    rows = pool.nash
    if rows is None:
        return None
    return Table(
        title="Nash average",
        columns=("entrant", "weight", "expected set score"),
        rows=tuple(
            (pool.summary.labels[row.entrant], fixed(row.weight, 3), f"{100 * row.score:.1f} %") for row in rows
        ),
        notes=("Conditional on the set scores as they are: their uncertainty does not enter.",),
    )
