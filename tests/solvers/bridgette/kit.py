"""Plain minimax through the rules of play, and positions to hold the solver against it."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from arena.cards import cards_of, ids_of, mask_of
from arena.games.bridgette.pack import GRAND, SUIT_OF
from arena.games.bridgette.play import (
    NO_CARD,
    NO_SUIT,
    banned_by,
    follower_wins,
    legal_follows,
    legal_leads,
)


@dataclass(frozen=True)
class Case:
    """A position in the terms of the engine."""

    hands: tuple[int, int]
    trump: int
    leader: int
    led: int = NO_CARD
    ban: int = NO_SUIT

    @property
    def to_act(self) -> int:
        return self.leader if self.led == NO_CARD else self.leader ^ 1

    def legal(self) -> list[int]:
        hand = self.hands[self.to_act]
        return ids_of(legal_leads(hand, self.ban) if self.led == NO_CARD else legal_follows(hand, self.led))

    def after(self, card: int) -> "tuple[Case, int]":
        """The position after a card, and the seat that won a trick with it (−1: none is over)."""
        hands = list(self.hands)
        hands[self.to_act] ^= 1 << card
        if self.led == NO_CARD:
            return Case((hands[0], hands[1]), self.trump, self.leader, card), -1
        winner = self.leader ^ 1 if follower_wins(self.led, card, self.trump) else self.leader
        ban = banned_by(self.led, card)
        return Case((hands[0], hands[1]), self.trump, winner, ban=ban), winner

    def __str__(self) -> str:
        hands = " / ".join(" ".join(map(str, cards_of(hand))) for hand in self.hands)
        return f"{hands}, trump {self.trump}, leader {self.leader}, led {self.led}, ban {self.ban}"


Memo = dict[Case, int]


def tricks_of_seat_0(case: Case, memo: Memo) -> int:
    """What seat 0 takes of the tricks left: every card tried, nothing assumed."""
    if not case.hands[case.to_act]:
        return 0
    if case not in memo:
        values = [after_card(case, card, memo) for card in case.legal()]
        memo[case] = min(values) if case.to_act else max(values)
    return memo[case]


def after_card(case: Case, card: int, memo: Memo) -> int:
    """What seat 0 takes, this trick included, once a card is played."""
    position, winner = case.after(card)
    return tricks_of_seat_0(position, memo) + (winner == 0)


def minimax_cards(case: Case) -> dict[int, int]:
    """What the leader takes after each legal card."""
    memo: Memo = {}
    left = case.hands[case.leader ^ 1].bit_count()
    values = {card: after_card(case, card, memo) for card in case.legal()}
    return {card: left - value if case.leader else value for card, value in values.items()}


def minimax(case: Case) -> int:
    """What the leader takes."""
    values = minimax_cards(case).values()
    return max(values) if case.to_act == case.leader else min(values)


COLONS = tuple(product((0, 1, None), repeat=3))
"""Who holds Grand, Royal and Little; None: nobody."""

EVERY_KIND = tuple(product(COLONS, (NO_SUIT, 0, 1, 2, 3), range(5)))
"""Every combination of colons, ban and trump."""


def random_case(rng: random.Random, kind: tuple[tuple[int | None, ...], int, int], most: int) -> Case:
    """A position of up to so many cards a hand; half of those without a ban have a card led."""
    colons, ban, trump = kind
    held = [[GRAND + i for i, seat in enumerate(colons) if seat == player] for player in (0, 1)]
    size = rng.randint(max(1, *map(len, held)), max(most, *map(len, held)))
    suits = rng.sample(range(4), rng.randint(1, 4))
    cards = [card for card in range(GRAND) if SUIT_OF[card] in suits]
    # Few cards below the ten, so that all groups meet; two suits at least when one is too short for both hands.
    cards = [card for card in cards if card % 13 >= 6 or rng.random() < 0.4]
    cards += [card for card in range(GRAND) if SUIT_OF[card] not in suits] if len(cards) < 2 * size else []
    rng.shuffle(cards)
    hands = [mask_of(own) for own in held]
    for card in cards:
        open_hands = [player for player in (0, 1) if hands[player].bit_count() < size]
        if not open_hands:
            break
        hands[rng.choice(open_hands)] |= 1 << card
    case = Case((hands[0], hands[1]), trump, rng.randrange(2), ban=ban)
    if ban == NO_SUIT and rng.random() < 0.5:
        case, _ = case.after(rng.choice(case.legal()))
    return case


def random_cases(seed: int, rounds: int, most: int) -> Iterator[Case]:
    """So many positions of every kind."""
    rng = random.Random(seed)
    for kind in EVERY_KIND * rounds:
        yield random_case(rng, kind, most)
