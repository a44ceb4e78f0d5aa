"""What made the margins of a pool's entrants, as far as its sets have been analysed."""

from collections.abc import Collection, Sequence

import msgspec

from arena.analysis.set_split import PARTS, decode_split, set_parts
from arena.games.bridgette.game import BRIDGETTE
from arena.ladder.rows import PoolRules
from arena.ladder.stored import StoredLadder
from arena.stats.means import Mean, SetSums, mean_over_sets
from arena.stats.ratings import by_name


class Made(msgspec.Struct, frozen=True):
    """What made a margin: PARTS by name, in points per deal (per set where whole matches are compared).

    They add up to `margin`, that over the same sets.
    """

    sets: int
    margin: Mean
    parts: dict[str, Mean]


class MarginSplit(msgspec.Struct, frozen=True):
    """The margins of a pool's field over its analysed sets; entrants are `name@version`."""

    sets: int
    """Sets that count and have been analysed."""
    entrants: dict[str, Made]
    """Those of the field that played in any of these."""
    pairs: dict[tuple[str, str], Made]
    """By (first, second), the first one's key before the other's, and seen from the first."""


Sums = tuple[SetSums, ...]
"""The margin's, and those of PARTS."""


def margin_split(ladder: StoredLadder, pool: PoolRules, field: Collection[str]) -> MarginSplit | None:
    """Fold the analysed sets of a pool; None if its game has no such analysis.

    Memory grows with the pairings that met. Sums are whole numbers, so the order of the sets makes no difference.
    """
    if pool.game != BRIDGETTE.name:
        return None
    pairs: dict[tuple[str, str], Sums] = {}
    sets = 0
    for result, content in ladder.analysed_sets(pool.id):
        parts, over = set_parts(pool, result, decode_split(result, content))
        (one,), (other,) = result.sides
        if other < one:
            one, other, parts = other, one, tuple(-points for points in parts)
        sums = pairs.setdefault((one, other), tuple(SetSums() for _ in range(len(PARTS) + 1)))
        for kept, points in zip(sums, (sum(parts), *parts), strict=True):
            kept.add(points, over)
        sets += 1
    strata: dict[str, list[Sums]] = {}
    for (one, other), sums in sorted(pairs.items()):
        strata.setdefault(one, []).append(sums)
        strata.setdefault(other, []).append(tuple(-kept for kept in sums))
    return MarginSplit(
        sets,
        {key: _made(strata[key]) for key in sorted(strata, key=by_name) if key in field},
        {pair: _made([sums]) for pair, sums in sorted(pairs.items()) if pair[0] in field and pair[1] in field},
    )


def _made(strata: Sequence[Sums]) -> Made:
    """The means over the sets of these strata: those against one opponent each (`arena.stats.tallies`)."""
    means = [mean for mean in map(mean_over_sets, zip(*strata, strict=True)) if mean is not None]
    margin, *parts = means
    return Made(margin.sets, margin, dict(zip(PARTS, parts, strict=True)))
