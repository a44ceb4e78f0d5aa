"""Cards as the page is told of them."""

from collections.abc import Iterable

from arena.cards import CARDS


def texts(cards: Iterable[int]) -> list[str]:
    """The cards of these ids, as the rules write them."""
    return [CARDS[card].text for card in cards]
