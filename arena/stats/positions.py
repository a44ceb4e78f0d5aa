"""What every side gained in each seat and in each role, deal by deal, against the others at its table."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from arena.records import DealResult, MatchResult, SetResult

SHARES: Final = 6
"""Gains and deals are counted in sixths: the mean of 1, 2 or 3 other sides is whole in them."""


class Role(StrEnum):
    """What a side is in a deal: dealer or not and, if there is a contract, its declarer or a defender.

    In 56 a side is what one of its seats is.
    """

    DEALER = "dealer"
    NOT_DEALER = "not dealer"
    DECLARER = "declarer"
    DEFENDER = "defender"


ROLES: Final = tuple(Role)


class PositionGains(NamedTuple):
    """What one side gained in a set, and in how many deals, by position; both times `SHARES`.

    Positions are numbered: first `ROLES`, then the sides of the table. A gain is the side's own less the mean of
    the others that are still in.
    """

    gained: list[int]
    deals: list[int]


def position_gains(result: SetResult, start: int) -> list[PositionGains]:
    """For every side of the pairing what it gained in the set.

    `start` is the score that sides start a match with: 0 points in Bridgette, tables in 56, where a side without
    any is out (F22) and has no position.
    """
    count = len(result.sides)
    positions = len(ROLES) + count
    by_side = [PositionGains([0] * positions, [0] * positions) for _ in result.sides]
    for match in result.matches:
        for deal, inside in _with_sides(match, start):
            total = sum(deal.gains)
            scale = SHARES // (len(inside) - 1)
            dealer = deal.dealer % count
            declarer = None if deal.declarer is None else deal.declarer % count
            for side in inside:
                gained, deals = by_side[match.order[side]]
                gain = scale * (len(inside) * deal.gains[side] - total)
                seat = len(ROLES) + side
                gained[seat] += gain
                deals[seat] += SHARES
                role = int(side != dealer)
                gained[role] += gain
                deals[role] += SHARES
                if declarer is not None:
                    role = 2 + (side != declarer)
                    gained[role] += gain
                    deals[role] += SHARES
    return by_side


def _with_sides(match: MatchResult, start: int) -> Iterator[tuple[DealResult, Sequence[int]]]:
    """The deals of a match with the sides of the table that take part."""
    inside: Sequence[int] = range(len(match.order))
    tables = [start] * len(match.order)
    for deal in match.deals:
        yield deal, inside
        if start and len(inside) > 2:
            tables = [left + gain for left, gain in zip(tables, deal.gains, strict=True)]
            inside = [side for side in inside if tables[side]]
