"""Cycles: a beats b, b beats c, and c beats a, by more than luck explains."""

from collections import deque
from collections.abc import Mapping, Sequence

import msgspec
import numpy as np
import scipy

from arena.stats.confidence import CONFIDENCE
from arena.stats.head_to_head import HeadToHeadRow


class Cycle(msgspec.Struct, frozen=True):
    """Entrants each of which beats the next, the last the first."""

    entrants: tuple[str, ...]
    """`name@version`; the first by name comes first."""
    p: float
    """The largest of the wins' p-values, corrected for the number of pairs that met."""


def cycles(rows: Sequence[HeadToHeadRow]) -> tuple[Cycle, ...]:
    """The significant cycles in head-to-head results (both rows of every pair), the surest first.

    A cycle is significant if each of its wins is. A win is tested by the decided sets of its pair (the exact
    two-sided sign test: W. Dixon, A. Mood, "The statistical sign test", JASA 41, 1946; draws speak for neither),
    and all pairs that met together (S. Holm, "A simple sequentially rejective multiple test procedure",
    Scandinavian Journal of Statistics 6, 1979): with 95 % no win called significant is mere luck, so no cycle is
    either. All cycles of three are listed, and of longer ones the shortest through each win that is in none of
    three.
    """
    wins = _significant_wins(rows)
    beaten: dict[str, list[str]] = {}
    for winner, loser in sorted(wins):
        beaten.setdefault(winner, []).append(loser)
    found: set[tuple[str, ...]] = set()
    for winner, loser in wins:
        threes = [(winner, loser, third) for third in beaten.get(loser, ()) if (third, winner) in wins]
        found.update(map(_from_first, threes or _shortest(beaten, loser, winner)))
    rated = [Cycle(c, max(wins[pair] for pair in zip(c, c[1:] + c[:1], strict=True))) for c in found]
    return tuple(sorted(rated, key=lambda cycle: (cycle.p, len(cycle.entrants), cycle.entrants)))


def _significant_wins(rows: Sequence[HeadToHeadRow]) -> dict[tuple[str, str], float]:
    """The corrected p-value of every significant win, by (winner, loser)."""
    met = [row for row in rows if row.sets and row.entrant < row.opponent]
    won = np.array([row.won for row in met], np.int64)
    lost = np.array([row.lost for row in met], np.int64)
    p = np.minimum(1, 2 * scipy.special.bdtr(np.minimum(won, lost), won + lost, 0.5))
    order = np.argsort(p, kind="stable")
    corrected = np.empty_like(p)
    corrected[order] = np.minimum(1, np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1)))
    return {
        (row.entrant, row.opponent) if row.won > row.lost else (row.opponent, row.entrant): value
        for row, value in zip(met, corrected.tolist(), strict=True)
        if value <= 1 - CONFIDENCE
    }


def _shortest(beaten: Mapping[str, Sequence[str]], start: str, end: str) -> list[tuple[str, ...]]:
    """The shortest chain of wins from start to end, first by name among equals; empty if there is none."""
    before = {start: ""}
    waiting = deque([start])
    while waiting and end not in before:
        winner = waiting.popleft()
        for loser in beaten.get(winner, ()):
            if loser not in before:
                before[loser] = winner
                waiting.append(loser)
    if end not in before:
        return []
    chain = [end]
    while chain[-1] != start:
        chain.append(before[chain[-1]])
    return [tuple(reversed(chain))]


def _from_first(cycle: tuple[str, ...]) -> tuple[str, ...]:
    start = cycle.index(min(cycle))
    return cycle[start:] + cycle[:start]
