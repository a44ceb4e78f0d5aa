"""What a player of Bridgette cannot see: the cards that the opponent may hold, and hands made up of them."""

from random import Random
from typing import Final

from arena.cards import ids_of, mask_of
from arena.games.bridgette.calls import DENOMINATIONS
from arena.games.bridgette.pack import (
    COLON_OF,
    DEALER_DRAWS,
    FULL_PACK,
    GRAND,
    HAND_SIZE,
    NON_DEALER_DRAWS,
    ORDINARY,
    SUIT_MASKS,
    SUIT_OF,
)
from arena.games.bridgette.play import NO_SUIT, NO_TRUMP, banned_by
from arena.games.bridgette.view import BridgetteView

JUMP_LENGTH: Final = 4
BID_LENGTH: Final = 2

#              2 … 9           T     J     Q     K     A
_TRUMP: Final = (0.9,) * 8 + (1.0, 1.1, 1.15, 1.3, 1.4)
_SIDE: Final = (0.1, 0.11, 0.12, 0.13, 0.14, 0.15, 0.18, 0.2, 0.3, 0.4, 0.55, 0.7, 0.95)
_COLON: Final = 0.05
_DRAWINGS: Final = 5
"""How often his cards are drawn anew because the suit he bid would not be his best."""
_WHIM: Final = 0.25
"""How far two cards may be apart in worth and still be kept the other way round."""


def _worths(trump: int) -> tuple[float, ...]:
    return tuple(
        _COLON if card >= GRAND else (_TRUMP if SUIT_OF[card] == trump else _SIDE)[card % 13]
        for card in range(GRAND + 3)
    )


WORTHS: Final = tuple(_worths(trump) for trump in range(NO_TRUMP + 1))
"""For each trump what a card is worth to one who must choose 13, roughly in tricks."""


class Unseen:
    """All that is certain of the opponent's hand, from one player's view; and samples of it.

    `size` is how many cards the opponent holds (13 before his exchange is over: what he will keep), `played` the
    mask of those he has played, `may_hold` of those he may still hold, and `least` how many of each suit are among
    them at least. They follow from the exchange (B7 … B9), the holdings his bids need (B13, B14), the suits he
    did not follow (B20), the wrong colons he had to play (B21) and the bans that lapsed (B23). The opponent's true
    hand always `fits`.
    """

    def __init__(self, view: BridgetteView) -> None:
        him = 1 - view.seat
        own = mask_of([card.id for card in view.dealt + view.drawn])
        self.played = 0
        self.may_hold = FULL_PACK & ~own
        self._bid = NO_TRUMP
        self._unseen = self.may_hold
        self._upcard = 1 << view.upcard.id if him != view.dealer else 0
        draws = NON_DEALER_DRAWS if him != view.dealer else DEALER_DRAWS[view.upcard.id]
        self._reach = HAND_SIZE + draws
        needed = self._read_calls(view, him)
        self._read_plays(view, him)
        self.size = HAND_SIZE - self.played.bit_count()
        self.least = tuple(
            max(0, needed[suit] - (self.played & SUIT_MASKS[suit]).bit_count()) for suit in range(len(SUIT_MASKS))
        )

    def fits(self, hand: int) -> bool:
        """Whether the opponent may hold this hand, a mask."""
        return (
            hand.bit_count() == self.size
            and not hand & ~self.may_hold
            and all((hand & suit).bit_count() >= least for suit, least in zip(SUIT_MASKS, self.least, strict=True))
        )

    def sample(self, rng: Random) -> int:
        """A hand that fits, as a mask: the best of what the opponent may have had to choose from (B9).

        The cards in his reach are drawn at random; which he keeps goes by a trump suit, the one he bid last or
        else his best, and now and then by a whim.
        """
        certain = self.played | self._upcard
        others = ids_of(self._unseen & ~certain)
        for _ in range(_DRAWINGS):
            reached = mask_of(rng.sample(others, self._reach - certain.bit_count())) | certain
            trump = best_trump(reached)
            if trump == self._bid or self._bid == NO_TRUMP:
                break
        choice = ids_of(reached & self.may_hold)
        rest = [card for card in ids_of(self.may_hold) if card not in choice]
        for suit, least in enumerate(self.least):
            missing = least - sum([SUIT_OF[card] == suit for card in choice])
            if missing > 0:
                choice += rng.sample([card for card in rest if SUIT_OF[card] == suit], missing)
        if len(choice) < self.size:
            choice += rng.sample([card for card in rest if card not in choice], self.size - len(choice))
        return self._kept(choice, trump if self._bid == NO_TRUMP else self._bid, rng)

    def _kept(self, choice: list[int], trump: int, rng: Random) -> int:
        """The cards he keeps of a choice: as many of each suit as he must have, then the best."""
        worths = WORTHS[trump]
        worth = {card: worths[card] + _WHIM * rng.random() for card in choice}
        ranked = sorted(choice, key=lambda card: -worth[card])
        kept = []
        for suit, least in enumerate(self.least):
            kept += [card for card in ranked if SUIT_OF[card] == suit][:least]
        kept += [card for card in ranked if card not in kept][: self.size - len(kept)]
        return mask_of(kept)

    def _read_calls(self, view: BridgetteView, him: int) -> list[int]:
        """How many cards of each suit his bids have needed."""
        needed = [0] * len(SUIT_MASKS)
        last = 0
        for seat, call in view.calls:
            if not call.is_bid:
                continue
            if seat == him and call.denomination == "NT":
                needed = [max(1, length) for length in needed]
            elif seat == him:
                self._bid = DENOMINATIONS.index(str(call.denomination))
                jump = last != 0 and call.id > last + len(DENOMINATIONS)
                needed[self._bid] = max(needed[self._bid], JUMP_LENGTH if jump else BID_LENGTH)
            last = call.id
        return needed

    def _read_plays(self, view: BridgetteView, him: int) -> None:
        """Take in the cards played, trick by trick."""
        ban = NO_SUIT
        plays = view.plays
        for first in range(0, len(plays), 2):
            leader, led = plays[first][0], plays[first][1].id
            if leader == him:
                if ban != NO_SUIT and SUIT_OF[led] == ban:
                    self.may_hold &= SUIT_MASKS[ban]  # the ban has lapsed
                self._took(led)
            self.may_hold &= ~(1 << led)
            if first + 1 < len(plays):
                followed = plays[first + 1][1].id
                if leader != him:
                    self._followed(led, followed)
                self.may_hold &= ~(1 << followed)
                ban = banned_by(led, followed)

    def _took(self, card: int) -> None:
        self.played |= 1 << card

    def _followed(self, led: int, card: int) -> None:
        """He has played a card to one led: what is it that he does not have?"""
        self._took(card)
        if led >= GRAND or SUIT_OF[card] == SUIT_OF[led] or card == COLON_OF[led]:
            return
        self.may_hold &= ~SUIT_MASKS[SUIT_OF[led]]
        if card >= GRAND:
            self.may_hold &= ~(ORDINARY | 1 << COLON_OF[led])


def best_trump(cards: int) -> int:
    """The suit of a mask of cards that is worth most as trumps."""
    totals = [sum([WORTHS[suit][card] for card in ids_of(cards & SUIT_MASKS[suit])]) for suit in range(4)]
    return totals.index(max(totals))
