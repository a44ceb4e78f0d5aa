"""A 56 player that searches: it deals the unseen cards again and again, and plays each of these deals out.

- Samples: hands of the others that fit all it has seen (`arena.solvers.fiftysix.unseen`). Of many such deals it
  takes some, those more often that explain the bids: strength in the suit named, and the message of the form. A
  message is only made likelier, never certain: a partner may use the forms in another way, an opponent may lie.
- Auction: every sample is played out with every trump suit, and without; the points give each contract an average
  gain in tables. It takes the call with the best one, and words it so that it tells the truth about its hand.
- Play: every sample is played out after each card by rules of thumb; the last tricks are left to the solver. It
  plays the card with the best average gain in tables, then in points.
- Effort: how many samples a decision takes and how many positions the solver may search for it. It never looks
  at the time, so the same match is always played alike.
"""

from functools import cache
from math import erf, exp, sqrt
from statistics import fmean, pvariance

from arena.bots import FiftySixBot, Option
from arena.cards import CARDS, SUITS, Card
from arena.games.fiftysix.calls import DOUBLE, HIGHEST, LOWEST, NO_TRUMPS, PASS, REDOUBLE, Call, Form
from arena.games.fiftysix.contract import Contract
from arena.games.fiftysix.pack import COPY, KINDS
from arena.games.fiftysix.settlement import price
from arena.games.fiftysix.view import FiftySixView
from arena.solvers.fiftysix.playout import Playout
from arena.solvers.fiftysix.solver import FiftySixSolver
from arena.solvers.fiftysix.unseen import Unseen

SAMPLES = 4
"""What each unit of effort adds to a decision."""
GUESSES = 3
"""How many deals are drawn for each sample that is taken."""
SOLVED, POSITIONS = {4: 3, 6: 2, 8: 2}, 2000
"""How many last tricks are solved, by the number of players, in at most so many positions a sample."""

STRENGTH = {"J": 2.1, "9": 1.6, "A": 1.2, "T": 1.0, "K": 1.0, "Q": 1.0, "8": 1.0, "7": 1.0}
"""The strength of a card in a suit that is bid, in trumps."""
BELIEF = 0.5
"""How much likelier a hand is for each trump more in a suit that its holder has bid (as a logarithm)."""
PARTNER_TRUTH, OPPONENT_TRUTH = 4.0, 1.5
"""How much likelier a hand is that agrees with the message of a form."""

TRICK_SPREAD, LEAST_SPREAD = 1.2, 0.5
"""How far the points go off a playout: for one trick to come (it grows like a root), and at least."""
AUCTION_SPREAD = 5.0
"""The same in the auction."""
FEAR = 0.5
"""How likely it thinks a bad bid is to be doubled."""
DOUBLE_GAIN = 0.5
"""The tables that a double or redouble must gain on average."""
INSIST = 0.5
"""The tables more that its bid must promise than a partner's."""
POINT = 0.01
"""What a point counts beyond the contract, in tables."""
DEARER = (40, 48, 56)
"""The numbers from which a contract is worth more (F19)."""


class Search(FiftySixBot):
    """Decides by the average over samples of the others' hands."""

    OPTIONS = {"effort": Option(1, "4 samples a decision each; 4, 12, 40, 400 take 10, 30, 100, 1,000 ms", low=1)}

    def __init__(self) -> None:
        self.solver = FiftySixSolver()

    def call(self, view: FiftySixView) -> Call:
        """The call with the best average gain."""
        prospects = Prospects(view, self.samples(view))
        gains = {PASS: prospects.standing(view.doubling)}
        for call, doubling in ((DOUBLE, 2), (REDOUBLE, 4)):
            if call in view.legal[:3]:
                gains[call] = prospects.standing(doubling) - DOUBLE_GAIN
        ours = view.bidder is not None and view.side_of[view.bidder] == view.side
        last = view.number or LOWEST - 1
        for trump in (*SUITS, NO_TRUMPS):
            for number in (last + 1, *DEARER):
                if last < number <= HIGHEST:
                    gain = prospects.bidding(number, trump) - ours * INSIST
                    gains[worded(view, number, trump)] = gain
        return max(gains, key=lambda call: (gains[call], -call.id))

    def play(self, view: FiftySixView) -> Card:
        """The card with the best average gain."""
        if len(view.legal) == 1:
            return view.legal[0]
        side = view.side_of[view.contract.declarer]
        leader = view.trick[0][0] if view.trick else view.seat
        trick = [card.id for _, card in view.trick]
        playout = Playout(view.seats, view.side_of, view.trump)
        kinds = sorted({card.id for card in view.legal})
        totals = dict.fromkeys(kinds, 0.0)
        for hands in self.samples(view):
            points = None
            if len(view.hand) <= SOLVED[len(view.seats)]:
                points = self.solved(view, hands, side, leader, trick)
            if points is None:
                points = {kind: playout.points(hands, side, leader, trick, kind) for kind in kinds}
            for kind, taken in points.items():
                totals[kind] += gain(view, view.points[side] + taken)
        return CARDS[max(kinds, key=lambda kind: (totals[kind], -kind))]

    def solved(
        self, view: FiftySixView, hands: dict[int, int], side: int, leader: int, trick: list[int]
    ) -> dict[int, int] | None:
        """The points that a side still takes after each card with best play."""
        by_seat = [hands.get(seat, 0) for seat in range(max(view.seats) + 1)]
        seats = [seat for seat in view.seats if view.side_of[seat] == side]
        return self.solver.cards(by_seat, view.seats, view.trump, seats, leader, trick, nodes=POSITIONS)

    def samples(self, view: FiftySixView) -> list[dict[int, int]]:
        """Deals of all hands by seat, as many as a decision takes; likelier ones come more often."""
        unseen = Unseen(view)
        wanted = SAMPLES * self.options["effort"]
        told = messages(view)
        if told:
            played = dict.fromkeys(view.seats, 0)
            for seat, card in view.plays:
                played[seat] |= 1 << card.id
            deals = [unseen.sample(self.rng) for _ in range(GUESSES * wanted)]
            weights = [likelihood(view, deal, played, told) for deal in deals]
            deals = self.rng.choices(deals, weights, k=wanted)
        else:
            deals = [unseen.sample(self.rng) for _ in range(wanted)]
        return [{**deal, view.seat: view.hand_mask} for deal in deals]


