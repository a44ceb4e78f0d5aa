"""A bot for 56 (rules: arena/games/fiftysix/RULES.md): it bids its best suit and gives its points to partners.

A bot is a class with one method for each kind of decision. Each gets a view, which shows what you may know at
that moment, and returns one of `view.legal`. `print(view)` shows it all. The same bot sits at all seats of its
team, each time as an object of its own; partners can talk by their bids only.

What a bot remembers in `self` lasts for one match. Let only the view, `self.options` and `self.rng` decide what
it does, not the time, not other random numbers, not anything kept outside of `self`: then every match can be
repeated, and `arena replay` can show you why it was lost.
"""

from arena.bots import FiftySixBot, Option
from arena.cards import SUITS, Card
from arena.games.fiftysix.calls import Call
from arena.games.fiftysix.pack import BEATS, POINTS, RANK_ORDER
from arena.games.fiftysix.view import FiftySixView

PASS = Call.parse("P")
STRENGTH = {"J": 3.0, "9": 2.0, "A": 1.5, "T": 1.5}
"""How strong a trump is; any other is 1. Guesses: better ones are an easy way to a stronger bot."""


class Template(FiftySixBot):
    """Bids its strongest suit once, if it is strong enough, and passes otherwise."""

    # What a ladder's config, or `--options caution=9`, may change. All of them are in self.options.
    OPTIONS = {"caution": Option(8.0, "how strong a suit must be to be bid", low=0.0, high=30.0)}

    def __init__(self) -> None:
        # Called once before a match; self.options and self.rng are already there.
        self.has_bid = False

    # Hooks are optional. This one is called when you have been dealt a hand; the others are match_start,
    # on_event (after everything that all can see), deal_end and match_end.
    def deal_start(self, view: FiftySixView) -> None:
        """A new deal: forget what belongs to the last one."""
        self.has_bid = False

    def call(self, view: FiftySixView) -> Call:
        """The auction: one of view.legal. `view.calls` has all calls so far, each with its seat."""
        strengths = {suit: strength(view.hand, suit) for suit in SUITS}
        best = max(SUITS, key=lambda suit: (strengths[suit], suit))
        if self.has_bid or strengths[best] < self.options["caution"] or (view.number or 0) > 34:
            return PASS  # a pass is always legal
        self.has_bid = True
        number = (view.number or 27) + 1
        # A bid has a form that tells something: by convention "28D" shows the jack, "D28" strength without it.
        holds_jack = Card.parse(f"{best}J") in view.hand
        return Call.parse(f"{number}{best}" if holds_jack else f"{best}{number}")

    def play(self, view: FiftySixView) -> Card:
        """The play: one of view.legal, which follows suit where it must."""
        if view.winning is None:
            # A lead. Of equally high cards any will do: choose with self.rng, which is the same when a match is
            # repeated.
            best = max(height(card) for card in view.legal)
            return self.rng.choice([card for card in view.legal if height(card) == best])
        seat, card_to_beat = view.winning
        if view.side_of[seat] == view.side:
            return max(view.legal, key=lambda card: (POINTS[card.id], -height(card)))
        winners = [card for card in view.legal if BEATS[view.trump][card_to_beat.id] >> card.id & 1]
        if winners:
            return max(winners, key=height)
        return min(view.legal, key=lambda card: (POINTS[card.id], height(card)))


def height(card: Card) -> int:
    """The rank of a card, the jack highest, then the nine (F4)."""
    return RANK_ORDER.index(card.rank)


def strength(cards: tuple[Card, ...], trump: str) -> float:
    """How strong a hand is with these trumps."""
    return sum(STRENGTH.get(card.rank, 1.0) for card in cards if card.suit == trump)
