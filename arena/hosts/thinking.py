"""How long bots take for their decisions, counted by length, so that a million takes no more room than ten."""

from collections import Counter
from collections.abc import Mapping
from typing import Final

STEPS: Final = 4
"""Buckets to each doubling of the time, so that a percentile is known to within a quarter."""


def bucket(ns: int) -> int:
    """The bucket of a time in nanoseconds: four to each power of two, all below 8 ns together."""
    if ns < 8:
        return 0
    bits = ns.bit_length()
    return STEPS * bits + (ns >> bits - 3 & 3)


def upper_ns(bucket: int) -> int:
    """The time at which the next bucket begins."""
    if bucket == 0:
        return 8
    bits, step = divmod(bucket + 1, STEPS)
    return 4 + step << bits - 3


def percentile_ms(counts: Mapping[int, int], share: float) -> float | None:
    """The time in milliseconds within which this share of the decisions was made, at most a quarter too long.

    `counts` has the decisions by bucket; None without any.
    """
    left = share * sum(counts.values())
    for number in sorted(counts):
        left -= counts[number]
        if left <= 0:
            return upper_ns(number) / 1e6
    return None


class Thinking:
    """The decisions of one seat, or of one entrant: how many took how long, and the longest."""

    def __init__(self) -> None:
        self.counts: Counter[int] = Counter()
        self.longest_ns = 0

    def add(self, ns: int) -> None:
        """Take in a decision."""
        self.counts[bucket(ns)] += 1
        self.longest_ns = max(self.longest_ns, ns)

    def update(self, other: "Thinking") -> None:
        """Take in all of another's."""
        self.counts.update(other.counts)
        self.longest_ns = max(self.longest_ns, other.longest_ns)
