"""A careful Bridgette player: estimates its tricks, bids what scores best on average, and plays for control.

- Estimate: every card is worth a fraction of a trick, more as a trump, honours most. The fractions were fitted
  to the tricks won in 36,000 hands of this bot against itself. The opponent holds only 13 of the 40 cards or so
  that cannot be seen, and has chosen them from as many as 25, so a good estimate is still 2 tricks off.
- Exchange: for every trump suit, the 13 cards that are worth most; it keeps the best of these choices.
- Auction: tricks are spread around the estimate, which gives every contract an average score. It takes the
  call with the best one: a bid (the bonus for exactly the tricks bid counts like any other points), a pass, or
  a double, but only one that gains `double_gain` on average.
- Play: leads its longest suit until the opponent is out of it, the likeliest winner first, and keeps trumps for
  ruffs. It wins as cheaply as it can and throws what will hardly win later. A colon is dropped on a suit that the
  opponent would run on with, to ban it, when there is a likely winner in another suit.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from math import erf, sqrt

from arena.bots import BridgetteBot, Option
from arena.bots.options import OptionValue
from arena.cards import CARDS, SUITS, Card, ids_of, mask_of
from arena.games.bridgette.calls import DENOMINATIONS, DOUBLE, PASS, REDOUBLE, Call
from arena.games.bridgette.pack import (
    COLON_OF,
    DEALER_DRAWS,
    FULL_PACK,
    GRAND,
    GROUPS,
    HAND_SIZE,
    NON_DEALER_DRAWS,
    ORDINARY,
    SUIT_MASKS,
    SUIT_OF,
)
from arena.games.bridgette.play import NO_TRUMP, follower_wins
from arena.games.bridgette.scoring import deal_scores
from arena.games.bridgette.view import BridgetteView

#               2 … 9           T     J     Q     K     A
TRUMP_TRICKS = (0.9,) * 8 + (1.0, 1.1, 1.15, 1.3, 1.4)
SIDE_TRICKS = (0.0,) * 8 + (0.2, 0.35, 0.5, 0.65, 0.9)
NO_TRUMP_TRICKS = (0.0,) * 8 + (0.4, 0.6, 0.8, 1.0, 1.3)
SUIT_BASE, NO_TRUMP_BASE = 1.1, 1.5
DEFENCE = -0.6
"""What the leader to the first trick lacks against a suit contract: the opponent has chosen the trumps."""
EXCHANGE_LOSS = {2: 0.0, 4: -0.5, 8: -1.1, 12: -1.2}
"""What the opponent's exchange of so many cards costs."""
SPREAD = 2.0
"""The standard deviation of the tricks around the estimate."""

DOUBLED = 0.5
"""The tricks that an estimate loses for each double of the opponent."""

HIGHER = tuple(SUIT_MASKS[SUIT_OF[c]] & ~((2 << c) - 1) for c in range(GRAND))
"""For each ordinary card, the mask of the higher ones of its suit."""


class Steady(BridgetteBot):
    """Bids by averages, leads long suits and bans with its colons."""

    OPTIONS = {
        "caution": Option(0.0, "tricks taken off its estimate before it bids", low=-3.0, high=3.0),
        "fear": Option(0.5, "how likely it thinks a bad bid is to be doubled", low=0.0, high=1.0),
        "double_gain": Option(150.0, "points that a double must gain on average", low=0.0, high=3000.0),
        "trust": Option(0.4, "how far the opponent's bids are believed, 1 being fully", low=0.0, high=1.0),
    }

    def discard(self, view: BridgetteView) -> list[Card]:
        """All but the best 13 cards, for the trump suit that makes them best."""
        choices = []
        for trump in range(len(SUITS)):
            keep = {card: keep_value(card.id, trump, view.hand) for card in view.hand}
            order = sorted(view.hand, key=lambda card: (keep[card], card.id))
            choices.append((sum(keep[card] for card in order[view.to_discard :]), trump, order))
        _, _, order = max(choices)
        return order[: view.to_discard]

    def call(self, view: BridgetteView) -> Call:
        """The call with the best average score."""
        auction = Auction(view, self.options)
        return max(view.legal, key=lambda call: (auction.value(call), -call.id))

    def play(self, view: BridgetteView) -> Card:
        """A lead or the card that follows."""
        if len(view.legal) == 1:
            return view.legal[0]
        hidden = Hidden.from_view(view)
        if view.led is None:
            return max(view.legal, key=lambda card: hidden.lead_value(card.id))
        led = view.led.id
        winners = [card for card in view.legal if follower_wins(led, card.id, hidden.trump)]
        if not winners and CARDS[COLON_OF[led]] in view.legal and hidden.worth_a_ban(led):
            return CARDS[COLON_OF[led]]
        return min(winners or view.legal, key=lambda card: hidden.later(card.id))


