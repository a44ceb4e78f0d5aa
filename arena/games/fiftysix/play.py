"""The play of the cards (F15 – F17)."""

from typing import Self

from arena.cards import CARDS, Card
from arena.games.fiftysix.pack import BEATS, POINTS, SUIT_OF, cards_each
from arena.games.fiftysix.seating import right_of


class Play:
    """The play of one deal so far.

    `plays` are the cards in order with their seats, of which the last `in_trick` form the current trick; `follow`
    is the mask of the kinds of the suit led (0 when a lead is due); `points` are those of the finished tricks by
    side. `winner` and `best` are the seat and kind that are winning the current trick.
    """

    __slots__ = (
        "beats",
        "best",
        "follow",
        "in_trick",
        "players",
        "plays",
        "points",
        "right",
        "side_of",
        "tricks_left",
        "winner",
        "worth",
    )

    def __init__(self, trump: str, seats: tuple[int, ...], side_of: tuple[int, ...]) -> None:
        self.beats = BEATS[trump]
        self.right = right_of(seats)
        self.players = len(seats)
        self.side_of = side_of
        self.plays: list[tuple[int, Card]] = []
        self.points = [0] * (max(side_of) + 1)
        self.tricks_left = cards_each(len(seats))
        self.in_trick = 0
        self.follow = 0
        self.best = 0
        self.winner = 0
        self.worth = 0

    def add(self, seat: int, card: int) -> int:
        """Take in a legal card; return the seat that plays next, −1 after the last trick (F15, F17)."""
        self.plays.append((seat, CARDS[card]))
        if self.in_trick == 0:
            self.in_trick = 1
            self.follow = SUIT_OF[card]
            self.best = card
            self.winner = seat
            self.worth = POINTS[card]
            return self.right[seat]
        if self.beats[self.best] >> card & 1:
            self.best = card
            self.winner = seat
        self.worth += POINTS[card]
        self.in_trick += 1
        if self.in_trick < self.players:
            return self.right[seat]
        self.points[self.side_of[self.winner]] += self.worth
        self.in_trick = 0
        self.follow = 0
        self.tricks_left -= 1
        return self.winner if self.tricks_left else -1

    def trick(self) -> tuple[tuple[int, Card], ...]:
        """The cards of the current trick in order, with their seats."""
        return tuple(self.plays[len(self.plays) - self.in_trick :])

    def winning(self) -> tuple[int, Card] | None:
        """The seat and card that are winning the current trick; None when a lead is due."""
        return (self.winner, CARDS[self.best]) if self.in_trick else None

    def cards_left(self, seat: int) -> int:
        """How many cards a seat still in holds now."""
        return self.tricks_left - any(player == seat for player, _ in self.trick())

    def copy(self) -> Self:
        """An independent copy."""
        new = self.__class__.__new__(self.__class__)
        new.beats = self.beats
        new.right = self.right
        new.players = self.players
        new.side_of = self.side_of
        new.plays = self.plays[:]
        new.points = self.points[:]
        new.tricks_left = self.tricks_left
        new.in_trick = self.in_trick
        new.follow = self.follow
        new.best = self.best
        new.winner = self.winner
        new.worth = self.worth
        return new
