"""A yardstick that is shown all hands: how much is there to gain at most?

It is no fair player and plays only where every bot is held with isolation `none`. The cards still in the stock it
does not see either.

- Bridgette: the solver tells the tricks of all contracts and of every card. It makes the call that is best against
  every reply, and plays the card that scores most.
- 56: the deal is played out by rules of thumb with every trump suit and after each card, the last tricks by the
  solver. It takes the contract, and the card, that gains most.
"""

from math import erf, sqrt
from typing import Any

from arena.bots import Bot
from arena.cards import CARDS, SUITS, Card, ids_of, mask_of
from arena.games.bridgette import calls as bridgette
from arena.games.bridgette.pack import HAND_SIZE
from arena.games.bridgette.scoring import deal_scores
from arena.games.bridgette.view import BridgetteView
from arena.games.fiftysix import calls as fiftysix
from arena.games.fiftysix.contract import Contract
from arena.games.fiftysix.settlement import price
from arena.games.fiftysix.view import FiftySixView
from arena.solvers.bridgette.estimate import tricks_between
from arena.solvers.bridgette.par import call_margins, solved_tricks
from arena.solvers.bridgette.solver import BridgetteSolver
from arena.solvers.bridgette.unseen import WORTHS
from arena.solvers.fiftysix.playout import Playout
from arena.solvers.fiftysix.solver import FiftySixSolver

SPREAD = 3.0
"""How far the points of 56 go off a playout of the whole deal, as a standard deviation."""
SOLVED, POSITIONS = {4: 4, 6: 3, 8: 2}, 20_000
"""How many last tricks of 56 are solved, by the number of players, in at most so many positions."""


class OpenCards(Bot):
    """Knows every hand."""

    games = ("bridgette", "fiftysix")
    open_cards = True

    def __init__(self) -> None:
        self.solver = BridgetteSolver()
        self.last_tricks = FiftySixSolver()
        self.tricks: Any = ()

    def deal_start(self, view: Any) -> None:
        """Nothing is known of a new deal."""
        self.tricks = ()

    def discard(self, view: BridgetteView) -> list[Card]:
        """All but the 13 cards that should take most tricks as declarer against the other hand."""
        his = self.others[1 - view.seat].hand_mask
        cards = ids_of(view.hand_mask)
        choices = []
        for trump, worth in enumerate(WORTHS):
            keep = mask_of(sorted(cards, key=lambda card: (-worth[card], card))[:HAND_SIZE])
            choices.append((tricks_between(keep, his, trump), keep))
        _, keep = max(choices)
        return [card for card in view.hand if not keep >> card.id & 1]

    def call(self, view: Any) -> Any:
        """The call that gains most."""
        if view.game == "fiftysix":
            return best_call(view, self.hands(view))
        public = view.public
        hands = [hand for _, hand in sorted(self.hands(view).items())]
        if not self.tricks:
            self.tricks = solved_tricks(self.solver, hands)
        margins = call_margins(hands, self.tricks, view.seat, public.bid, public.doubling, len(view.calls))
        return bridgette.CALLS[max(margins, key=lambda call: (margins[call], -call)) - bridgette.PASS]

    def play(self, view: Any) -> Card:
        """The card that gains most."""
        if view.game == "fiftysix":
            return self.play_fiftysix(view)
        me, public = view.seat, view.public
        leader = me if view.led is None else 1 - me
        left = HAND_SIZE - sum(view.tricks)
        hands = [hand for _, hand in sorted(self.hands(view).items())]
        cards = self.solver.cards(hands, public.trump, leader, led=public.led, ban=public.ban)

        def value(card: int) -> tuple[int, int, int]:
            tricks = view.tricks[me] + (cards[card] if leader == me else left - cards[card])
            return score(view, tricks), tricks, -card

        return CARDS[max(cards, key=value)]

    def play_fiftysix(self, view: FiftySixView) -> Card:
        """The card that brings the own side most points, or the declarer's fewest."""
        side = view.side_of[view.declarer]
        leader = view.trick[0][0] if view.trick else view.seat
        trick = [card.id for _, card in view.trick]
        hands = self.hands(view)
        points = None
        if len(view.hand) <= SOLVED[len(view.seats)]:
            by_seat = [hands.get(seat, 0) for seat in range(max(view.seats) + 1)]
            seats = [seat for seat in view.seats if view.side_of[seat] == side]
            points = self.last_tricks.cards(by_seat, view.seats, view.trump, seats, leader, trick, nodes=POSITIONS)
        if points is None:
            playout = Playout(view.seats, view.side_of, view.trump)
            kinds = sorted({card.id for card in view.legal})
            points = {kind: playout.points(hands, side, leader, trick, kind) for kind in kinds}
        sign = 1 if side == view.side else -1
        return CARDS[max(points, key=lambda kind: (sign * points[kind], -kind))]

    def hands(self, view: Any) -> dict[int, int]:
        """All hands by seat, as masks."""
        seats = view.seats if view.game == "fiftysix" else (0, 1)
        return {seat: view.hand_mask if seat == view.seat else self.others[seat].hand_mask for seat in seats}


def score(view: BridgetteView, tricks: int) -> int:
    """What this player gains on the opponent in a deal of Bridgette with so many tricks."""
    contract = view.contract
    own = contract.declarer == view.seat
    made, defended = deal_scores(contract.bid, contract.doubling, tricks if own else HAND_SIZE - tricks)
    return made - defended if own else defended - made


def best_call(view: FiftySixView, hands: dict[int, int]) -> fiftysix.Call:
    """The call of 56 that gains most tables if it is the last."""
    seats = view.seats
    leader = seats[(seats.index(view.dealer) + 1) % len(seats)]
    bidder = leader if view.bidder is None else view.bidder
    number, trump = view.number or fiftysix.LOWEST, view.trump or fiftysix.NO_TRUMPS

    def tables(side: int, trump: str, number: int, doubling: int) -> float:
        points = Playout(seats, view.side_of, trump).points(hands, side, leader)
        made = 0.5 * (1 - erf((number - 0.5 - points) / SPREAD / sqrt(2)))
        contract = Contract(None, number, trump, 0, doubling)
        gain = made * price(contract, True) - (1 - made) * price(contract, False)
        return gain if side == view.side else -gain

    gains = {fiftysix.PASS: tables(view.side_of[bidder], trump, number, view.doubling)}
    for call, doubling in ((fiftysix.DOUBLE, 2), (fiftysix.REDOUBLE, 4)):
        if call in view.legal[:3]:
            gains[call] = tables(view.side_of[bidder], trump, number, doubling)
    for suit in SUITS:
        for bid in ((view.number or fiftysix.LOWEST - 1) + 1, 40, 48, 56):
            if (view.number or 0) < bid <= fiftysix.HIGHEST:
                gain = tables(view.side, suit, bid, 1)
                gains[fiftysix.Call.parse(f"{bid}{suit}")] = min(gain, tables(view.side, suit, bid, 2))
    return max(gains, key=lambda call: (gains[call], -call.id))
