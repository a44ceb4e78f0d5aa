"""A careful Bridgette player: estimates its tricks, bids what scores best on average, and plays the odds.

- Estimate: each card is worth a fraction of a trick, more as a trump, honours most of all. The fractions were
  fitted to the tricks won in 36,000 deals of this bot against itself. The opponent holds only 13 of some 40
  cards that cannot be seen, so a whole estimate is 2 tricks off as often as not.
- Exchange: for every trump suit, the 13 cards that are worth most; it keeps the best of these choices.
- Auction: tricks are spread around the estimate, which gives every contract an average score. It takes the
  call with the best one: its own bids (a bonus for exactly the tricks bid counts like any other points), a
  pass, or a double. It doubles only when that gains `double_gain` on average.
- Play: leads the card that most probably wins, from long suits first; wins as cheaply as it can; else throws
  the card that is least likely to win later. A colon is dropped on a suit that the opponent would run, to ban it.
"""

from dataclasses import dataclass
from functools import cache
from math import erf, sqrt

from arena.bots import BridgetteBot, Option
from arena.cards import CARDS, Card
from arena.games.bridgette.calls import CALLS, DENOMINATIONS, DOUBLE, PASS, REDOUBLE, Call
from arena.games.bridgette.pack import COLON_OF, DEALER_DRAWS, FULL_PACK, GRAND, GROUPS, NON_DEALER_DRAWS
from arena.games.bridgette.pack import SUIT_MASKS, SUIT_OF
from arena.games.bridgette.play import follower_wins
from arena.games.bridgette.scoring import deal_scores
from arena.games.bridgette.view import BridgetteView

#                          2 … 9           T     J     Q     K     A
TRUMP_WORTH = (0.85,) * 8 + (1.05, 1.15, 1.3, 1.35, 1.35)
SIDE_WORTH = (0.0,) * 8 + (0.15, 0.35, 0.5, 0.65, 0.75)
NO_TRUMP_WORTH = (0.0,) * 8 + (0.3, 0.6, 0.9, 1.1, 1.15)
SUIT_BASE = 1.6
NO_TRUMP_BASE = 2.1
DEFENCE = -0.9
COLON_WORTH = 0.1
SPREAD = 2.2

HIGHER = tuple(SUIT_MASKS[SUIT_OF[c]] & ~((2 << c) - 1) for c in range(GRAND))
"""For each ordinary card, the mask of the higher ones of its suit."""


class Steady(BridgetteBot):
    OPTIONS = {
        "caution": Option(0.3, "tricks taken off the estimate before bidding", low=-3.0, high=3.0),
        "double_gain": Option(150.0, "points a double must gain on average", low=0.0),
        "curse": Option(0.5, "",low=-3.0),
        "xcurse": Option(1.0, ""),
        "fear": Option(0.5, ""),
        "trust": Option(0.5, "how far the opponent's bids are believed: 0 not at all, 1 fully", low=0.0, high=1.0),
    }

    def discard(self, view: BridgetteView) -> list[Card]:
        ranked = []
        for trump in range(4):
            order = sorted(view.hand, key=lambda card: (_keep(card.id, trump, view), card.id))
            kept = order[view.to_discard :]
            ranked.append((sum(_keep(card.id, trump, view) for card in kept), trump, order))
        _, _, order = max(ranked)
        return order[: view.to_discard]

    def call(self, view: BridgetteView) -> Call:
        last, mine = last_bid(view)
        values = {}
        for call in view.legal:
            if call.id == PASS:
                values[call] = self.value(view, last, mine, doubling_now(view)) if last else -100.0
            elif call.id == DOUBLE:
                values[call] = self.value(view, last, mine, 2) - self.options["double_gain"]
            elif call.id == REDOUBLE:
                values[call] = self.value(view, last, mine, 4) - self.options["double_gain"]
            else:
                values[call] = self.value(view, call, True, 1)
        return max(values, key=lambda call: (values[call], -call.id))

    def value(self, view, bid, mine, doubling):
        t = "CDHS".find(bid.denomination)
        od = DEALER_DRAWS[view.upcard.id] if view.dealer != view.seat else 2
        tricks = estimate(view.hand, t, mine, od)
        his_bids = [call for seat, call in view.calls if seat != view.seat and call.is_bid]
        his_doubles = sum(call.id in (DOUBLE, REDOUBLE) for seat, call in view.calls if seat != view.seat)
        if mine:
            tricks -= self.options["caution"]
            if his_bids: tricks -= self.options["curse"]
            tricks -= self.options["xcurse"] * his_doubles
            q = round(4 * tricks)
            plain = average(bid, doubling, q)
            if doubling > 1: return plain
            r = 1 if his_doubles else self.options["fear"]
            return plain + r * min(0, average(bid, 2, q) - plain)
        trust = self.options["trust"]
        his = (1 - trust) * (13 - tricks) + trust * (6 + bid.level)
        his += his_doubles*self.options["xcurse"]
        return -average(bid, doubling, round(4 * his))

    def play(self, view: BridgetteView) -> Card:
        legal = view.legal
        if len(legal) == 1:
            return legal[0]
        sight = Sight.of(view)
        if view.led is None:
            return self.lead(sight, legal)
        return self.follow(view, sight, legal)

    def lead(self, sight, legal):
        def score(card):
            c = card.id
            if c >= GRAND:
                return sight.lead_wins(c) - 0.15
            suit = SUIT_MASKS[SUIT_OF[c]]
            mine = (sight.hand & suit).bit_count()
            s = sight.lead_wins(c) + 0.03 * mine
            if SUIT_OF[c] == sight.trump:
                theirs = (sight.out & suit).bit_count() * sight.share
                s += 0.1 if theirs > 0.2 and mine > theirs else -0.2
            return s

        return max(legal, key=score)

    def follow(self, view, sight, legal):
        led = view.led.id
        winners = [card for card in legal if follower_wins(led, card.id, sight.trump)]
        if winners:
            return min(winners, key=lambda card: sight.worth(card.id))
        colon = CARDS[COLON_OF[led]]
        if led < GRAND and colon in legal:
            suit = SUIT_MASKS[SUIT_OF[led]]
            outside = any(sight.lacks(HIGHER[c]) > 0.6 for c in range(GRAND) if sight.hand & ~suit & 1 << c)
            if outside and (sight.out & suit).bit_count() * sight.share > 0.5:
                return colon
        return min(legal, key=lambda card: sight.worth(card.id))


