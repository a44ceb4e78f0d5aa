"""One suit of 56 as the search sees it: who owns its cards, from the highest down, and their points.

A suit is a text of groups, and a group is one digit and then letters: the points of each of its cards, and their
owners, ``a`` for player 0 and so on. Cards of one rank form a group: of two the one played first wins (F17). So do
neighbours in rank of one owner with as many points, if nobody else has cards of these ranks: they play alike. All
else about the ranks is forgotten, so equal texts play alike whatever the cards are.
"""

from collections.abc import Sequence
from typing import Final

OWNERS: Final = "abcdefgh"


class Suit:
    """The cards of a suit that are still held; one object for each text (`SuitBook`).

    `points` holds the points of a card of each group, `moves` the groups in which each player has cards, both
    from the highest group down; `total` is the sum of all points.
    """

    __slots__ = ("after", "groups", "moves", "points", "total")

    def __init__(self, groups: tuple[str, ...], players: int) -> None:
        self.groups = groups
        self.points = tuple([int(group[0]) for group in groups])
        self.total = sum([int(group[0]) * (len(group) - 1) for group in groups])
        self.moves = tuple(
            [tuple([i for i, group in enumerate(groups) if owner in group]) for owner in OWNERS[:players]]
        )
        self.after: dict[int, Suit] = {}
        """The suit after a trick, by the mask of the cards played; made when first asked for."""


class SuitBook:
    """All suits met so far at a table of so many players."""

    def __init__(self, players: int) -> None:
        self._players = players
        self._suits: dict[str, Suit] = {}

    def suit(self, ranks: Sequence[str]) -> Suit:
        """The suit with these ranks from the highest down, each written as a group."""
        groups: list[str] = []
        for rank in ranks:
            if len(rank) == 1:
                continue  # nobody holds a card of it
            owners = set(rank[1:])
            if groups and len(owners) == 1 and groups[-1][0] == rank[0] and set(groups[-1][1:]) == owners:
                groups[-1] += rank[1:]
            else:
                groups.append(rank)
        text = "".join(groups)
        suit = self._suits.get(text)
        if suit is None:
            suit = self._suits[text] = Suit(tuple(groups), self._players)
        return suit

    def after(self, suit: Suit, played: int) -> Suit:
        """The suit without the cards played: bit 8 g + p of `played` is one of player p in group g."""
        after = suit.after.get(played)
        if after is None:
            ranks = list(suit.groups)
            for place in range(len(ranks)):
                for player in range(self._players):
                    if played >> (8 * place + player) & 1:
                        ranks[place] = ranks[place].replace(OWNERS[player], "", 1)
            after = suit.after[played] = self.suit(ranks)
        return after
