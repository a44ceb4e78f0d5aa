"""The open-hand solver of 56: the points that a side still takes when everybody plays his best."""

from collections.abc import Collection, Sequence
from typing import Final

from arena.cards import SUITS, ids_of, mask_of
from arena.games.fiftysix.calls import NO_TRUMPS
from arena.games.fiftysix.pack import COPY, KINDS, LOWEST_FIRST, POINTS, SUIT_OF, hand_cards, hand_of
from arena.solvers.budget import OutOfNodesError
from arena.solvers.fiftysix.search import TRUMPS, Search, Suits, Trick
from arena.solvers.fiftysix.suit import OWNERS

POSITIONS_KEPT: Final = 200_000
"""Before an answer a solver forgets all positions if it knows more than so many (some 50 MB)."""

LAST_TRICKS: Final = {4: 6, 6: 4, 8: 3}
"""How many last tricks are solved within 50 ms in most cases, by the number of players."""

_KINDS_DOWN: Final = tuple(
    [tuple([kind for kind in reversed(LOWEST_FIRST) if kind // 13 == suit]) for suit in range(4)]
)
"""The kinds of each suit from the highest down (F4)."""


class FiftySixSolver:
    """Solves the last tricks of a deal exactly (F15 – F17).

    The seats of `side` play together for as many points as they can take, all others together against them. With
    two teams that is all there is to a deal. With three or four, best play for each of them apart is not defined;
    but a deal is settled between the declarer's team and all others (F18 – F20), so give the declarer's team as
    `side`.

    Keep one and ask it again and again: what it finds out about one deal holds in every other where the same
    seats' cards are higher. `hands` are masks as in `arena.games.fiftysix.pack`, by seat; `seats` are those still
    in, ascending; `trump` is a suit letter or "NT"; `leader` leads to the trick or has led it, and `trick` are
    the kinds played to it so far, in order. The hands hold equally many cards, those that have played one less;
    ValueError otherwise.

    With `nodes`, an answer is None if it takes more positions than that. Positions are counted, not seconds: the
    same questions in the same order get the same answers on every machine.
    """

    def __init__(self) -> None:
        self._searches: dict[tuple[int, int, bool], Search] = {}
        self._search: Search | None = None

    @property
    def nodes(self) -> int:
        """How many positions the last answer took."""
        return 0 if self._search is None else self._search.nodes

    def points(
        self,
        hands: Sequence[int],
        seats: Sequence[int],
        trump: str,
        side: Collection[int],
        leader: int,
        trick: Sequence[int] = (),
        *,
        nodes: int | None = None,
    ) -> int | None:
        """The points that `side` takes of those in the hands and in this trick."""
        deal = _Deal(hands, seats, trump, leader, trick)
        search = self._begin(deal, side, nodes)
        try:
            return _value(search, deal.trick(search), deal.to_act)
        except OutOfNodesError:
            return None

    def cards(
        self,
        hands: Sequence[int],
        seats: Sequence[int],
        trump: str,
        side: Collection[int],
        leader: int,
        trick: Sequence[int] = (),
        *,
        nodes: int | None = None,
    ) -> dict[int, int] | None:
        """The points that `side` takes after each legal card of the seat to act, by ascending kind.

        The best cards of that seat are those with the most if it belongs to `side`, else those with the fewest.
        """
        deal = _Deal(hands, seats, trump, leader, trick)
        search = self._begin(deal, side, nodes)
        on_table = deal.trick(search)
        player = deal.to_act
        following = (player + 1) % len(deal.hands)
        by_move: dict[tuple[int, int], int] = {}
        points = {}
        try:
            for kind in ids_of(deal.legal()):
                move = deal.move(on_table.suits, kind)
                if move not in by_move:
                    by_move[move] = _value(search, on_table.plus(player, *move, deal.trumps), following)
                points[kind] = by_move[move]
        except OutOfNodesError:
            return None
        return points

    def _begin(self, deal: "_Deal", side: Collection[int], nodes: int | None) -> Search:
        """The search for such a table, with its table of positions."""
        if sum([len(search) for search in self._searches.values()]) > POSITIONS_KEPT:
            self._searches.clear()
        mine = mask_of([player for player, seat in enumerate(deal.seats) if seat in side])
        key = (len(deal.seats), mine, deal.trumps)
        search = self._searches.get(key)
        if search is None:
            search = self._searches[key] = Search(*key)
        search.nodes = 0
        search.limit = -1 if nodes is None else nodes
        self._search = search
        return search


class _Deal:
    """A position as it is asked about: players in turn from the lowest seat, and their hands before the trick."""

    def __init__(
        self, hands: Sequence[int], seats: Sequence[int], trump: str, leader: int, trick: Sequence[int]
    ) -> None:
        self.seats = tuple(seats)
        self.trumps = trump != NO_TRUMPS
        # The suit at each place of the search.
        self.suits = [0, 1, 2, 3]
        if self.trumps:
            suit = SUITS.index(trump)
            self.suits[suit], self.suits[TRUMPS] = TRUMPS, suit
        self.leader = self.seats.index(leader)
        self.played = tuple(trick)
        self.to_act = (self.leader + len(trick)) % len(seats)
        self.hands = [hands[seat] for seat in seats]
        for nth, kind in enumerate(trick):
            player = (self.leader + nth) % len(seats)
            self.hands[player] = hand_of([card.id for card in hand_cards(self.hands[player])] + [kind])
        if len({hand.bit_count() for hand in self.hands}) != 1 or len(trick) >= len(seats):
            raise ValueError("expected hands of as many cards, those that have played to the trick one less")

    def legal(self) -> int:
        """The kinds that the seat to act may play (F16)."""
        hand = self.hands[self.to_act] & KINDS
        return hand & SUIT_OF[self.played[0]] or hand if self.played else hand

    def trick(self, search: Search) -> Trick:
        """The trick so far."""
        suits = [search.book.suit(self._ranks(place)) for place in range(4)]
        trick = Trick((suits[0], suits[1], suits[2], suits[3]), self.leader)
        for nth, kind in enumerate(self.played):
            player = (self.leader + nth) % len(self.seats)
            place, group = self.move(trick.suits, kind)
            trick = trick.plus(player, place, group, self.trumps)
        return trick

    def move(self, suits: Suits, kind: int) -> tuple[int, int]:
        """The place and the group of a card."""
        place = self.suits[kind // 13]  # the exchange of two suits is its own inverse
        above = 0
        for higher, rank in zip(_KINDS_DOWN[kind // 13], self._ranks(place), strict=True):
            if higher == kind:
                break
            above += len(rank) - 1
        group = 0
        while above >= len(suits[place].groups[group]) - 1:
            above -= len(suits[place].groups[group]) - 1
            group += 1
        return place, group

    def _ranks(self, place: int) -> list[str]:
        """A suit as groups, one for each rank from the highest down."""
        ranks = []
        for kind in _KINDS_DOWN[self.suits[place]]:
            rank = str(POINTS[kind])
            for owner, hand in zip(OWNERS, self.hands, strict=False):
                rank += owner * ((hand >> kind & 1) + (hand >> (COPY + kind) & 1))
            ranks.append(rank)
        return ranks


def _value(search: Search, trick: Trick, player: int) -> int:
    """The points of the side, by halving."""
    least, most = 0, sum([suit.total for suit in trick.suits])
    while least < most:
        need = (least + most + 1) // 2
        if search.plays_to(trick, player, need):
            least = need
        else:
            most = need - 1
    return least
