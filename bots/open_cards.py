"""A yardstick that is shown all hands: how much is there to gain at most?

It is no fair player and plays only where every bot is held with isolation `none`. The cards still in the stock it
does not see either.

- Bridgette: the solver tells the tricks of all contracts and every card. It makes the call that is best against
  every reply.
"""

from typing import Any

from arena.bots import BridgetteBot
from arena.cards import CARDS, Card, ids_of, mask_of
from arena.games.bridgette.calls import CALLS, DENOMINATIONS, PASS, Call
from arena.games.bridgette.pack import HAND_SIZE
from arena.games.bridgette.scoring import deal_scores
from arena.games.bridgette.view import BridgetteView
from arena.solvers.bridgette.estimate import tricks_between
from arena.solvers.bridgette.par import call_margins, solved_tricks
from arena.solvers.bridgette.solver import BridgetteSolver
from arena.solvers.bridgette.unseen import WORTHS

TRUMPS = range(len(DENOMINATIONS))


class OpenCards(BridgetteBot):
    """Knows every hand."""

    open_cards = True

    def __init__(self) -> None:
        self.solver = BridgetteSolver()
        self.tricks: Any = ()

    def deal_start(self, view: BridgetteView) -> None:
        """Nothing is known of a new deal."""
        self.tricks = ()

    def discard(self, view: BridgetteView) -> list[Card]:
        """All but the 13 cards that should take most tricks as declarer against the other hand."""
        his = self.others[1 - view.seat].hand_mask
        cards = ids_of(view.hand_mask)
        choices = []
        for trump in TRUMPS:
            worth = WORTHS[trump]
            keep = mask_of(sorted(cards, key=lambda card: (-worth[card], card))[:HAND_SIZE])
            choices.append((tricks_between(keep, his, trump), keep))
        _, keep = max(choices)
        return [card for card in view.hand if not keep >> card.id & 1]

    def call(self, view: BridgetteView) -> Call:
        """The call that is best against every reply."""
        hands, public = self.hands(view), view.public
        if not self.tricks:
            self.tricks = solved_tricks(self.solver, hands)
        passes = len(view.calls)
        margins = call_margins(hands, self.tricks, view.seat, public.bid, public.doubling, passes)
        return CALLS[max(margins, key=lambda call: (margins[call], -call)) - PASS]

    def play(self, view: BridgetteView) -> Card:
        """The card that scores most, then the one that takes most tricks."""
        me, public = view.seat, view.public
        leader = me if view.led is None else 1 - me
        left = HAND_SIZE - sum(view.tricks)
        cards = self.solver.cards(self.hands(view), public.trump, leader, led=public.led, ban=public.ban)

        def value(card: int) -> tuple[int, int, int]:
            tricks = view.tricks[me] + (cards[card] if leader == me else left - cards[card])
            return score(view, tricks), tricks, -card

        return CARDS[max(cards, key=value)]

    def hands(self, view: BridgetteView) -> list[int]:
        """Both hands by seat."""
        other = self.others[1 - view.seat].hand_mask
        return [view.hand_mask, other] if view.seat == 0 else [other, view.hand_mask]


def score(view: BridgetteView, tricks: int) -> int:
    """What this player gains on the opponent in the deal with so many tricks."""
    contract = view.contract
    own = contract.declarer == view.seat
    made, defended = deal_scores(contract.bid, contract.doubling, tricks if own else HAND_SIZE - tricks)
    return made - defended if own else defended - made
