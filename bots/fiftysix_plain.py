"""A 56 player that bids plainly, number and suit, and never listens to what a form of bid may mean.

- Estimate: the strength of a hand for a trump suit is its length there, with more for jack and nine, and for
  jacks elsewhere. What a side takes on average with such a hand was fitted for every size of table to some
  2,000 deals of this bot's own play; the real points lie 7 to 10 around it, for the other hands are unknown.
- Auction: points are spread around the estimate, so every contract has an average gain in tables. It takes
  the call with the best one: its best suit at the next number (or at 40, 48 or 56, which pay more), pass, or
  a double, which must gain `double_gain` more. It takes a partner out of his suit at most once a deal.
- Play: counts the cards, and who is void. For every card it works out how likely its side is to win the trick
  and counts the points at stake, less what the card is worth later. So points are thrown on a partner's sure
  trick, jacks are cashed, and tricks without points are left to others.
"""

from dataclasses import dataclass
from functools import cache
from math import erf, sqrt

from arena.bots import FiftySixBot, Option
from arena.cards import SUITS, Card
from arena.games.fiftysix.calls import DOUBLE, HIGHEST, LOWEST, NO_TRUMPS, PASS, REDOUBLE, Call
from arena.games.fiftysix.contract import Contract
from arena.games.fiftysix.pack import BEATS, COPY, PACKS, POINTS, SUIT_OF
from arena.games.fiftysix.settlement import price
from arena.games.fiftysix.view import FiftySixView

TRUMP_STRENGTH = {"J": 2.1, "9": 1.6, "A": 1.2, "T": 1.0, "K": 1.0, "Q": 1.0, "8": 1.0, "7": 1.0}
SIDE_JACK = 0.8

DEARER = (40, 48, 56)
"""The numbers from which a contract is worth more (F19)."""
TRUST = 0.3
"""How far the number that opponents bid is believed: their points are taken to lie between it and the estimate."""
WARNED = 4.0
"""The points that an estimate loses when the only other side has doubled; of several sides one always does."""

LATER = {"J": 4.0, "9": 1.5, "A": 0.7, "T": 0.5, "K": 0.2, "Q": 0.1, "8": 0.0, "7": 0.0}
LATER_IF_TRUMP = 3.2
"""What a card is worth in a later trick, in points; what a trump is worth beyond that."""
TO_COME = 0.6
"""The points that each player still to play adds to a trick on average."""


@dataclass(frozen=True)
class Fit:
    """The points that a side takes on average at one size of table, with their spread.

    `own`, `partner` and `against` give base and slope over the strength of a hand for the trump suit: of the
    declarer, of a partner of his, of an opponent (for the opponent's own side, which takes `usual` on average).
    `no_trump` is what the declarer's side takes without trumps. `others` counts the other sides.
    """

    own: tuple[float, float]
    partner: tuple[float, float]
    against: tuple[float, float]
    usual: float
    no_trump: float
    spread: float
    others: int


FITS = {
    (4, 2): Fit((15.3, 2.4), (26.0, 1.9), (15.0, 1.6), 24.2, 28.0, 7.3, 1),
    (6, 2): Fit((2.4, 4.3), (16.8, 3.1), (6.3, 2.5), 15.9, 17.7, 9.3, 2),
    (6, 3): Fit((16.5, 3.2), (30.0, 1.8), (17.6, 1.8), 23.6, 27.5, 10.1, 1),
    (8, 2): Fit((1.0, 3.9), (13.0, 2.6), (5.0, 2.2), 12.3, 13.8, 9.0, 3),
    (8, 4): Fit((19.5, 2.4), (31.0, 1.4), (19.0, 1.4), 24.2, 28.1, 10.4, 1),
}
"""By the seats in the deal and the seats of each side."""


class Plain(FiftySixBot):
    """Bids a number and a suit, and counts cards."""

    OPTIONS = {
        "caution": Option(0.0, "points taken off every estimate of its own", low=-20.0, high=20.0),
        "fear": Option(0.5, "how likely it thinks a bad bid is to be doubled", low=0.0, high=1.0),
        "double_gain": Option(0.5, "tables that a double or redouble must gain on average", low=0.0, high=20.0),
    }

    def call(self, view: FiftySixView) -> Call:
        """The call with the best average gain."""
        fit = FITS[len(view.seats), len(view.partners) + 1]
        gains = {PASS: self.gain_standing(view, fit, view.doubling)}
        for call, doubling in ((DOUBLE, 2), (REDOUBLE, 4)):
            if call in view.legal[:3]:
                gains[call] = self.gain_standing(view, fit, doubling) - self.options["double_gain"]
        if self.may_bid(view):
            warned = any(call is DOUBLE and seat in view.opponents for seat, call in view.calls)
            last = view.number or LOWEST - 1
            base, slope = fit.own
            for suit in SUITS:
                points = base + slope * strength(view.hand, suit)
                for number in (last + 1, *DEARER):
                    if last < number <= HIGHEST:
                        bid = Call.parse(f"{number}{suit}")
                        gains[bid] = self.gain(fit, number, 1, points, warned)
        return max(gains, key=lambda call: (gains[call], -call.id))

    def may_bid(self, view: FiftySixView) -> bool:
        """Whether a bid would not take a partner, or itself, out of a bid for the second time."""
        ours = view.bidder is not None and view.side_of[view.bidder] == view.side
        return not (ours and any(seat == view.seat and call.is_bid for seat, call in view.calls))

    def gain_standing(self, view: FiftySixView, fit: Fit, doubling: int) -> float:
        """The tables that this side gains on average if the last bid becomes the contract."""
        if view.bidder is None or view.number is None or view.trump is None:
            first = view.calls[0][0] if view.calls else view.seat
            gain = self.gain(fit, LOWEST, 1, fit.no_trump, warned=False)  # F13
            return gain if view.side_of[first] == view.side else -gain / fit.others
        power = strength(view.hand, view.trump)
        if view.side_of[view.bidder] == view.side:
            base, slope = fit.own if view.bidder == view.seat else fit.partner
            points = fit.no_trump if view.trump == NO_TRUMPS else base + slope * power
            return self.gain(fit, view.number, doubling, points, view.doubling == 2)
        base, slope = fit.against
        above = base + slope * power - fit.usual
        theirs = 56 - fit.others * fit.usual - above * (1.0 if fit.others == 1 else 0.6)
        points = (1 - TRUST) * theirs + TRUST * (view.number + 2)
        return -average_price(view.number, doubling, round(2 * points), fit.spread)

    def gain(self, fit: Fit, number: int, doubling: int, points: float, warned: bool) -> float:
        """The tables that this side gains on average by its own contract; `warned`: it has been doubled."""
        if warned and fit.others == 1:
            points -= WARNED
        halves = round(2 * (points - self.options["caution"]))
        gain = average_price(number, doubling, halves, fit.spread)
        if doubling == 1:
            doubled = average_price(number, 2, halves, fit.spread)
            gain += (1.0 if warned else self.options["fear"]) * min(0.0, doubled - gain)
        return gain * fit.others

    def play(self, view: FiftySixView) -> Card:
        """The card that gains most points, now and later."""
        if len(view.legal) == 1:
            return view.legal[0]
        trick = Trick(view)
        return max(view.legal, key=lambda card: (trick.value(card), -card.id))


