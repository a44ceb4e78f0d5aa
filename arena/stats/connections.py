"""What results tie entrants to each other, and whose strength they leave open.

The best fit of strengths to results is finite only if, however the field is split in two, someone of each part
was once level with or ahead of someone of the other (L. Ford, "Solution of a ranking problem from binary
comparisons", American Mathematical Monthly 64, 1957). Where that fails a prior has to hold them together, and
whoever reads the figures should know.
"""

from collections import Counter
from enum import StrEnum
from itertools import permutations

import msgspec
import numpy as np
import scipy

from arena.stats.ranked_sets import RankedSets


class Open(StrEnum):
    """Why results alone set no limit to an entrant's strength."""

    WON_ALL = "won_all"  # never level with or behind anyone
    LOST_ALL = "lost_all"  # never level with or ahead of anyone
    SEPARATED = "separated"  # one of a few who won, or lost, every set against the others


class Connection(msgspec.Struct, frozen=True):
    """How an entrant is tied to the others."""

    group: int
    """Entrants have the same number if sets link them, directly or through others."""
    open: Open | None
    """None if its strength is tied to that of most of its group from above and below."""


def connections(played: RankedSets) -> dict[str, Connection]:
    """The connection of every entrant that played, in order of name."""
    entrants = sorted({entrant for ranked in played for side in ranked.sides for entrant in side})
    number = {entrant: n for n, entrant in enumerate(entrants)}
    links = {
        (number[a], number[b])
        for ranked in played
        for (one, rank), (other, other_rank) in permutations(zip(ranked.sides, ranked.ranks, strict=True), 2)
        if rank <= other_rank
        for a in one
        for b in other
    }
    rows, columns = np.array(sorted(links), np.intp).reshape(-1, 2).T
    graph = scipy.sparse.coo_array(
        (np.ones(len(rows)), (rows, columns)), shape=(len(entrants), len(entrants))
    ).tocsr()
    groups = scipy.sparse.csgraph.connected_components(graph, connection="weak")[1].tolist()
    tiers = scipy.sparse.csgraph.connected_components(graph, connection="strong")[1].tolist()
    in_group, in_tier = Counter(groups), Counter(tiers)
    ahead, behind = set(rows.tolist()), set(columns.tolist())

    def why_open(n: int) -> Open | None:
        if 2 * in_tier[tiers[n]] > in_group[groups[n]]:
            return None
        if n not in behind:
            return Open.WON_ALL
        return Open.SEPARATED if n in ahead else Open.LOST_ALL

    return {entrant: Connection(groups[n], why_open(n)) for entrant, n in number.items()}
