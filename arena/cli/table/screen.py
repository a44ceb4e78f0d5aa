"""What a game's table shows, in the words of the game."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Protocol

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from arena.cards import Card, Interned
from arena.cli.table.labels import Labels
from arena.games.base import Event
from arena.report.card_text import SYMBOLS, cards_text, colour, hands_table, plain_table, ranks_by_suit

Row = tuple[str, Sequence[Interned]]
"""Choices that are shown in one line, and what stands before them."""


class Screen(Protocol):
    """One game's table as one seat's view shows it."""

    parts: ClassVar[Mapping[str, str]]
    """The parts of the rules by the word a person asks for them with: headings of the game's RULES.md."""

    def news(self, view: Any, event: Event) -> Iterator[RenderableType]:
        """What an event tells those who follow the match at its turning points."""
        ...

    def step(self, view: Any, event: Event) -> Text | None:
        """A call or card by itself, for those who follow the match step by step; None for other events."""
        ...

    def hands_changed(self, view: Any, event: Event) -> bool:
        """Whether this is the moment to show all hands to a watcher."""
        ...

    def status(self, view: Any) -> str:
        """How the deal stands, in one line."""
        ...

    def situation(self, view: Any) -> Iterator[RenderableType]:
        """What the seat on turn must know to choose."""
        ...

    def choices(self, view: Any) -> Sequence[Row]:
        """The legal cards or calls in reading order."""
        ...

    def topic(self, view: Any) -> str:
        """The word of the part of the rules that the present decision is about."""
        ...


def hand_text(game: str, cards: Sequence[Card]) -> Text:
    """A hand in one line, sorted by suits."""
    suits = ranks_by_suit(game, cards).items()
    return Text("Hand  ").append(
        Text("  ").join(Text(f"{SYMBOLS[suit]} {held}", colour(suit)) for suit, held in suits)
    )


def open_hands(game: str, labels: Labels, views: Sequence[Any]) -> Table:
    """The hands of all seats that hold cards."""
    return hands_table(game, {labels.seat(view.seat): view.hand for view in views if view.hand})


def auction_table(labels: Labels, order: Sequence[int], calls: Sequence[tuple[int, Interned]]) -> Table:
    """The auction, a column a seat in the order of calling."""
    table = plain_table(*map(labels.seat, order))
    texts = [str(call) for _, call in calls]
    for start in range(0, len(texts), len(order)):
        table.add_row(*texts[start : start + len(order)])
    return table


def moves_text(labels: Labels, moves: Sequence[tuple[int, Card]]) -> Text:
    """Cards, each after the seat that played it."""
    return Text(", ").join(Text(f"{labels.seat(seat)} ").append(cards_text([card])) for seat, card in moves)


def doubled(doubling: int) -> str:
    """The words after a contract's bid."""
    return {1: "", 2: " doubled", 4: " redoubled"}[doubling]
