"""A 56 player that talks to its partners through the forms of its bids, and listens to theirs.

- Tells: `28D` is a suit with the jack, `D28` one without it, `+1D` support for a suit already bid, with one of
  its jacks and nines; `28NT` is several jacks and no suit, `28NO` the same and no card of the suit last bid.
- Reads: a partner's suit is worth more with the jack than without it, support is worth some trumps, and a suit
  that a partner has none of is worth less. Opponents are not believed. In the play, a partner who has shown a
  jack is taken to hold it until it falls, so low cards are led to it and points are thrown under it.
- Estimate: as `fiftysix_plain.py`, from the strength of its own hand for a trump suit, length with more for jack
  and nine; what a side takes on average was fitted to some thousand deals for every size of table, and what the
  partner's bid adds to as many deals between bots of this kind.
- Auction: the call with the best average gain in tables. A partner is taken out of his suit only for one not
  named before that promises `insist` tables more.
- Play: counts the cards, and who is void. For every card it works out how likely its side is to win the trick
  and counts the points at stake, less what the card is worth later.
"""

from dataclasses import dataclass, field
from functools import cache
from math import erf, sqrt

from arena.bots import FiftySixBot, Option
from arena.cards import SUITS, Card
from arena.games.fiftysix.calls import DOUBLE, HIGHEST, LOWEST, NO_TRUMPS, PASS, REDOUBLE, Call, Form
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

WITH_JACK, WITHOUT_JACK = 1.0, -2.0
"""What a partner's suit brings in points beyond an average bid of it."""
SUPPORT, VOID = 1.5, -2.0
"""What a partner's support, or his void, adds to the strength of a suit, in trumps."""
SIDE_JACK_POINTS = 1.5
"""What a partner's jack in another suit brings."""
NO_TRUMP_JACK, TOLD_JACKS = 3.5, 1.2
"""What a jack brings without trumps, and how many more than usual a partner has who bids that."""

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


class Signals(FiftySixBot):
    """Tells and reads jacks, strong suits without the jack, and voids."""

    OPTIONS = {
        "caution": Option(0.0, "points taken off every estimate of its own", low=-20.0, high=20.0),
        "fear": Option(0.5, "how likely it thinks a bad bid is to be doubled", low=0.0, high=1.0),
        "double_gain": Option(0.5, "tables that a double or redouble must gain on average", low=0.0, high=20.0),
        "insist": Option(0.5, "tables more that its suit must promise than a partner's", low=0.0, high=20.0),
        "read": Option(True, "whether it listens; without it, it only tells"),
    }

    def call(self, view: FiftySixView) -> Call:
        """The call with the best average gain."""
        fit = FITS[len(view.seats), len(view.partners) + 1]
        told = self.listen(view)
        gains = {PASS: self.gain_standing(view, fit, told, view.doubling)}
        for call, doubling in ((DOUBLE, 2), (REDOUBLE, 4)):
            if call in view.legal[:3]:
                gains[call] = self.gain_standing(view, fit, told, doubling) - self.options["double_gain"]
        ours = view.bidder is not None and view.side_of[view.bidder] == view.side
        named = {call.trump for seat, call in view.calls if seat == view.seat}
        warned = any(call is DOUBLE and seat in view.opponents for seat, call in view.calls)
        last = view.number or LOWEST - 1
        for trump in (*SUITS, NO_TRUMPS):
            if ours and trump in named:
                continue
            points = side_points(view, fit, told, trump)
            for number in (last + 1, *DEARER):
                if last < number <= HIGHEST:
                    gain = self.gain(fit, number, 1, points, warned)
                    gains[worded(view, number, trump)] = gain - ours * self.options["insist"] * fit.others
        return max(gains, key=lambda call: (gains[call], -call.id))

    def listen(self, view: FiftySixView) -> "Told":
        """What the partners have told, or nothing if it does not listen."""
        return Told.by_partners(view) if self.options["read"] else Told()

    def gain_standing(self, view: FiftySixView, fit: Fit, told: "Told", doubling: int) -> float:
        """The tables that this side gains on average if the last bid becomes the contract."""
        if view.bidder is None or view.number is None or view.trump is None:
            first = view.calls[0][0] if view.calls else view.seat
            points = side_points(view, fit, told, NO_TRUMPS)
            if view.side_of[first] == view.side:
                return self.gain(fit, LOWEST, 1, points, warned=False)  # F13
            return -average_price(LOWEST, 1, round(2 * fit.no_trump), fit.spread)
        if view.side_of[view.bidder] == view.side:
            points = side_points(view, fit, told, view.trump)
            return self.gain(fit, view.number, doubling, points, view.doubling == 2)
        base, slope = fit.against
        above = base + slope * strength(view.hand, view.trump) - fit.usual
        if told.jacks:
            above += 2 * SIDE_JACK_POINTS
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
        trick = Trick(view, self.listen(view))
        return max(view.legal, key=lambda card: (trick.value(card), -card.id))