def keep_value(card: int, trump: int, hand: tuple[Card, ...]) -> float:
    """What a card is worth in the exchange, in tricks, with a bonus for rank and for the length of its suit."""
    if card >= GRAND:
        return 0.15
    if SUIT_OF[card] == trump:
        return TRUMP_TRICKS[card % 13]
    length = sum(SUIT_OF[other.id] == SUIT_OF[card] for other in hand)
    return SIDE_TRICKS[card % 13] + 0.01 * (card % 13) + 0.1 * length


class Auction:
    """What each call is worth to one player, in points on average."""

    def __init__(self, view: BridgetteView, options: Mapping[str, OptionValue]) -> None:
        self.options = options
        self.hand = view.hand
        his_exchange = NON_DEALER_DRAWS if view.dealer == view.seat else DEALER_DRAWS[view.upcard.id]
        self.loss = EXCHANGE_LOSS[his_exchange]
        self.bid: Call | None = None
        self.mine = False
        self.doubling = 1
        self.his_doubles = 0
        for seat, call in view.calls:
            if call.is_bid:
                self.bid, self.mine, self.doubling = call, seat == view.seat, 1
            elif call.id != PASS:
                self.doubling *= 2
                self.his_doubles += seat != view.seat

    def value(self, call: Call) -> float:
        """The points that this player gains on average by a call, if the opponent then passes."""
        if call.is_bid:
            return self.declaring(call, 1)
        if self.bid is None:
            return 0.0
        doubling = {PASS: self.doubling, DOUBLE: 2, REDOUBLE: 4}[call.id]
        worth = self.declaring(self.bid, doubling) if self.mine else self.defending(self.bid, doubling)
        return worth if call.id == PASS else worth - self.options["double_gain"]

    def declaring(self, bid: Call, doubling: int) -> float:
        """The average points of an own contract; a bad one may yet be doubled."""
        tricks = self.tricks(bid) - self.options["caution"] - DOUBLED * self.his_doubles
        quarters = round(4 * tricks)
        points = average_score(bid, doubling, quarters)
        if doubling == 1:
            fear = 1.0 if self.his_doubles else self.options["fear"]
            points += fear * min(0.0, average_score(bid, 2, quarters) - points)
        return points

    def defending(self, bid: Call, doubling: int) -> float:
        """The average points against a contract of the opponent's; his bid says what he thinks of his hand."""
        mine = self.tricks(bid) + (0.0 if bid.denomination == "NT" else DEFENCE)
        trust = self.options["trust"]
        his = (1 - trust) * (13 - mine) + trust * (6 + bid.level) + DOUBLED * self.his_doubles
        return -average_score(bid, doubling, round(4 * his))

    def tricks(self, bid: Call) -> float:
        """The estimate of the tricks this hand wins in the denomination of a bid."""
        trump = DENOMINATIONS.index(bid.denomination)
        total = self.loss + (NO_TRUMP_BASE if trump == NO_TRUMP else SUIT_BASE)
        for card in self.hand:
            if card.is_colon:
                continue
            if trump == NO_TRUMP:
                total += NO_TRUMP_TRICKS[card.id % 13]
            elif SUIT_OF[card.id] == trump:
                total += TRUMP_TRICKS[card.id % 13]
            else:
                total += SIDE_TRICKS[card.id % 13]
        return total


