"""Bridgette's pack of 55 cards (B2, B3) as tables and masks over card ids."""

from typing import Final

from arena.cards import CARDS, SUITS, mask_of

PACK: Final = tuple(range(len(CARDS)))
SEATS: Final = (0, 1)
HAND_SIZE: Final = 13

GRAND: Final = 52
ROYAL: Final = 53
LITTLE: Final = 54

SUIT_OF: Final = tuple(SUITS.find(card.suit) for card in CARDS)
"""The suit of each card, 0 … 3 in the order C D H S (B4); −1 for a colon."""

SUIT_MASKS: Final = tuple(mask_of([i for i in PACK if SUIT_OF[i] == suit]) for suit in range(4))
ORDINARY: Final = (1 << GRAND) - 1
FULL_PACK: Final = (1 << len(PACK)) - 1

_COLON_OF_RANK: Final = {"A": GRAND, "K": ROYAL, "Q": ROYAL, "J": ROYAL}

COLON_OF: Final = tuple(i if i >= GRAND else _COLON_OF_RANK.get(CARDS[i].rank, LITTLE) for i in PACK)
"""The colon whose group each card belongs to (B3); a colon stands for itself."""

GROUPS: Final = {
    colon: mask_of([i for i in PACK if i < GRAND and COLON_OF[i] == colon]) for colon in (GRAND, ROYAL, LITTLE)
}
"""The ordinary cards of each colon's group (B3)."""

NON_DEALER_DRAWS: Final = 2
"""How many cards the non-dealer exchanges (B7)."""

DEALER_DRAWS: Final = tuple({GRAND: 12, ROYAL: 8, LITTLE: 4}[COLON_OF[i]] for i in PACK)
"""How many cards the dealer exchanges, by the up-card (B8)."""

LOWEST_FIRST: Final = tuple(sorted(PACK, key=lambda i: (i >= GRAND, i % 13 if i < GRAND else i, i)))
"""All cards by rank, equal ranks in the order C D H S; the colons, which have no rank, last."""