def messages(view: FiftySixView) -> list[tuple[int, Call, str]]:
    """The bids of the others: seat, bid, and the suit last bid before it."""
    told = []
    last = ""
    for seat, call in view.calls:
        if call.is_bid:
            if seat != view.seat:
                told.append((seat, call, last))
            last = call.trump
    return told


def likelihood(
    view: FiftySixView, deal: dict[int, int], played: dict[int, int], told: list[tuple[int, Call, str]]
) -> float:
    """How likely the bids are with these hands; only comparisons count. `played` are kinds by seat."""
    total = 1.0
    for seat, call, last in told:
        kinds = (deal[seat] | deal[seat] >> COPY | played[seat]) & KINDS
        cards = [card for card in CARDS[:COPY] if kinds >> card.id & 1]
        if call.trump in SUITS:
            total *= exp(BELIEF * sum(STRENGTH[card.rank] for card in cards if card.suit == call.trump))
        if agrees(call, last, {card.text for card in cards}):
            total *= PARTNER_TRUTH if seat in view.partners else OPPONENT_TRUTH
    return total


def agrees(call: Call, last: str, cards: set[str]) -> bool:
    """Whether a hand keeps what the form of a bid promises (F10)."""
    if call.form is Form.NUMBER_SUIT:
        return f"{call.trump}J" in cards
    if call.form is Form.SUIT_NUMBER:
        return f"{call.trump}J" not in cards
    if call.form is Form.PLUS_SUIT:
        return f"{call.trump}J" in cards or f"{call.trump}9" in cards
    if call.form is Form.NO_TRUMPS:
        return sum(card[1] == "J" for card in cards) >= 2
    return all(card[0] != last for card in cards)


def worded(view: FiftySixView, number: int, trump: str) -> Call:
    """The bid of a number and a trump in a form that tells the truth about this hand (F10)."""
    if trump == NO_TRUMPS:
        void = view.trump in SUITS if view.trump else False
        void = void and all(card.suit != view.trump for card in view.hand)
        return Call.parse(f"{number}NO" if void else f"{number}NT")
    jack = any(card.suit == trump and card.rank == "J" for card in view.hand)
    return Call.parse(f"{number}{trump}" if jack else f"{trump}{number}")


def gain(view: FiftySixView, points: int) -> float:
    """The tables that this side gains on average if the declarer's took so many points in the playout."""
    contract = view.contract
    spread = max(LEAST_SPREAD, TRICK_SPREAD * sqrt(len(view.hand)))
    made = chance(contract.number, points, spread)
    tables = made * price(contract, True) - (1 - made) * price(contract, False) + POINT * points
    return tables if view.side_of[contract.declarer] == view.side else -tables


def chance(number: int, points: float, spread: float) -> float:
    """How likely a side takes a number if its points lie around `points`."""
    return 0.5 * (1 - erf((number - 0.5 - points) / spread / sqrt(2)))


@cache
def average_price(number: int, doubling: int, halves: int, spread: float) -> float:
    """The tables that the declarer's side gets on average from one other side, with about `halves` half points."""
    made = chance(number, halves / 2, spread)
    contract = Contract(None, number, NO_TRUMPS, 0, doubling)
    return made * price(contract, True) - (1 - made) * price(contract, False)


class Prospects:
    """What contracts are worth to one player in the auction, by samples of the others' hands."""

    def __init__(self, view: FiftySixView, samples: list[dict[int, int]]) -> None:
        self.view = view
        self.others = len({view.side_of[seat] for seat in view.seats}) - 1
        leader = view.seats[(view.seats.index(view.dealer) + 1) % len(view.seats)]
        sides = {view.side, *([] if view.bidder is None else [view.side_of[view.bidder]])}
        sides.add(view.side_of[leader])
        self.leader = leader
        self.outlooks = {}
        for trump in (*SUITS, NO_TRUMPS):
            playout = Playout(view.seats, view.side_of, trump)
            for side in sides:
                self.outlooks[side, trump] = outlook([playout.points(deal, side, leader) for deal in samples])

    def bidding(self, number: int, trump: str, doubling: int = 1) -> float:
        """The tables gained on average by an own contract; a bad one may yet be doubled."""
        outlook = self.outlooks[self.view.side, trump]
        tables = average_price(number, doubling, *outlook)
        if doubling == 1:
            tables += FEAR * min(0.0, average_price(number, 2, *outlook) - tables)
        return tables * self.others

    def standing(self, doubling: int) -> float:
        """The tables gained on average if the last bid becomes the contract, or nobody bids (F13)."""
        view = self.view
        bidder = self.leader if view.bidder is None else view.bidder
        number, trump = view.number or LOWEST, view.trump or NO_TRUMPS
        if view.side_of[bidder] == view.side:
            return self.bidding(number, trump, doubling)
        return -average_price(number, doubling, *self.outlooks[view.side_of[bidder], trump])


def outlook(points: list[int]) -> tuple[int, float]:
    """The average of points in halves, and the spread around it."""
    return round(2 * fmean(points)), round(2 * sqrt(pvariance(points) + AUCTION_SPREAD**2)) / 2