@cache
def average_score(bid: Call, doubling: int, quarters: int) -> float:
    """The declarer's points less his opponent's, on average, if he wins about `quarters` quarter tricks."""
    mean = quarters / 4

    def below(tricks: float) -> float:
        return 0.5 * (1 + erf((tricks - mean) / SPREAD / sqrt(2)))

    total = 0.0
    for tricks in range(HAND_SIZE + 1):
        low = 0.0 if tricks == 0 else below(tricks - 0.5)
        high = 1.0 if tricks == HAND_SIZE else below(tricks + 0.5)
        made, failed = deal_scores(bid, doubling, tricks)
        total += (high - low) * (made - failed)
    return total


@dataclass(frozen=True)
class Hidden:
    """What a player holds, and which cards the opponent may hold.

    `hand` and `out` are masks of card ids; each card in `out` is with the opponent with the chance `share`.
    """

    hand: int
    out: int
    share: float
    trump: int

    @classmethod
    def from_view(cls, view: BridgetteView) -> "Hidden":
        """Count the cards: whoever did not follow a suit has none of it left."""
        hand = mask_of([card.id for card in view.hand])
        out = FULL_PACK & ~mask_of([card.id for card in view.dealt + view.drawn])
        left = HAND_SIZE
        led = None
        for i, (seat, card) in enumerate(view.plays):
            out &= ~(1 << card.id)
            if i % 2 == 0:
                led = card
            elif seat != view.seat and not led.is_colon and card.id != COLON_OF[led.id] and card.suit != led.suit:
                out &= ~SUIT_MASKS[SUIT_OF[led.id]]
            left -= seat != view.seat
        share = min(1.0, left / max(1, out.bit_count()))
        return cls(hand, out, share, DENOMINATIONS.index(view.trump))

    def none_of(self, cards: int) -> float:
        """The chance that the opponent holds none of these cards."""
        return (1 - self.share) ** (self.out & cards).bit_count()

    def length(self, card: int) -> int:
        """How many cards of a card's suit are in the hand."""
        return (self.hand & SUIT_MASKS[SUIT_OF[card]]).bit_count()

    def lead_wins(self, card: int) -> float:
        """The chance that a card wins when it is led (B22, B24)."""
        trumps = 0 if self.trump == NO_TRUMP else SUIT_MASKS[self.trump]
        if card >= GRAND:
            return self.none_of(GROUPS[card] | trumps)
        suit = SUIT_MASKS[SUIT_OF[card]]
        chance = self.none_of(HIGHER[card])
        if suit == trumps:
            return chance
        return chance * (1 - self.none_of(suit) * (1 - self.none_of(trumps)))

    def lead_value(self, card: int) -> float:
        """How good a card is to lead: length counts most, then the chance to win; trumps can wait."""
        if card >= GRAND:
            return self.lead_wins(card)
        return self.length(card) + self.lead_wins(card) - (0.8 if SUIT_OF[card] == self.trump else 0.0)

    def later(self, card: int) -> float:
        """How good a card is to keep."""
        if card >= GRAND:
            return 1.2
        value = 0.3 * (card % 13) + 0.3 * self.none_of(HIGHER[card]) + 0.03 * self.length(card)
        return value + (2.0 if SUIT_OF[card] == self.trump else 0.0)

    def worth_a_ban(self, led: int) -> bool:
        """Whether the opponent would run on with the suit led, and another suit should win a trick (B23)."""
        if led >= GRAND:
            return False
        suit = SUIT_MASKS[SUIT_OF[led]]
        others = ids_of(self.hand & ~suit & ORDINARY)
        likely = any(self.none_of(HIGHER[card]) > 0.6 for card in others)
        return likely and (self.out & suit).bit_count() * self.share > 0.5
