"""The cards of both games, each with one id wherever it appears.

Ids 0 … 51 are the ordinary cards, suit by suit in the order C D H S and in each suit from the two up to the
ace; 52, 53 and 54 are Bridgette's colons Grand, Royal and Little. The engines compute with these ids and with
bit masks of them; `Card` objects are for bots, records and people.
"""

from typing import Final, final

from arena.errors import NotationError

SUITS: Final = "CDHS"
RANKS: Final = "23456789TJQKA"
COLONS: Final = "GRL"


@final
class Card:
    """One card: suit letter then rank letter (``SA``, ``HT``), or a colon (``:G``).

    Cards are interned: `Card.parse` returns the same object for the same text, so ``is`` and ``==`` agree, and
    copying or pickling gives back that object. A colon has ":" in place of a suit and its own letter as rank.
    Sorting orders by id.
    """

    __slots__ = ("id", "rank", "suit", "text")

    def __init__(self, id: int, text: str) -> None:
        self.id: Final = id
        self.text: Final = text
        self.suit: Final = text[0]
        self.rank: Final = text[1]

    @staticmethod
    def parse(text: str) -> "Card":
        """Read a card such as 'SA', 'HT' or ':G'. Raises NotationError."""
        card = _BY_TEXT.get(text)
        if card is None:
            raise NotationError(
                f"expected a card such as 'SA', 'HT' or ':G' (suit C D H S, then rank {RANKS}), got {text!r}"
            )
        return card

    @property
    def is_colon(self) -> bool:
        """Whether this is one of Bridgette's three colons (B2)."""
        return self.suit == ":"

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Card({self.text!r})"

    def __lt__(self, other: "Card") -> bool:
        return self.id < other.id

    def __hash__(self) -> int:
        # The id, not the address: sets of cards must iterate alike in every process.
        return self.id

    def __reduce__(self) -> tuple[object, ...]:
        return (Card.parse, (self.text,))


_TEXTS: Final = [suit + rank for suit in SUITS for rank in RANKS] + [":" + colon for colon in COLONS]

CARDS: Final = tuple(Card(i, text) for i, text in enumerate(_TEXTS))
"""All 55 cards by id; 56 uses the ordinary ones only."""

_BY_TEXT: Final = {card.text: card for card in CARDS}


def cards_of(mask: int) -> tuple[Card, ...]:
    """The cards whose bits are set in a mask over ids, in order of id."""
    cards = []
    while mask:
        low = mask & -mask
        cards.append(CARDS[low.bit_length() - 1])
        mask ^= low
    return tuple(cards)


def mask_of(ids: "list[int] | tuple[int, ...]") -> int:
    """The bit mask of a list of card ids (or of action ids)."""
    mask = 0
    for i in ids:
        mask |= 1 << i
    return mask


def ids_of(mask: int) -> list[int]:
    """The ids whose bits are set in a mask, ascending."""
    ids = []
    while mask:
        low = mask & -mask
        ids.append(low.bit_length() - 1)
        mask ^= low
    return ids
