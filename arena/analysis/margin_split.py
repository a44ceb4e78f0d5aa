"""What made the margins of a pool's entrants, as far as its sets have been analysed."""

from collections.abc import Collection, Sequence
from itertools import product

import msgspec

from arena.analysis.set_split import PARTS, SetSplit, decode_split, set_parts, surpluses
from arena.ladder.rows import PoolRules
from arena.ladder.stored import StoredLadder
from arena.records import SetResult
from arena.stats.means import Mean, SetSums, mean_over_sets
from arena.stats.ratings import by_name


class Made(msgspec.Struct, frozen=True):
    """What made a margin: PARTS by name, in points per deal (per set where whole matches are compared).

    They add up to `margin`, that over the same sets.
    """

    sets: int
    margin: Mean
    parts: dict[str, Mean]


class Surplus(msgspec.Struct, frozen=True):
    """The points of 56 that declarers' sides made beyond those expected by simulated play, per deal.

    `own`: where the entrant's side declared; `against`: where another did. None without such a deal.
    """

    own: Mean | None
    against: Mean | None


class MarginSplit(msgspec.Struct, frozen=True):
    """The margins of a pool's field over its analysed sets; entrants are `name@version`."""

    sets: int
    """Sets that count and have been analysed."""
    entrants: dict[str, Made]
    """Those of the field that played in any of these."""
    pairs: dict[tuple[str, str], Made]
    """By (first, second), the first one's key before the other's, and seen from the first."""
    surplus: dict[str, Surplus]
    """By entrant of the field; empty in Bridgette."""


Sums = tuple[SetSums, ...]
"""The margin's, and those of PARTS."""


def margin_split(ladder: StoredLadder, pool: PoolRules, field: Collection[str]) -> MarginSplit:
    """Fold the analysed sets of a pool.

    Memory grows with the pairings that met. Sums are whole numbers, so the order of the sets makes no difference.
    """
    pairs: dict[tuple[str, str], Sums] = {}
    strata: dict[str, dict[tuple[str, ...], Sums]] = {}
    names = PARTS[pool.game]
    beyond: dict[tuple[str, bool], SetSums] = {}
    sets = 0

    def new() -> Sums:
        return tuple(SetSums() for _ in range(len(names) + 1))

    for result, content in ladder.analysed_sets(pool.id):
        splits = decode_split(pool, result, content)
        made = set_parts(pool, result, splits)
        for (one, other), parts in made.swings.items():
            for a, b in product(result.sides[one], result.sides[other]):
                sign = -1 if a > b else 1
                _add(pairs.setdefault((min(a, b), max(a, b)), new()), parts, made.over, sign)
        others = len(result.sides) - 1
        for side, entrants in enumerate(result.sides):
            opponents = result.sides[1 - side] if others == 1 else ()
            for key in entrants:
                kept = strata.setdefault(key, {}).setdefault(opponents, new())
                _add(kept, made.of(side), others * made.over)
        for (side, declared), (points, deals) in _surplus(pool, result, splits).items():
            for key in result.sides[side]:
                beyond.setdefault((key, declared), SetSums()).add(points, deals)
        sets += 1
    return MarginSplit(
        sets,
        {
            key: _made(names, [sums for _, sums in sorted(strata[key].items())])
            for key in sorted(strata, key=by_name)
            if key in field
        },
        {
            pair: _made(names, [sums])
            for pair, sums in sorted(pairs.items())
            if pair[0] in field and pair[1] in field
        },
        {
            key: Surplus(*(mean_over_sets([beyond.get((key, declared), SetSums())]) for declared in (True, False)))
            for key in sorted({key for key, _ in beyond}, key=by_name)
            if key in field
        },
    )


def _surplus(pool: PoolRules, result: SetResult, splits: SetSplit) -> dict[tuple[int, bool], tuple[int, int]]:
    """By side and whether it declared: the points beyond those expected, and the deals."""
    sums: dict[tuple[int, bool], tuple[int, int]] = {}
    for side, declared, points in surpluses(pool, result, splits):
        before, deals = sums.get((side, declared), (0, 0))
        sums[side, declared] = (before + points, deals + 1)
    return sums


def _add(kept: Sums, parts: Sequence[int], over: int, sign: int = 1) -> None:
    for sums, points in zip(kept, (sum(parts), *parts), strict=True):
        sums.add(sign * points, over)


def _made(names: Sequence[str], strata: Sequence[Sums]) -> Made:
    """The means over the sets of these strata: those against one opponent each (`arena.stats.tallies`)."""
    means = [mean for mean in map(mean_over_sets, zip(*strata, strict=True)) if mean is not None]
    margin, *parts = means
    return Made(margin.sets, margin, dict(zip(names, parts, strict=True)))
