"""What a player of 56 cannot see: the cards that others may hold, and deals of them that agree with all it saw."""

from random import Random
from typing import Final

from arena.cards import SUITS
from arena.games.fiftysix.pack import COPY, PACKS, SUIT_OF, cards_each, hand_of
from arena.games.fiftysix.view import FiftySixView

_SUIT_MASKS: Final = tuple(SUIT_OF[13 * suit] for suit in range(len(SUITS)))


class Unseen:
    """All that is certain of the others' hands, from one player's view; and samples of them.

    `cards` are the kinds not seen, a kind twice if both copies are; `sizes` says how many cards each other seat
    holds, and `lacks` the suits (0 … 3 for C D H S) that it has not followed (F16). The true hands always `fit`.
    """

    def __init__(self, view: FiftySixView) -> None:
        seats = view.seats
        plays = view.plays
        each = cards_each(len(seats))
        self.sizes = {seat: each for seat in seats if seat != view.seat}
        self.lacks: dict[int, set[int]] = {seat: set() for seat in self.sizes}
        left = sorted(kind % COPY for kind in PACKS[len(seats)])
        for card in view.hand:
            left.remove(card.id)
        led = 0
        for i, (seat, card) in enumerate(plays):
            left.remove(card.id)
            if i % len(seats) == 0:
                led = card.id // 13
            if seat == view.seat:
                continue
            self.sizes[seat] -= 1
            if card.id // 13 != led:
                self.lacks[seat].add(led)
        self.cards = tuple(left)

    def fit(self, hands: dict[int, int]) -> bool:
        """Whether the others may hold these hands, masks as in `arena.games.fiftysix.pack` by seat."""
        return all(
            hands[seat].bit_count() == size
            and not any(hands[seat] & _SUIT_MASKS[suit] for suit in self.lacks[seat])
            for seat, size in self.sizes.items()
        )

    def sample(self, rng: Random) -> dict[int, int]:
        """Hands that fit, by seat: the unseen cards dealt at random to those who may hold them."""
        cards = list(self.cards)
        rng.shuffle(cards)
        takers = {
            suit: [seat for seat in self.sizes if suit not in self.lacks[seat]] for suit in range(len(SUITS))
        }
        cards.sort(key=lambda kind: len(takers[kind // 13]))
        room = dict(self.sizes)
        dealt: dict[int, list[int]] = {seat: [] for seat in self.sizes}
        for kind in cards:
            seats = takers[kind // 13]
            free = [room[seat] for seat in seats]
            if any(free):
                seat = rng.choices(seats, free)[0]
                dealt[seat].append(kind)
            else:
                seat = self._make_room(kind, dealt, room)
            room[seat] -= 1
        return {seat: hand_of(kinds) for seat, kinds in dealt.items()}

    def _make_room(self, kind: int, dealt: dict[int, list[int]], room: dict[int, int]) -> int:
        """Pass cards on until all fit: who may hold the card is full, and somebody else is not.

        Returns the seat that has a card more now. Breadth-first, so the row of passes is short.
        """
        came: dict[int, tuple[int, int]] = {}  # seat: who passes what to it; −1 passes the card itself
        row = [seat for seat in self.sizes if kind // 13 not in self.lacks[seat]]
        for seat in row:
            came[seat] = (-1, kind)
        for giver in row:
            if room[giver]:
                end = giver
                while giver != -1:
                    source, card = came[giver]
                    dealt[giver].append(card)
                    if source != -1:
                        dealt[source].remove(card)
                    giver = source
                return end
            for card in dealt[giver]:
                for seat in self.sizes:
                    if seat not in came and card // 13 not in self.lacks[seat]:
                        came[seat] = (giver, card)
                        row.append(seat)
        raise ValueError("no deal agrees with what was seen")
