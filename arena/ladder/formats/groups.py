"""Groups of a given size among numbered entrants, in a balanced order: what the formats are made of."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from math import comb

from arena.ladder.formats.cover import base_blocks, develop
from arena.seeds import permuted

Group = tuple[int, ...]

MOST_GROUPS = 1000
"""A cycle lists all groups of three and more up to this many; beyond, it is a cover."""
COVER_PERIOD = 16
"""Covers of this many cycles differ, then they repeat: so the schedule's counts of meetings stay bounded."""


def groups(n: int, size: int, cycle: int) -> Iterator[Group]:
    """The groups of a cycle: tuples of `size` different numbers below `n`, no group twice.

    Up to `MOST_GROUPS`, and always for pairs and singles, these are all C(n, size) groups. Beyond, every two
    entrants meet equally often (± 1) and at least once, and each cycle of a period has other groups.
    """
    if size > n:
        return iter(())
    if size == 1:
        return ((i,) for i in range(n))
    if size == 2:
        return _circle(n)
    if not _is_covered(n, size):
        return iter(_all_groups(n, size))
    return _cover(n, size, cycle % COVER_PERIOD)


def group_count(n: int, size: int) -> int:
    """How many groups every cycle has."""
    return len(base_blocks(n, size)) * n if _is_covered(n, size) else comb(n, size)


def group_period(n: int, size: int) -> int:
    """After how many cycles the groups repeat."""
    return COVER_PERIOD if _is_covered(n, size) else 1


def _is_covered(n: int, size: int) -> bool:
    return size > 2 and comb(n, size) > MOST_GROUPS


def _circle(n: int) -> Iterator[Group]:
    """All pairs by the circle method: rounds in which everybody plays once (with odd n, one sits out)."""
    ring = n - 1 + n % 2  # with even n the last one stays outside the ring
    for start in range(ring):
        if ring < n:
            yield (start, n - 1)
        for step in range(1, (ring + 1) // 2):
            yield ((start + step) % ring, (start - step) % ring)


@lru_cache(maxsize=16)
def _all_groups(n: int, size: int) -> tuple[Group, ...]:
    """All groups, those first that are each other's translations in the cyclic group of n.

    Such an orbit has everybody equally often, so that at any point the entrants are at most `size` meetings
    apart.
    """
    seen: set[frozenset[int]] = set()
    found: list[Group] = []
    for block in combinations(range(n), size):
        if frozenset(block) not in seen:
            orbit = list(develop(block, n))
            seen.update(map(frozenset, orbit))
            found += orbit
    return tuple(found)


def _cover(n: int, size: int, cycle: int) -> Iterator[Group]:
    """The translations of a difference family's base blocks, entrants renumbered for each cycle."""
    numbers = permuted(f"arena/1/cover/{n}/{size}/{cycle}", range(n))
    for block in base_blocks(n, size):
        for group in develop(block, n):
            yield tuple(numbers[i] for i in group)