@dataclass
class Told:
    """What the partners' bids have told.

    `suits` says of each suit they bid whether the jack was shown, `jacks` and `no_jacks` who has shown what,
    `support` and `voids` the suits supported and missing, `no_trumps` whether a bid without trumps was made.
    """

    suits: dict[str, bool] = field(default_factory=dict)
    jacks: set[tuple[int, str]] = field(default_factory=set)
    no_jacks: set[tuple[int, str]] = field(default_factory=set)
    support: set[str] = field(default_factory=set)
    voids: set[str] = field(default_factory=set)
    no_trumps: bool = False

    @classmethod
    def by_partners(cls, view: FiftySixView) -> "Told":
        """Read the auction (F10)."""
        told = cls()
        partners = view.partners
        last = ""  # the suit last bid
        for seat, call in view.calls:
            if call.trump is None:
                continue
            if seat in partners:
                told.take_in(seat, call.form, call.trump, last)
            last = call.trump
        return told

    def take_in(self, seat: int, form: Form, trump: str, last: str) -> None:
        """Read one bid."""
        if form is Form.PLUS_SUIT:
            self.support.add(trump)
        elif form is Form.NUMBER_SUIT:
            self.suits[trump] = True
            self.jacks.add((seat, trump))
        elif form is Form.SUIT_NUMBER:
            self.suits.setdefault(trump, False)
            self.no_jacks.add((seat, trump))
        else:
            self.no_trumps = True
            if form is not Form.NO_TRUMPS:
                self.voids.add(last)


def worded(view: FiftySixView, number: int, trump: str) -> Call:
    """The bid of a number and a trump in the form that tells the truth about this hand (F10)."""
    ranks = [card.rank for card in view.hand if card.suit == trump]
    if trump == NO_TRUMPS:
        missing = view.trump in SUITS if view.trump else False
        void = missing and all(card.suit != view.trump for card in view.hand)
        return Call.parse(f"{number}NO" if void else f"{number}NT")
    if view.trump == trump and number - (view.number or 0) == 1 == ranks.count("J") + ranks.count("9"):
        return Call.parse(f"+1{trump}")
    return Call.parse(f"{number}{trump}" if "J" in ranks else f"{trump}{number}")


def side_points(view: FiftySixView, fit: Fit, told: Told, trump: str) -> float:
    """The points that this side takes on average if it plays with a trump suit, or without one."""
    if trump == NO_TRUMPS:
        jacks = sum(card.rank == "J" for card in view.hand) - 8 / len(view.seats)
        return fit.no_trump + NO_TRUMP_JACK * (jacks + told.no_trumps * TOLD_JACKS)
    power = strength(view.hand, trump)
    if trump in told.suits:
        base, slope = fit.partner
        return base + slope * power + (WITH_JACK if told.suits[trump] else WITHOUT_JACK)
    base, slope = fit.own
    help_told = (trump in told.support) * SUPPORT + (trump in told.voids) * VOID
    return base + slope * power + fit.partner[1] * help_told + SIDE_JACK_POINTS * len(told.jacks)


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

    def __init__(self, view: FiftySixView, told: Told) -> None:
        self.view = view
        self.trump = view.trump or NO_TRUMPS
        seats, plays = view.seats, view.plays
        self.voids = set()
        self.jacks, self.no_jacks = set(told.jacks), told.no_jacks
        led = ""
        seen = [card.id for card in view.hand]
        for i, (seat, card) in enumerate(plays):
            seen.append(card.id)
            if card.rank == "J":
                self.jacks.discard((seat, card.suit))
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
        jack = 1 << Card.parse(f"{led}J").id
        void = 1.0 if (seat, led) in self.voids else self.missing ** self.unseen(suit)
        higher = BEATS[self.trump][best.id]
        if (seat, led) in self.jacks:
            return 1.0 if higher & jack else 0.0
        if (seat, led) in self.no_jacks:
            higher &= ~jack
        over = 1 - self.missing ** self.unseen(higher & suit)
        if self.trump in (NO_TRUMPS, led) or (seat, self.trump) in self.voids:
            return (1 - void) * over
        ruff = 1 - self.missing ** self.unseen(higher & ~suit)
        return (1 - void) * over + void * ruff
