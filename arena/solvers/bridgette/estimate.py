"""How many tricks a declarer should take with best play, worked out card by card and without a search.

Each number is the mean over the hands that cannot be seen, or over what the cards in sight leave open. They were
fitted by least squares to some 3,000 solved contracts of random deals after an exchange. What the exact number is
off by, as a standard deviation, is said with each estimate.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from arena.cards import ids_of
from arena.games.bridgette.pack import GRAND, SUIT_MASKS, SUIT_OF
from arena.games.bridgette.play import NO_TRUMP

_CLASS_OF_RANK: Final = (0, 0, 0, 0, 0, 1, 1, 1, 2, 3, 4, 5, 6)
"""Ranks are told apart as 2 … 6, 7 … 9, T, J, Q, K, A."""


@dataclass(frozen=True)
class _Worth:
    """What a hand adds to the declarer's tricks: by class of rank for trumps and other cards, and by colon.

    Without trumps there are only `others`. `void` and `single` count for each suit other than trumps that the hand
    lacks, or holds one card of.
    """

    trumps: tuple[float, ...]
    others: tuple[float, ...]
    colons: tuple[float, float, float]
    void: float = 0.0
    single: float = 0.0

    def by_card(self, trump: int) -> tuple[float, ...]:
        """The same for each card by id."""
        ordinary = (
            (self.trumps if SUIT_OF[card] == trump else self.others)[_CLASS_OF_RANK[card % 13]]
            for card in range(GRAND)
        )
        return (*ordinary, *self.colons)


class _Estimate:
    """A sum over the cards of a hand, for each trump."""

    def __init__(self, suit: _Worth, no_trump: _Worth) -> None:
        self._worths = (suit,) * NO_TRUMP + (no_trump,)
        self._tables = tuple(worth.by_card(trump) for trump, worth in enumerate(self._worths))

    def of(self, hand: int, trump: int) -> float:
        table = self._tables[trump]
        total = sum([table[card] for card in ids_of(hand)])
        worth = self._worths[trump]
        if worth.void:
            for suit in range(len(SUIT_MASKS)):
                cards = hand & SUIT_MASKS[suit]
                if suit != trump and not cards & (cards - 1):
                    total += worth.single if cards else worth.void
        return total


def _no_trump(others: tuple[float, ...], colons: tuple[float, float, float]) -> _Worth:
    return _Worth((), others, colons)


_DECLARER: Final = _Estimate(
    _Worth(
        (0.54, 0.70, 0.84, 0.88, 1.16, 1.23, 1.43),
        (0.06, 0.29, 0.38, 0.37, 0.73, 0.90, 1.07),
        (0.31, 0.07, -0.33),
        void=0.92,
        single=0.30,
    ),
    _no_trump((-0.02, 0.19, 0.41, 0.36, 0.80, 1.01, 1.33), (0.49, 0.32, -0.26)),
)
_DEFENDER: Final = _Estimate(
    _Worth(
        (0.52, 0.22, -0.03, 0.07, -0.14, -0.31, -0.63),
        (1.05, 0.90, 0.80, 0.73, 0.56, 0.33, 0.17),
        (0.71, 0.70, 1.02),
        void=0.79,
        single=0.55,
    ),
    _no_trump((0.84, 0.77, 0.50, 0.57, -0.02, -0.22, -0.55), (0.55, 0.78, 1.13)),
)
_BOTH: Final = (
    _Estimate(
        _Worth(
            (0.14, 0.26, 0.22, 0.31, 0.43, 0.54, 0.65),
            (-0.22, -0.06, 0.08, 0.15, 0.32, 0.45, 0.64),
            (0.04, -0.39, -0.60),
            void=0.90,
            single=0.39,
        ),
        _no_trump((-0.12, 0.01, 0.17, 0.17, 0.40, 0.57, 0.84), (0.39, 0.24, -0.28)),
    ),
    _Estimate(
        _Worth(
            (0.22, 0.08, -0.19, -0.13, -0.23, -0.41, -0.66),
            (0.70, 0.61, 0.52, 0.49, 0.40, 0.18, 0.05),
            (0.40, 0.33, 0.61),
            void=0.59,
            single=0.45,
        ),
        _no_trump((0.56, 0.53, 0.27, 0.30, -0.08, -0.25, -0.57), (0.34, 0.57, 0.73)),
    ),
)
_BOTH_BASE: Final = 0.2

_AGAINST_EXCHANGE: Final[Mapping[int, tuple[float, float]]] = {
    2: (0.18, 0.85),
    4: (0.23, 0.70),
    8: (-0.02, -0.17),
    12: (0.10, -1.03),
}
_OF_EXCHANGE: Final[Mapping[int, tuple[float, float]]] = {
    2: (-0.89, -0.30),
    4: (-0.56, 0.03),
    8: (0.51, 0.53),
    12: (1.10, 0.90),
}
"""What the other player's exchange of so many cards comes to, with a trump suit and without."""


def declarer_tricks(hand: int, trump: int, draws: int) -> float:
    """The tricks of a declarer from his hand alone; off by 1.3 with a trump suit and 1.8 without.

    Hands are masks of 13 cards, `trump` is 0 … 3 (C D H S) or NO_TRUMP; `draws` is how many cards the opponent
    exchanges (B7, B8).
    """
    return _AGAINST_EXCHANGE[draws][trump == NO_TRUMP] + _DECLARER.of(hand, trump)


def tricks_against(hand: int, trump: int, draws: int) -> float:
    """The tricks of a declarer from his opponent's hand alone; off by 1.2 with a trump suit and 1.8 without."""
    return _OF_EXCHANGE[draws][trump == NO_TRUMP] + _DEFENDER.of(hand, trump)


def tricks_between(declarer: int, defender: int, trump: int) -> float:
    """The tricks of a declarer from both hands; off by 0.9 with a trump suit and 1.5 without."""
    return _BOTH_BASE + _BOTH[0].of(declarer, trump) + _BOTH[1].of(defender, trump)
