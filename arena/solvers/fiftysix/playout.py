"""A deal of 56 played out in no time by rules of thumb with open hands: what it should come to, roughly."""

from collections.abc import Mapping, Sequence
from typing import Final

from arena.cards import CARDS, SUITS
from arena.games.fiftysix.pack import BEATS, COPY, KINDS, POINTS, RANK_ORDER, SUIT_OF, without

_RANKS_UP: Final = tuple(sum(1 << card.id for card in CARDS[:COPY] if card.rank == rank) for rank in RANK_ORDER)
_GIFTS: Final = tuple(_RANKS_UP[RANK_ORDER.index(rank)] for rank in "AT9JKQ87")
"""The ranks that are given to a partner's trick, the best first: points that would not win later."""
_SUIT_MASKS: Final = {suit: SUIT_OF[13 * i] for i, suit in enumerate(SUITS)}


class Playout:
    """The play of one deal from any point (F15 – F17), by hands that are masks by seat.

    Leads the highest card that no opponent can beat, else its lowest. Who follows gives points to a trick that is
    safely his side's, wins with the cheapest card that holds, and else throws his lowest.
    """

    def __init__(self, seats: Sequence[int], side_of: Sequence[int], trump: str) -> None:
        self._seats = tuple(seats)
        self._beats = BEATS[trump]
        self._trumps = _SUIT_MASKS.get(trump, 0)
        self._after = {
            seat: tuple([seats[(i + step) % len(seats)] for step in range(1, len(seats))])
            for i, seat in enumerate(seats)
        }
        self._side_of = side_of

    def points(
        self, hands: Mapping[int, int], side: int, leader: int, trick: Sequence[int] = (), card: int = -1
    ) -> int:
        """The points that a side still takes, this trick included.

        `leader` leads to the trick or has led it, and `trick` are the kinds played to it so far; `card`, if given,
        is what the seat to act plays.
        """
        held = dict(hands)
        taken = 0
        played = list(trick)
        while played or held[leader]:
            winner, worth = self._trick(held, leader, played, card)
            if self._side_of[winner] == side:
                taken += worth
            leader, played, card = winner, [], -1
        return taken

    def _trick(self, held: dict[int, int], leader: int, played: list[int], card: int) -> tuple[int, int]:
        """Play a trick to its end; who wins it, and its points."""
        order = (leader, *self._after[leader])
        best, winner, worth, follow = -1, leader, 0, 0
        for i, seat in enumerate(order):
            if i < len(played):
                kind = played[i]
            else:
                if card >= 0:
                    kind, card = card, -1
                elif best < 0:
                    kind = self._lead(held, seat)
                else:
                    kind = self._follow(held, seat, order[i + 1 :], best, winner, follow)
                held[seat] = without(held[seat], kind)
            if best < 0:
                best, follow = kind, SUIT_OF[kind]
            elif self._beats[best] >> kind & 1:
                best, winner = kind, seat
            worth += POINTS[kind]
        return winner, worth

    def _holds(self, held: dict[int, int], seat: int, later: Sequence[int], kind: int, follow: int) -> bool:
        """Whether no opponent of a seat still to play can beat a card."""
        side, beats = self._side_of[seat], self._beats[kind]
        for other in later:
            if self._side_of[other] != side:
                hand = held[other] & KINDS
                if (hand & follow or hand) & beats:
                    return False
        return True

    def _lead(self, held: dict[int, int], seat: int) -> int:
        hand = held[seat] & KINDS
        for suit in (self._trumps, *_SUIT_MASKS.values()):
            cards = hand & suit
            if cards:
                top = _highest(cards)
                if self._holds(held, seat, self._after[seat], top, suit):
                    return top
        return _lowest(hand & ~self._trumps or hand)

    def _follow(
        self, held: dict[int, int], seat: int, later: Sequence[int], best: int, winner: int, follow: int
    ) -> int:
        hand = held[seat] & KINDS
        legal = hand & follow or hand
        if not legal & (legal - 1):
            return legal.bit_length() - 1
        plain = legal & ~self._trumps or legal
        if self._side_of[winner] == self._side_of[seat] and self._holds(held, seat, later, best, follow):
            return _first(plain, _GIFTS)
        winners = legal & self._beats[best]
        while winners:
            kind = _lowest(winners & ~self._trumps or winners)
            if self._holds(held, seat, later, kind, follow):
                return kind
            winners ^= 1 << kind
        return _lowest(plain)


def _first(kinds: int, ranks: Sequence[int]) -> int:
    """The first kind of a mask by a row of ranks."""
    for rank in ranks:
        if kinds & rank:
            kinds &= rank
            break
    return (kinds & -kinds).bit_length() - 1


def _lowest(kinds: int) -> int:
    return _first(kinds, _RANKS_UP)


def _highest(kinds: int) -> int:
    return _first(kinds, _RANKS_UP[::-1])
