"""The open-hand solver of Bridgette: how many tricks each side takes when both play their best."""

from collections.abc import Sequence
from typing import Final

from arena.cards import ids_of
from arena.games.bridgette.pack import COLON_OF, GRAND, ORDINARY, SUIT_MASKS, SUIT_OF
from arena.games.bridgette.play import (
    NO_CARD,
    NO_SUIT,
    NO_TRUMP,
    banned_by,
    follower_wins,
    legal_follows,
    legal_leads,
)
from arena.solvers.bridgette.search import NO_BAN, Search
from arena.solvers.bridgette.suit import MATCHED, PLAIN, moves
from arena.solvers.budget import OutOfNodesError

POSITIONS_KEPT: Final = 200_000
"""Before an answer a solver forgets all positions if it knows more than so many (some 50 MB)."""


class BridgetteSolver:
    """Solves positions of the play exactly (B19 … B24).

    Keep one and ask it again and again: what it finds out about one deal holds in every other where the same
    side's cards are higher. Hands are masks of card ids, `trump` is 0 … 3 (C D H S) or NO_TRUMP, `leader` the
    seat that leads to the trick or has led `led` to it, `ban` the suit that it may not lead, or NO_SUIT. The
    hands hold equally many cards, the leader's one less once it has led; ValueError otherwise.

    With `nodes`, an answer is None if it takes more positions than that. Positions are counted, not seconds: the
    same questions in the same order get the same answers on every machine.
    """

    def __init__(self) -> None:
        self._search: Final = Search()
        self._trump = NO_TRUMP
        self._places: list[int] = []  # the place of each suit in the search

    @property
    def nodes(self) -> int:
        """How many positions the last answer took."""
        return self._search.nodes

    def tricks(
        self,
        hands: Sequence[int],
        trump: int,
        leader: int,
        *,
        led: int = NO_CARD,
        ban: int = NO_SUIT,
        nodes: int | None = None,
    ) -> int | None:
        """How many of the tricks left the leader takes, this one included."""
        if led != NO_CARD:
            cards = self.cards(hands, trump, leader, led=led, nodes=nodes)
            return None if cards is None else min(cards.values())
        self._begin(hands, trump, leader, led, nodes)
        try:
            return self._value(hands, leader, ban)
        except OutOfNodesError:
            return None

    def cards(
        self,
        hands: Sequence[int],
        trump: int,
        leader: int,
        *,
        led: int = NO_CARD,
        ban: int = NO_SUIT,
        nodes: int | None = None,
    ) -> dict[int, int] | None:
        """How many of the tricks left the leader takes after each legal card of the seat to act, by ascending id.

        Once a card is led that seat is the leader's opponent, and its best cards are those with the fewest.
        """
        self._begin(hands, trump, leader, led, nodes)
        try:
            if led == NO_CARD:
                return self._leads(hands, leader, ban)
            return self._follows(hands, leader, led)
        except OutOfNodesError:
            return None

    def _begin(self, hands: Sequence[int], trump: int, leader: int, led: int, nodes: int | None) -> None:
        if len(hands) != 2 or hands[0] & hands[1] or (led != NO_CARD and (hands[0] | hands[1]) >> led & 1):
            raise ValueError("expected two hands without a card in common")
        on_table = 0 if led == NO_CARD else 1
        if hands[leader].bit_count() + on_table != hands[leader ^ 1].bit_count():
            raise ValueError("expected hands of as many cards, the leader's one less once it has led")
        search = self._search
        if len(search.known[0]) + len(search.known[1]) > POSITIONS_KEPT:
            search.known[0].clear()
            search.known[1].clear()
        search.nodes = 0
        search.limit = -1 if nodes is None else nodes
        self._trump = trump
        self._places = [0, 1, 2, 3]
        if trump != NO_TRUMP:
            self._places[trump], self._places[3] = 3, trump

    def _set(self, hands: Sequence[int]) -> None:
        """Give the search a position."""
        texts = ["", "", "", ""]
        for card in reversed(ids_of((hands[0] | hands[1]) & ORDINARY)):
            player = 0 if hands[0] >> card & 1 else 1
            matched = hands[player ^ 1] >> COLON_OF[card] & 1
            letter = MATCHED[player][COLON_OF[card] - GRAND] if matched else PLAIN[player]
            texts[self._places[SUIT_OF[card]]] += letter
        suits = [self._search.book.suit(text) for text in texts]
        self._search.place(suits, [hands[0] >> GRAND, hands[1] >> GRAND], self._trump != NO_TRUMP)

    def _ban(self, hand: int, ban: int) -> int:
        """The place of a banned suit; a ban that lapses, or that bans nothing held, is none (B23)."""
        if ban == NO_SUIT or legal_leads(hand, ban) == hand:
            return NO_BAN
        return self._places[ban]

    def _value(self, hands: Sequence[int], leader: int, ban: int) -> int:
        """The tricks of a leader."""
        left = hands[leader].bit_count()
        self._set(hands)
        place = self._ban(hands[leader], ban)
        least, most, need = 0, left, (left + 1) // 2
        while least < most:
            if self._search.wins(leader, place, need, left):
                least = need
                need += 1
            else:
                most = need - 1
                need -= 1
        return least

    def _leads(self, hands: Sequence[int], leader: int, ban: int) -> dict[int, int]:
        """The tricks of a leader after each lead."""
        best = self._value(hands, leader, ban)
        left = hands[leader].bit_count()
        search = self._search
        by_move: dict[tuple[int, int], int] = {}
        tricks = {}
        for card in ids_of(legal_leads(hands[leader], ban)):
            need = best
            if card >= GRAND:
                while need and not search.colon_wins(leader, card - GRAND, need, left):
                    need -= 1
            else:
                place = self._places[SUIT_OF[card]]
                suit = search.suit_at(place)
                below = (hands[0] | hands[1]) & SUIT_MASKS[SUIT_OF[card]] & ((1 << card) - 1)
                where = len(suit.text) - 1 - below.bit_count()
                # The moves go upwards, each named by the lowest of the cards that play alike.
                nth = sum([1 for i in moves(suit.text, leader) if i >= where]) - 1
                if (place, nth) in by_move:
                    need = by_move[place, nth]
                else:
                    lead = search.book.leads(suit, leader)[nth]
                    while need and not search.lead_wins(leader, place, lead, need, left):
                        need -= 1
                    by_move[place, nth] = need
            tricks[card] = need
        return tricks

    def _follows(self, hands: Sequence[int], leader: int, led: int) -> dict[int, int]:
        """The tricks of a leader after each answer to the card led."""
        follower = leader ^ 1
        tricks = {}
        for card in ids_of(legal_follows(hands[follower], led)):
            after = list(hands)
            after[follower] ^= 1 << card
            if follower_wins(led, card, self._trump):
                tricks[card] = after[leader].bit_count() - self._value(after, follower, NO_SUIT)
            else:
                tricks[card] = 1 + self._value(after, leader, banned_by(led, card))
        return tricks