def strength(hand: tuple[Card, ...], trump: str) -> float:
    """The strength of a hand for a trump suit, in trumps."""
    total = 0.0
    for card in hand:
        if card.suit == trump:
            total += TRUMP_STRENGTH[card.rank]
        elif card.rank == "J":
            total += SIDE_JACK
    return total


@cache
def average_price(number: int, doubling: int, halves: int, spread: float) -> float:
    """The tables that the declarer's side gets on average from one other side (F19, F20).

    Its points are spread normally around `halves` half points.
    """
    made = 0.5 * (1 - erf((number - 0.5 - halves / 2) / spread / sqrt(2)))
    contract = Contract(None, number, NO_TRUMPS, 0, doubling)
    return made * price(contract, True) - (1 - made) * price(contract, False)


class Trick:
    """The trick on the table, and what the cards seen tell about the hands of those still to play."""

    def __init__(self, view: FiftySixView) -> None:
        self.view = view
        self.trump = view.trump or NO_TRUMPS
        seats, plays = view.seats, view.plays
        self.voids = set()
        led = ""
        seen = [card.id for card in view.hand]
        for i, (seat, card) in enumerate(plays):
            seen.append(card.id)
            if i % len(seats) == 0:
                led = card.suit
            elif card.suit != led:
                self.voids.add((seat, led))
        once = twice = 0  # the kinds of which one copy, or two, have been seen
        for kind in seen:
            twice |= once & 1 << kind
            once |= 1 << kind
        pack = 0
        for kind in PACKS[len(seats)]:
            pack |= 1 << kind % COPY
        self.unseen_one, self.unseen_both = pack & ~twice, pack & ~once
        self.cards = view.trick
        self.winning = view.winning
        self.led = view.led
        turn = seats.index(view.seat)
        self.after = [seats[(turn + i) % len(seats)] for i in range(1, len(seats) - len(self.cards))]
        self.stake = sum(POINTS[card.id] for _, card in self.cards) + TO_COME * len(self.after)
        hidden = self.unseen(pack)
        self.missing = 1 - len(view.hand) / max(hidden, len(view.hand))

    def unseen(self, kinds: int) -> int:
        """How many cards of a mask of kinds are in the others' hands."""
        return (self.unseen_one & kinds).bit_count() + (self.unseen_both & kinds).bit_count()

    def value(self, card: Card) -> float:
        """The points gained by playing a card: those of the trick, less what it would be worth later."""
        led = (self.led or card).suit
        if self.winning is None or BEATS[self.trump][self.winning[1].id] >> card.id & 1:
            chance = self.chance(self.view.seat, card, led)
        else:
            chance = self.chance(*self.winning, led)
        later = LATER[card.rank] + (LATER_IF_TRUMP if card.suit == self.trump else 0.0)
        return (2 * chance - 1) * (self.stake + POINTS[card.id]) - later

    def chance(self, seat: int, best: Card, led: str) -> float:
        """How likely this side is to win the trick that `best` of `seat` would be winning."""
        side_of = self.view.side_of
        chance = 1.0 if side_of[seat] == self.view.side else 0.0
        for other in self.after:
            beaten = self.beats(other, best, led)
            if side_of[other] == self.view.side:
                chance += (1 - chance) * beaten
            else:
                chance -= chance * beaten
        return chance

    def beats(self, seat: int, best: Card, led: str) -> float:
        """How likely a player still to play can beat a card."""
        suit = SUIT_OF[SUITS.index(led) * 13]
        void = 1.0 if (seat, led) in self.voids else self.missing ** self.unseen(suit)
        higher = BEATS[self.trump][best.id]
        over = 1 - self.missing ** self.unseen(higher & suit)
        if self.trump in (NO_TRUMPS, led) or (seat, self.trump) in self.voids:
            return (1 - void) * over
        ruff = 1 - self.missing ** self.unseen(higher & ~suit)
        return (1 - void) * over + void * ruff
