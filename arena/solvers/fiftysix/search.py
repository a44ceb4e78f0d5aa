"""The search of the last tricks of 56 with open hands.

Every question is whether one side takes at least so many points of those left, against all others together. A
table keeps, for each position between two tricks that was searched, the least and the most points known so far.
"""

from typing import Final

from arena.solvers.budget import OutOfNodesError
from arena.solvers.fiftysix.suit import Suit, SuitBook

TRUMPS: Final = 3
"""The place of the trump suit, if there is one."""

Suits = tuple[Suit, Suit, Suit, Suit]
Key = tuple[Suit, Suit, Suit, Suit, int]


class Trick:
    """A trick so far, on top of the position in which it was led.

    A move is a place and a group: the place 0 … 3 of a suit and the group of a card in it. `best_place` and
    `best_group` are the move that is winning, that of the player `winner`; `played` are the masks of the cards
    played
    from each place, as `SuitBook.after` wants them, and `worth` their points.
    """

    __slots__ = ("best_group", "best_place", "cards", "led", "played", "suits", "winner", "worth")

    def __init__(self, suits: Suits, leader: int) -> None:
        self.suits = suits
        self.led = -1
        self.cards = 0
        self.played = [0, 0, 0, 0]
        self.best_place = -1
        self.best_group = 0
        self.winner = leader
        self.worth = 0

    def plus(self, player: int, place: int, group: int, trumps: bool) -> "Trick":
        """The trick with one card more (F17)."""
        new = Trick(self.suits, self.winner)
        new.led = place if self.led < 0 else self.led
        new.cards = self.cards + 1
        new.played = self.played[:]
        new.played[place] |= 1 << (8 * group + player)
        new.worth = self.worth + self.suits[place].points[group]
        same_suit = place == self.best_place
        if self.led < 0 or (group < self.best_group if same_suit else trumps and place == TRUMPS):
            new.winner = player
            new.best_place = place
            new.best_group = group
        else:
            new.best_place = self.best_place
            new.best_group = self.best_group
        return new


class Search:
    """Positions at a table of so many players, with the same side, all with trumps or all without.

    Players are numbered in turn; `side` is the mask of those whose points are counted.
    """

    __slots__ = ("_known", "_mine", "_players", "_trumps", "book", "limit", "nodes")

    def __init__(self, players: int, side: int, trumps: bool) -> None:
        self.book: Final = SuitBook(players)
        self.nodes = 0
        """Positions searched, within tricks too, since this was last set to 0."""
        self.limit = -1
        """How many may be; −1 for any number."""
        self._players = players
        self._mine = [bool(side >> player & 1) for player in range(players)]
        self._trumps = trumps
        # Bounds of the side's points: the least in the upper bits, the most in the lower six.
        self._known: dict[Key, int] = {}

    def __len__(self) -> int:
        """How many positions are known."""
        return len(self._known)

    def reaches(self, suits: Suits, leader: int, need: int) -> bool:
        """Whether the side takes at least `need` points when `leader` leads."""
        a, b, c, d = suits
        left = a.total + b.total + c.total + d.total
        if need <= 0:
            return True
        if need > left:
            return False
        key = (a, b, c, d, leader)
        bounds = self._known.get(key, left)
        if bounds >> 6 >= need:
            return True
        if bounds & 63 < need:
            return False
        if self.plays_to(Trick(suits, leader), leader, need):
            self._known[key] = need << 6 | bounds & 63
            return True
        self._known[key] = bounds >> 6 << 6 | need - 1
        return False

    def plays_to(self, trick: Trick, player: int, need: int) -> bool:
        """Whether the side takes at least `need` points, this trick's included, when `player` is to play."""
        if trick.cards == self._players:
            return self._gathered(trick, need)
        if self.nodes == self.limit:
            raise OutOfNodesError
        self.nodes += 1
        mine = self._mine[player]
        after = player + 1 if player + 1 < self._players else 0
        for place, group in self._moves(trick, player):
            if self.plays_to(trick.plus(player, place, group, self._trumps), after, need) == mine:
                return mine
        return not mine

    def _gathered(self, trick: Trick, need: int) -> bool:
        """Goes on after a full trick."""
        a, b, c, d = trick.suits
        p, q, r, s = trick.played
        book = self.book
        suits = (
            (a.after.get(p) or book.after(a, p)) if p else a,
            (b.after.get(q) or book.after(b, q)) if q else b,
            (c.after.get(r) or book.after(c, r)) if r else c,
            (d.after.get(s) or book.after(d, s)) if s else d,
        )
        return self.reaches(suits, trick.winner, need - trick.worth if self._mine[trick.winner] else need)

    def _moves(self, trick: Trick, player: int) -> list[tuple[int, int]]:
        """What a player may play (F16), the likelier ones first.

        Points for his own side's trick and for one that he can win, else as low as he can.
        """
        suits = trick.suits
        led = trick.led
        if led < 0:
            return [(place, group) for place in range(4) for group in suits[place].moves[player]]
        friendly = self._mine[trick.winner] == self._mine[player]
        groups = suits[led].moves[player]
        if groups:
            wins = led == trick.best_place and groups[0] < trick.best_group
            if not (friendly or wins):
                groups = groups[::-1]
            return [(led, group) for group in groups]
        others = [(place, group) for place in range(4) if place != led for group in suits[place].moves[player]]
        if friendly:
            others.sort(key=lambda move: -suits[move[0]].points[move[1]])
        elif self._trumps:
            others.sort(key=lambda move: (move[0] != TRUMPS, suits[move[0]].points[move[1]]))
        else:
            others.sort(key=lambda move: suits[move[0]].points[move[1]])
        return others
