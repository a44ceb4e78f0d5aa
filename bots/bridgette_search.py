"""A Bridgette player that searches: it deals the unseen cards again and again, and looks what comes of it.

- Samples: hands of the opponent that fit all it has seen (`arena.solvers.bridgette.unseen`). Of many such hands it
  takes some, those more often that explain his calls: he bids what he can make and doubles what fails.
- Exchange: for every trump suit, the 13 cards that are worth most; it keeps those with the best contract.
- Auction: both hands of a sample give an estimate of the tricks in every denomination, all samples an average and
  a spread, and so each contract an average score. It takes the call with the best one, doubles included.
- Play: for every sample the solver tells the tricks after each card. It plays the card with the best average
  score, not the most tricks: the contract decides what a trick is worth.
- Effort: how many samples a decision takes and how many positions the solver may search for it. It never looks
  at the time, so the same match is always played alike.
"""

from functools import cache
from math import erf, exp, sqrt
from statistics import fmean, pvariance

from arena.bots import BridgetteBot, Option
from arena.cards import CARDS, Card, ids_of, mask_of
from arena.games.bridgette.calls import CALLS, DENOMINATIONS, DOUBLE, FIRST_BID, PASS, REDOUBLE, Call
from arena.games.bridgette.pack import DEALER_DRAWS, HAND_SIZE, NON_DEALER_DRAWS
from arena.games.bridgette.scoring import deal_scores
from arena.games.bridgette.view import BridgetteView
from arena.solvers.bridgette.estimate import declarer_tricks, tricks_against, tricks_between
from arena.solvers.bridgette.solver import BridgetteSolver
from arena.solvers.bridgette.unseen import WORTHS, Unseen

SAMPLES, POSITIONS = 2, 3000
"""What each unit of effort adds to a decision in the play."""
POSITIONS_A_SAMPLE = 30_000
"""A sample that takes the solver more than that is left out."""
AUCTION_SAMPLES = 20
"""What each unit of effort adds to a call."""
GUESSES = 4
"""How many hands are drawn for each sample that is taken."""
DOUBT, UNREASON = 0.7, 0.02
"""How far the opponent's calls may be off his hand, in tricks; how likely any call is all the same."""

PLAY_SPREAD = 0.3
"""How far play goes off what the solver says, in tricks for the first card to come; it grows like a root."""
TRICK = 10.0
"""What a trick counts beyond the score, in points."""
SPREAD = 1.2
"""The standard deviation of tricks around an estimate from both hands."""
ALONE_SPREAD = 1.7
"""The same from one hand."""

FEAR = 0.5
"""How likely it thinks a bad bid is to be doubled; sure once the opponent has doubled in the auction."""
DOUBLE_GAIN = 150.0
"""The points that a double must gain on average."""

TRUMPS = range(len(DENOMINATIONS))
BIDS = tuple(call for call in CALLS if call.is_bid)


class Search(BridgetteBot):
    """Decides by the average over samples of the opponent's hand."""

    OPTIONS = {
        "effort": Option(1, "2 samples and 3,000 positions each; 4, 12, 40, 400 take 10, 30, 100, 1,000 ms", low=1)
    }

    def __init__(self) -> None:
        self.solver = BridgetteSolver()

    def discard(self, view: BridgetteView) -> list[Card]:
        """All but the 13 cards with the best contract."""
        choices = sorted({best_cards(view.hand_mask, trump) for trump in TRUMPS})
        draws = NON_DEALER_DRAWS if view.dealer == view.seat else DEALER_DRAWS[view.upcard.id]

        def prospect(hand: int) -> float:
            tricks = [declarer_tricks(hand, trump, draws) for trump in TRUMPS]
            return max(average_score(bid, 1, round(4 * tricks[trump_of(bid)]), ALONE_SPREAD) for bid in BIDS)

        keep = max(choices, key=prospect)
        return [card for card in view.hand if not keep >> card.id & 1]

    def call(self, view: BridgetteView) -> Call:
        """The call with the best average score."""
        prospects = Prospects(view, self.samples(view, AUCTION_SAMPLES))

        def value(call: Call) -> float:
            if call.is_bid:
                return prospects.bidding(call)
            doubling = {PASS: prospects.doubling, DOUBLE: 2, REDOUBLE: 4}[call.id]
            return prospects.standing(doubling) - (0.0 if call.id == PASS else DOUBLE_GAIN)

        return max(view.legal, key=lambda call: (value(call), -call.id))

    def play(self, view: BridgetteView) -> Card:
        """The card with the best average score."""
        if len(view.legal) == 1:
            return view.legal[0]
        me, public = view.seat, view.public
        leader = me if view.led is None else 1 - me
        left = HAND_SIZE - sum(view.tricks)
        totals = dict.fromkeys([card.id for card in view.legal], 0.0)
        searched = 0
        for his in self.samples(view, SAMPLES):
            hands = [his, his]
            hands[me] = view.hand_mask
            tricks = self.solver.cards(
                hands, public.trump, leader, led=public.led, ban=public.ban, nodes=POSITIONS_A_SAMPLE
            )
            for card, taken in (tricks or {}).items():
                more = taken if leader == me else left - taken
                totals[card] += worth(view, view.tricks[me] + more) + TRICK * more
            searched += self.solver.nodes
            if searched > POSITIONS * self.options["effort"]:
                break
        return CARDS[max(totals, key=lambda card: (totals[card], -card))]

    def samples(self, view: BridgetteView, number: int) -> list[int]:
        """Hands that the opponent may hold, so many for each unit of effort; likelier ones come more often."""
        unseen = Unseen(view)
        wanted = number * self.options["effort"]
        if all(seat == view.seat for seat, _ in view.calls):
            return [unseen.sample(self.rng) for _ in range(wanted)]
        hands = [unseen.sample(self.rng) for _ in range(GUESSES * wanted)]
        weights = [likelihood(view, hand | unseen.played) for hand in hands]
        return self.rng.choices(hands, weights, k=wanted)


