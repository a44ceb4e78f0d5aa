"""Plain minimax through the rules of play, and positions to hold the solver against it."""

import random
from dataclasses import dataclass

from arena.cards import ids_of
from arena.games.fiftysix.pack import (
    BEATS,
    COPY,
    KINDS,
    PACKS,
    POINTS,
    SUIT_OF,
    cards_each,
    hand_of,
    without,
)
from arena.games.fiftysix.seating import sides_of


@dataclass(frozen=True)
class Case:
    """A position: the present hands of seats 0, 1 …, and the kinds played to the trick."""

    hands: tuple[int, ...]
    trump: str
    side: tuple[int, ...]
    leader: int
    trick: tuple[int, ...] = ()

    @property
    def to_act(self) -> int:
        return (self.leader + len(self.trick)) % len(self.hands)

    def legal(self) -> list[int]:
        kinds = self.hands[self.to_act] & KINDS
        return ids_of((kinds & SUIT_OF[self.trick[0]] or kinds) if self.trick else kinds)

    def after(self, kind: int) -> "tuple[Case, int]":
        """The position after a card, and the points that the side took with it."""
        hands = list(self.hands)
        hands[self.to_act] = without(hands[self.to_act], kind)
        trick = (*self.trick, kind)
        if len(trick) < len(hands):
            return Case(tuple(hands), self.trump, self.side, self.leader, trick), 0
        best = 0
        for nth in range(1, len(trick)):
            if BEATS[self.trump][trick[best]] >> trick[nth] & 1:
                best = nth
        winner = (self.leader + best) % len(hands)
        points = sum(POINTS[kind] for kind in trick) if winner in self.side else 0
        return Case(tuple(hands), self.trump, self.side, winner), points


Memo = dict[Case, int]


def minimax(case: Case, memo: Memo) -> int:
    """What the side takes of the points left: every card tried, nothing assumed."""
    if not case.hands[case.to_act]:
        return 0
    if case not in memo:
        values = minimax_cards(case, memo).values()
        memo[case] = max(values) if case.to_act in case.side else min(values)
    return memo[case]


def minimax_cards(case: Case, memo: Memo) -> dict[int, int]:
    """What the side takes after each legal card."""
    found = {}
    for kind in case.legal():
        position, points = case.after(kind)
        found[kind] = points + minimax(position, memo)
    return found


def random_case(rng: random.Random, most: dict[int, int]) -> Case:
    """A position with 4, 6 or 8 players and up to so many tricks left, often in few suits or amid a trick."""
    players = rng.choice((4, 4, 6, 8))
    size = rng.randint(1, most[players])
    suits = rng.sample(range(4), rng.randint(2, 4))
    cards = [card % COPY for card in PACKS[players]]
    few = [kind for kind in cards if kind // 13 in suits]
    cards = few if len(few) >= players * size else cards
    rng.shuffle(cards)
    hands = tuple(hand_of(cards[i * size : (i + 1) * size]) for i in range(players))
    side = rng.choice(sides_of(players, rng.choice(("pairs", "two_sides"))))
    case = Case(hands, rng.choice(("C", "D", "H", "S", "NT")), side, rng.randrange(players))
    for _ in range(rng.choice((0, 0, *range(players)))):
        case, _ = case.after(rng.choice(case.legal()))
    return case


def random_deal(rng: random.Random, players: int, size: int) -> tuple[int, ...]:
    """Random hands of the whole pack, cut down to so many cards."""
    cards = [card % COPY for card in PACKS[players]]
    rng.shuffle(cards)
    assert size <= cards_each(players)
    return tuple(hand_of(cards[i * size : (i + 1) * size]) for i in range(players))
