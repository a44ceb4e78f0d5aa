"""A bot for both games (rules: RULES.md in arena/games/bridgette and arena/games/fiftysix): it bids its best suit.

A bot is a class with one method for each kind of decision. Each gets a view, which shows what you may know at
that moment, and returns one of `view.legal` (in Bridgette's exchange: several). `print(view)` shows it all, and
`view.game` says which game it is. In 56 the same bot sits at all seats of its team, each time as an object of
its own; partners can talk by their bids only.

What a bot remembers in `self` lasts for one match. Let only the view, `self.options` and `self.rng` decide what
it does, not the time, not other random numbers, not anything kept outside of `self`: then every match can be
repeated, and `arena replay` can show you why it was lost.
"""

from typing import Any

from arena.bots import Bot, Option
from arena.cards import RANKS, SUITS, Card
from arena.games.bridgette import calls as bridgette_calls
from arena.games.bridgette.view import BridgetteView
from arena.games.fiftysix import calls as fiftysix_calls
from arena.games.fiftysix.pack import BEATS, POINTS, RANK_ORDER
from arena.games.fiftysix.view import FiftySixView


class Template(Bot):
    """Bids its best suit once and plays high cards; at 56 it throws points on its partners' tricks."""

    games = ("bridgette", "fiftysix")

    # What a ladder's config, or `--options courage=1.5`, may change. All of them are in self.options.
    OPTIONS = {"courage": Option(0.0, "how much better than it is every hand is taken to be", low=-5.0, high=5.0)}

    def __init__(self) -> None:
        # Called once before a match; self.options and self.rng are already there.
        self.has_bid = False

    # Hooks are optional. This one is called when you have been dealt a hand; the others are match_start,
    # on_event (after everything that all can see), deal_end and match_end.
    def deal_start(self, view: Any) -> None:
        """A new deal: forget what belongs to the last one."""
        self.has_bid = False

    def discard(self, view: BridgetteView) -> list[Card]:
        """Bridgette's exchange: give up `view.to_discard` cards of `view.hand`, which holds those just drawn."""
        trump = best_suit(view.hand)
        return sorted(view.hand, key=lambda card: (card.suit == trump, height(card)))[: view.to_discard]

    def call(self, view: Any) -> Any:
        """The auction: one of view.legal. `view.calls` has all calls so far, each with its seat."""
        if self.has_bid:
            return view.legal[0]  # a pass, which is always legal and the first
        call = self.bridgette_call(view) if view.game == "bridgette" else self.fiftysix_call(view)
        self.has_bid = call.is_bid
        return call

    def bridgette_call(self, view: BridgetteView) -> bridgette_calls.Call:
        """The highest bid in the best suit that may be made: five cards of it are thought worth seven tricks."""
        trump = best_suit(view.hand)
        tricks = 2 + sum(card.suit == trump for card in view.hand) + self.options["courage"]
        bids = [call for call in view.legal if call.denomination == trump and 6 + call.level <= tricks]
        return bids[-1] if bids else view.legal[0]

    def fiftysix_call(self, view: FiftySixView) -> fiftysix_calls.Call:
        """The next number in the best suit, if there are four cards of it and the number is not yet high."""
        trump = best_suit(view.hand)
        number = (view.number or 27) + 1
        if number > 34 or sum(card.suit == trump for card in view.hand) + self.options["courage"] < 4:
            return view.legal[0]
        # A bid has a form that tells something: by convention "28D" shows the jack, "D28" strength without it.
        holds_jack = Card.parse(f"{trump}J") in view.hand
        return fiftysix_calls.Call.parse(f"{number}{trump}" if holds_jack else f"{trump}{number}")

    def play(self, view: Any) -> Card:
        """The play: one of view.legal, which has only what the rules allow."""
        return self.bridgette_play(view) if view.game == "bridgette" else self.fiftysix_play(view)

    def bridgette_play(self, view: BridgetteView) -> Card:
        """High cards are led; the cheapest card that wins follows, or else the lowest."""
        if view.led is None:
            # Of equally high cards any will do: choose with self.rng, which is the same when a match is repeated.
            best = max(height(card) for card in view.legal)
            return self.rng.choice([card for card in view.legal if height(card) == best])
        over = [card for card in view.legal if card.suit == view.led.suit and height(card) > height(view.led)]
        trumps = [card for card in view.legal if card.suit == view.trump != view.led.suit]
        return min(over or trumps or view.legal, key=height)

    def fiftysix_play(self, view: FiftySixView) -> Card:
        """Points go to tricks that the own side is winning, high cards to the others."""

        def rank(card: Card) -> int:
            return RANK_ORDER.index(card.rank)

        if view.winning is None:
            return max(view.legal, key=rank)
        seat, card_to_beat = view.winning
        if view.side_of[seat] == view.side:
            return max(view.legal, key=lambda card: (POINTS[card.id], -rank(card)))
        winners = [card for card in view.legal if BEATS[view.trump][card_to_beat.id] >> card.id & 1]
        if winners:
            return max(winners, key=rank)
        return min(view.legal, key=lambda card: (POINTS[card.id], rank(card)))


def best_suit(cards: tuple[Card, ...]) -> str:
    """The suit, a letter, with most cards; of equally long ones the one with the higher cards."""
    return max(SUITS, key=lambda suit: (sum(100 + height(card) for card in cards if card.suit == suit), suit))


def height(card: Card) -> int:
    """0 for a two … 12 for an ace, as Bridgette ranks them; −1 for a colon, which has no rank."""
    return -1 if card.is_colon else RANKS.index(card.rank)
