"""Contracts counted, in either game."""

from collections import Counter

import msgspec


class Contracts(msgspec.Struct, frozen=True):
    """Contracts of one kind: how often they were declared, and made."""

    declared: int
    made: int


def contracts_of(made: Counter[bool]) -> Contracts:
    """Those counted by whether they were made."""
    return Contracts(made.total(), made[True])