def best_cards(cards: int, trump: int) -> int:
    """The 13 cards that are worth most with a trump suit, or without."""
    worth = WORTHS[trump]
    return mask_of(sorted(ids_of(cards), key=lambda card: (-worth[card], card))[:HAND_SIZE])


def likelihood(view: BridgetteView, hand: int) -> float:
    """How likely the opponent is to make his calls with a hand; only comparisons count."""
    draws = DEALER_DRAWS[view.upcard.id] if view.dealer == view.seat else NON_DEALER_DRAWS
    total = 1.0
    last = None
    for seat, call in view.calls:
        if call.is_bid:
            last = call
        if seat == view.seat:
            continue
        if call.id == PASS:
            nexts = BIDS[:6] if last is None else BIDS[last.id - FIRST_BID + 1 :][:5]
            spare = -max([declarer_tricks(hand, trump_of(bid), draws) - 6 - bid.level for bid in nexts], default=0)
        elif call.id == DOUBLE:
            spare = 5 + last.level - tricks_against(hand, trump_of(last), draws)
        else:
            spare = declarer_tricks(hand, trump_of(last), draws) - 6 - last.level + (call.id != REDOUBLE)
        total *= UNREASON + 1 / (1 + exp(-spare / DOUBT))
    return total


def trump_of(bid: Call) -> int:
    """The place of a bid's denomination among them all."""
    return DENOMINATIONS.index(bid.denomination)


def worth(view: BridgetteView, tricks: int) -> float:
    """What this player gains on the opponent in the deal, on average, if with best play he took so many tricks."""
    bid, declarer, doubling = view.contract.bid, view.contract.declarer, view.contract.doubling
    spread = round(PLAY_SPREAD * sqrt(len(view.hand)), 2)
    if declarer == view.seat:
        return average_score(bid, doubling, 4 * tricks, spread)
    return -average_score(bid, doubling, 4 * (HAND_SIZE - tricks), spread)


@cache
def average_score(bid: Call, doubling: int, quarters: int, spread: float) -> float:
    """The declarer's points less his opponent's, on average, if he takes about `quarters` quarter tricks."""
    below = [0.5 * (1 + erf((tricks - 0.5 - quarters / 4) / spread / sqrt(2))) for tricks in range(HAND_SIZE + 2)]
    below[0], below[-1] = 0.0, 1.0
    total = 0.0
    for tricks in range(HAND_SIZE + 1):
        made, defended = deal_scores(bid, doubling, tricks)
        total += (below[tricks + 1] - below[tricks]) * (made - defended)
    return total


class Prospects:
    """What contracts are worth to one player in the auction, by samples of the opponent's hand."""

    def __init__(self, view: BridgetteView, samples: list[int]) -> None:
        self.mine = [outlook([tricks_between(view.hand_mask, his, trump) for his in samples]) for trump in TRUMPS]
        self.his = [outlook([tricks_between(his, view.hand_mask, trump) for his in samples]) for trump in TRUMPS]
        self.fear = FEAR
        self.bid: Call | None = None
        self.own = False
        self.doubling = 1
        for seat, call in view.calls:
            if call.is_bid:
                self.bid, self.own, self.doubling = call, seat == view.seat, 1
            elif call.id != PASS:
                self.doubling *= 2
                self.fear = 1.0 if seat != view.seat else self.fear

    def bidding(self, bid: Call) -> float:
        """The average score of an own bid; a bad one may yet be doubled."""
        outlook = self.mine[trump_of(bid)]
        plain = average_score(bid, 1, *outlook)
        return plain + self.fear * min(0.0, average_score(bid, 2, *outlook) - plain)

    def standing(self, doubling: int) -> float:
        """The average score if the last bid becomes the contract."""
        if self.bid is None:
            return 0.0
        if not self.own:
            return -average_score(self.bid, doubling, *self.his[trump_of(self.bid)])
        return (
            self.bidding(self.bid)
            if doubling == 1
            else average_score(self.bid, doubling, *self.mine[trump_of(self.bid)])
        )


def outlook(tricks: list[float]) -> tuple[int, float]:
    """The average of estimates in quarter tricks, and the spread of the tricks around it."""
    spread = sqrt(pvariance(tricks) + SPREAD**2)
    return round(4 * fmean(tricks)), round(4 * spread) / 4
