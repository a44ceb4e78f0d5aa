"""The cards of both games, each with one id wherever it appears.

Ids 0 … 51 are the ordinary cards, suit by suit in the order C D H S and in each suit from the two up to the
ace; 52, 53 and 54 are Bridgette's colons Grand, Royal and Little. The engines compute with these ids and with
bit masks of them; `Card` objects are for bots, records and people.
"""

from typing import Final, Self, final

import msgspec

from arena.errors import NotationError

SUITS: Final = "CDHS"
RANKS: Final = "23456789TJQKA"
COLONS: Final = "GRL"


class Interned(msgspec.Struct, frozen=True, eq=False, gc=False):
    """A frozen value of the rules' notation, of which there is one object for each text.

    ``is`` and ``==`` agree, `parse` is the inverse of `str`, and copying or pickling gives back the same object.
    Sorting orders by id.
    """

    id: int
    text: str

    @staticmethod
    def parse(text: str) -> "Interned":
        """The value written so. Raises NotationError, which says what was expected."""
        raise NotImplementedError

    @property
    def is_forged(self) -> bool:
        """Whether it was made by hand and so is not the object of its text; it stands for nothing then."""
        try:
            return type(self).parse(self.text) is not self
        except (NotationError, TypeError):
            return True

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.text!r})"

    def __lt__(self, other: Self) -> bool:
        return self.id < other.id

    def __hash__(self) -> int:
        # The id, not the address: sets of them must iterate alike in every process.
        return self.id

    def __copy__(self) -> Self:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self).parse, (self.text,))


def kind_of(answer: object) -> str:
    """What a bot has answered, in words for its author."""
    name = type(answer).__name__
    return f"a {name} made by hand" if isinstance(answer, Interned) and answer.is_forged else name


@final
class Card(Interned, frozen=True, eq=False, gc=False):
    """One card: suit letter then rank letter (``SA``, ``HT``), or a colon (``:G``).

    A colon has ":" in place of a suit and its own letter as rank.
    """

    suit: str
    rank: str

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


_TEXTS: Final = [suit + rank for suit in SUITS for rank in RANKS] + [":" + colon for colon in COLONS]

CARDS: Final = tuple(Card(i, text, text[0], text[1]) for i, text in enumerate(_TEXTS))
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
