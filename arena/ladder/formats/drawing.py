"""Who sits together in a round, such that a cost that is added up over all that meet is small."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations

Cost = Callable[[str, str], int]
"""What it costs that two meet, in whichever order they are named."""


def most_tables(entrants: Iterable[str], sides: int, authors: Mapping[str, str]) -> int:
    """At how many tables of so many sides they can sit at once, no two of one author at one table."""
    alone = [entrant for entrant in entrants if entrant not in authors]
    entries = Counter(authors[entrant] for entrant in entrants if entrant in authors)
    tables = (len(alone) + entries.total()) // sides
    while sum(min(count, tables) for count in entries.values()) + len(alone) < tables * sides:
        tables -= 1
    return tables


def seated(order: Iterable[str], tables: int, sides: int, authors: Mapping[str, str]) -> list[str]:
    """Those who play at so many tables: the first of the order, of each author one for each table at most."""
    players: list[str] = []
    entries: Counter[str] = Counter()
    for entrant in order:
        author = authors.get(entrant)
        if len(players) < tables * sides and (author is None or entries[author] < tables):
            players.append(entrant)
            entries.update([author] if author is not None else [])
    return players


def draw_pairs(players: Sequence[str], cost: Cost) -> list[tuple[str, str]]:
    """All of an even number of players in pairs, at the least cost.

    A matching of least weight: J. Edmonds, "Maximum matching and a polyhedron with 0,1-vertices", Journal of
    Research of the National Bureau of Standards 69B (1965), as computed by `networkx`. Which of several it is,
    should they cost the same, is left open.
    """
    import networkx as nx  # takes a while, for which other formats need not wait

    graph: nx.Graph[str] = nx.Graph()
    graph.add_weighted_edges_from((a, b, cost(a, b)) for a, b in combinations(players, 2))
    return sorted((min(pair), max(pair)) for pair in nx.min_weight_matching(graph))


def draw_tables(
    players: Sequence[str], sides: int, authors: Mapping[str, str], cost: Cost
) -> list[tuple[str, ...]]:
    """All players at tables of so many sides, no two of one author at one, at a low cost.

    A search: neighbours in the order of the players sit together at first; then two at different tables change
    places as long as that costs less. If authors are to be kept apart it also begins with them dealt out to
    different tables, from where they are only moved so that they stay apart; the cheaper end is taken.
    """
    tables = len(players) // sides
    dear = 1 + sum(cost(a, b) for a, b in combinations(players, 2))

    def price(a: str, b: str) -> int:
        return cost(a, b) + dear * (a in authors and authors[a] == authors.get(b))

    beginnings = [[list(players[t * sides : (t + 1) * sides]) for t in range(tables)]]
    if authors:
        by_author = sorted(players, key=lambda entrant: authors.get(entrant, ""))
        beginnings.append([by_author[t::tables] for t in range(tables)])
    prices = {(a, b): price(a, b) for a in players for b in players if a != b}
    ends = [_improved(beginning, prices) for beginning in beginnings]
    best = min(ends, key=lambda seats: sum(prices[pair] for table in seats for pair in combinations(table, 2)))
    return [tuple(table) for table in best]


def _improved(tables: list[list[str]], prices: Mapping[tuple[str, str], int]) -> list[list[str]]:
    """Change places, the first exchange found that pays, until none does."""
    places = [(t, s) for t, table in enumerate(tables) for s in range(len(table))]

    def at(t: int, s: int, newcomer: str) -> int:
        return sum(prices[newcomer, other] for i, other in enumerate(tables[t]) if i != s)

    pays = True
    while pays:
        pays = False
        for (t, s), (u, v) in combinations(places, 2):
            a, b = tables[t][s], tables[u][v]
            if t != u and at(t, s, b) + at(u, v, a) < at(t, s, a) + at(u, v, b):
                tables[t][s], tables[u][v] = b, a
                pays = True
    return tables