def last_bid(view):
    for seat, call in reversed(view.calls):
        if call.is_bid:
            return call, seat == view.seat
    return None, False


def doubling_now(view):
    d = 1
    for seat, call in view.calls:
        if call.is_bid:
            d = 1
        elif call.id != PASS:
            d *= 2
    return d


def _keep(c, trump, view):
    if c >= GRAND:
        return 0.15
    if SUIT_OF[c] == trump:
        return TRUMP_WORTH[c % 13]
    return SIDE_WORTH[c % 13]+0.01*(c%13)


def estimate(hand, trump, declaring, od):
    if trump < 0:
        t = NO_TRUMP_BASE - (1.2 if od >= 8 else 0.3 if od == 4 else 0)
        t += sum(0.2 if c.id >= GRAND else NO_TRUMP_WORTH[c.id % 13] for c in hand)
    else:
        t = SUIT_BASE
        t += sum(
            0.05 if c.id >= GRAND else (TRUMP_WORTH if SUIT_OF[c.id] == trump else SIDE_WORTH)[c.id % 13] for c in hand
        )
        if od >= 8:
            t -= 0.4
    return t if declaring else t + DEFENCE


@cache
def average(bid, doubling, quarters):
    """Mean points of declarer minus opponent."""
    mean = quarters / 4
    def below(x):
        return 0.5 * (1 + erf((x - mean) / SPREAD / sqrt(2)))
    total = 0.0
    for tricks in range(14):
        lo = 0.0 if tricks == 0 else below(tricks - 0.5)
        hi = 1.0 if tricks == 13 else below(tricks + 0.5)
        made, failed = deal_scores(bid, doubling, tricks)
        total += (hi - lo) * (made - failed)
    return total


@dataclass(frozen=True)
class Sight:
    hand: int
    out: int
    share: float
    trump: int

    @classmethod
    def of(cls, view):
        me = view.seat
        own = 0
        for card in view.dealt + view.drawn:
            own |= 1 << card.id
        played = 0
        void = 0
        led = None
        his = 0
        for i, (seat, card) in enumerate(view.plays):
            played |= 1 << card.id
            if seat != me:
                his += 1
                if i & 1 and led.id < GRAND and SUIT_OF[card.id] != SUIT_OF[led.id] and card.id != COLON_OF[led.id]:
                    void |= SUIT_MASKS[SUIT_OF[led.id]]
            led = card
        out = FULL_PACK & ~(own | played | void)
        hand = own & ~played
        for card in view.discarded:
            hand &= ~(1 << card.id)
        n = out.bit_count()
        return cls(hand, out, min(1.0, (13 - his) / n) if n else 0.0, DENOMINATIONS.index(view.trump))

    def lacks(self, mask):
        return (1 - self.share) ** (self.out & mask).bit_count()

    def lead_wins(self, card):
        trumps = SUIT_MASKS[self.trump] if self.trump < 4 else 0
        if card >= GRAND:
            return self.lacks(GROUPS[card] | trumps)
        chance = self.lacks(HIGHER[card])
        suit = SUIT_MASKS[SUIT_OF[card]]
        if trumps and suit != trumps:
            chance *= 1 - self.lacks(suit) * (1 - self.lacks(trumps))
        return chance

    def worth(self, card):
        if card >= GRAND:
            return 0.3
        suit = SUIT_MASKS[SUIT_OF[card]]
        mine = (self.hand & suit).bit_count()
        worth = self.lacks(HIGHER[card]) + 0.01 * (card % 13) + 0.03 * mine
        if SUIT_OF[card] == self.trump:
            worth += 1
        return worth
