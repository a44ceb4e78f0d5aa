"""Cards, ranks, points, packs and hands of 56 (F3, F4).

The engine works with card kinds, the ids 0 … 51 of `arena.cards`: the two copies of a card are never told apart.
A hand is a mask over 104 bits: bit k says that it holds a card of kind k, bit 52 + k that it holds both copies.
So the lower half of a hand is the set of its kinds, and its bit count is the number of its cards.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from arena.cards import CARDS, SUITS, Card, mask_of
from arena.seeds import shuffled

COPY: Final = 52
"""What the second copy of a card adds to its id, in the pack and as a bit of a hand."""

KINDS: Final = (1 << COPY) - 1
"""The bits of a hand that say which kinds it holds."""

RANK_ORDER: Final = "78QKTA9J"
"""F4, low to high."""

_RANK_POINTS: Final = {"J": 3, "9": 2, "A": 1, "T": 1}
_ORDINARY: Final = CARDS[:COPY]

POINTS: Final = tuple(_RANK_POINTS.get(card.rank, 0) for card in _ORDINARY)
"""The points of each kind (F4)."""

SUIT_OF: Final = tuple(mask_of([other.id for other in _ORDINARY if other.suit == card.suit]) for card in _ORDINARY)
"""For each kind, the mask of the kinds of its suit."""


def _beats(card: Card, trump: str) -> int:
    """The kinds that beat a card which is winning the trick so far (F17); an identical card does not."""
    mask = 0
    for other in _ORDINARY:
        if other.suit == card.suit:
            higher = RANK_ORDER.find(other.rank) > RANK_ORDER.find(card.rank)
        else:
            higher = other.suit == trump
        mask |= higher << other.id
    return mask


BEATS: Final = {trump: tuple(_beats(card, trump) for card in _ORDINARY) for trump in (*SUITS, "NT")}
"""For each trump ("NT": none) and each kind that is winning a trick, the mask of the kinds that beat it (F17)."""

LOWEST_FIRST: Final = tuple(
    card.id
    for card in sorted(_ORDINARY, key=lambda card: (RANK_ORDER.find(card.rank), card.id))
    if card.rank in RANK_ORDER
)
"""The kinds of the large pack by rank, lowest first, equal ranks in the order C D H S (F25)."""


def pack(players: int) -> tuple[int, ...]:
    """The pack for 4, 6 or 8 players (F3), as it lies before the shuffle.

    All first copies by ascending id, then all second copies, whose ids are 52 higher.
    """
    ranks = RANK_ORDER if players == 8 else RANK_ORDER[2:]
    kinds = [card.id for card in _ORDINARY if card.rank in ranks]
    return tuple(kinds + [COPY + kind for kind in kinds])


PACKS: Final = {players: pack(players) for players in (4, 6, 8)}
"""The pack for each number of players."""


def cards_each(players: int) -> int:
    """How many cards each player gets (F3), which is also the number of tricks."""
    return len(PACKS[players]) // players


def deal(seed: str, number: int, dealer: int, seats: Sequence[int]) -> dict[int, tuple[int, ...]]:
    """The kinds that each of the seats still in is dealt, in the order dealt.

    One card at a time from the top of the pack, counter-clockwise, first to the player on the dealer's right.
    """
    cards = shuffled("fiftysix", seed, number, dealer, seats, PACKS[len(seats)])
    first = seats.index(dealer) + 1
    hands = {}
    for place, seat in enumerate(seats):
        hands[seat] = tuple([card % COPY for card in cards[(place - first) % len(seats) :: len(seats)]])
    return hands


def hand_of(cards: Iterable[int]) -> int:
    """The hand that holds these kinds; a kind that comes twice is held twice."""
    hand = 0
    for card in cards:
        bit = 1 << card
        hand |= bit << COPY if hand & bit else bit
    return hand


def without(hand: int, card: int) -> int:
    """The hand after one card of a kind that it holds has been played."""
    second = 1 << (COPY + card)
    return hand ^ (second if hand & second else 1 << card)


def hand_cards(hand: int) -> tuple[Card, ...]:
    """The cards of a hand in order of id, a card held twice appearing twice."""
    cards = []
    kinds = hand & KINDS
    while kinds:
        bit = kinds & -kinds
        card = CARDS[bit.bit_length() - 1]
        cards.append(card)
        if hand & bit << COPY:
            cards.append(card)
        kinds ^= bit
    return tuple(cards)
