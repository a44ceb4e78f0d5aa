"""Cards and hands for the terminal, hearts and diamonds in red."""

from collections.abc import Iterable, Mapping
from typing import Final

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from arena.cards import Card

SYMBOLS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣", ":": ":"}
"""What stands for each suit, and for the colons, in the order in which hands are shown."""

_RANKS: Final = {"bridgette": "AKQJT98765432GRL", "fiftysix": "J9ATKQ87"}  # high to low, B2 and F4


def cards_text(cards: Iterable[object]) -> Text:
    """Cards, or calls, as the rules write them."""
    return Text(" ").join(Text(str(card), colour(str(card)[0])) for card in cards)


def colour(suit: str) -> str:
    """The style of a suit."""
    return "red" if suit in "HD" else ""


def in_order(game: str, cards: Iterable[Card]) -> list[Card]:
    """Cards as a hand is shown: spades, hearts, diamonds, clubs, colons, each from the highest down."""
    suits = list(SYMBOLS)
    return sorted(cards, key=lambda card: (suits.index(card.suit), _RANKS[game].index(card.rank)))


def ranks_by_suit(game: str, cards: Iterable[Card]) -> dict[str, str]:
    """The ranks held of each suit that the game has, high to low with spaces between; a dash if there is none."""
    held: dict[str, list[str]] = {suit: [] for suit in SYMBOLS if suit != ":" or game == "bridgette"}
    for card in in_order(game, cards):
        held[card.suit].append(card.rank)
    return {suit: " ".join(ranks) or "–" for suit, ranks in held.items()}


def hands_table(game: str, hands: Mapping[str, Iterable[Card]]) -> Table:
    """Hands, one a row under a name, one column a suit."""
    rows = {name: ranks_by_suit(game, cards) for name, cards in hands.items()}
    suits = [suit for suit in SYMBOLS if suit != ":" or any(row.get(":", "–") != "–" for row in rows.values())]
    table = plain_table("seat", *(SYMBOLS[suit] for suit in suits))
    for name, row in rows.items():
        table.add_row(Text(name), *(Text(row[suit], colour(suit)) for suit in suits))
    return table


def plain_table(*columns: str) -> Table:
    """An empty table with a line under its columns' names and nothing else around."""
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for column in columns:
        table.add_column(column)
    return table
