"""A bot for Bridgette (rules: arena/games/bridgette/RULES.md): it bids its longest suit and plays its high cards.

A bot is a class with one method for each kind of decision. Each gets a view, which shows what you may know at
that moment, and returns one of `view.legal` (in the exchange: several). `print(view)` shows it all.

What a bot remembers in `self` lasts for one match. Let only the view, `self.options` and `self.rng` decide what
it does, not the time, not other random numbers, not anything kept outside of `self`: then every match can be
repeated, and `arena replay` can show you why it was lost.
"""

from arena.bots import BridgetteBot, Option
from arena.cards import RANKS, Card
from arena.games.bridgette.calls import Call
from arena.games.bridgette.view import BridgetteView

PASS = Call.parse("P")
HONOURS = {"A": 0.8, "K": 0.6, "Q": 0.4}
"""What an honour outside of trumps is worth, in tricks. Guesses: better ones are an easy way to a stronger bot."""


class Template(BridgetteBot):
    """Bids its longest suit once, as high as it thinks it can make."""

    # What a ladder's config, or `--options courage=1.5`, may change. All of them are in self.options.
    OPTIONS = {"courage": Option(0.0, "tricks added to the estimate of every hand", low=-5.0, high=5.0)}

    def __init__(self) -> None:
        # Called once before a match; self.options and self.rng are already there.
        self.has_bid = False

    # Hooks are optional. This one is called when you have been dealt a hand; the others are match_start,
    # on_event (after everything that all can see), deal_end and match_end.
    def deal_start(self, view: BridgetteView) -> None:
        """A new deal: forget what belongs to the last one."""
        self.has_bid = False

    def discard(self, view: BridgetteView) -> list[Card]:
        """The exchange: give up `view.to_discard` cards of `view.hand`, which holds those just drawn."""
        trump = longest_suit(view.hand)
        return sorted(view.hand, key=lambda card: worth(card, trump))[: view.to_discard]

    def call(self, view: BridgetteView) -> Call:
        """The auction: one of view.legal. `view.calls` has all calls so far, each with its seat."""
        if self.has_bid:
            return PASS  # a pass is always legal
        trump = longest_suit(view.hand)
        tricks = sum(worth(card, trump) for card in view.hand) + self.options["courage"]
        bids = [call for call in view.legal if call.denomination == trump and 6 + call.level <= tricks]
        if not bids:
            return PASS
        self.has_bid = True
        return bids[-1]  # view.legal is in order, so this is the highest

    def play(self, view: BridgetteView) -> Card:
        """The play: one of view.legal, which respects suit, colons and bans."""
        if view.led is None:
            # Of equally high cards any will do: choose with self.rng, which is the same when a match is repeated.
            best = max(height(card) for card in view.legal)
            return self.rng.choice([card for card in view.legal if height(card) == best])
        winners = [card for card in view.legal if wins(card, view.led, view.trump)]
        return min(winners or view.legal, key=height)


def longest_suit(cards: tuple[Card, ...]) -> str:
    """The suit, a letter, with most cards; of equally long ones the one with the higher cards."""
    return max("CDHS", key=lambda suit: (sum(100 + height(card) for card in cards if card.suit == suit), suit))


def height(card: Card) -> int:
    """0 for a two … 12 for an ace; −1 for a colon, which has no rank."""
    return -1 if card.is_colon else RANKS.index(card.rank)


def worth(card: Card, trump: str) -> float:
    """About how many tricks a card will win."""
    if card.suit == trump:
        return 0.8
    return HONOURS.get(card.rank, height(card) / 1000)


def wins(card: Card, led: Card, trump: str | None) -> bool:
    """Whether a card wins the trick as the second one, an ordinary card having been led (B22)."""
    if card.suit == led.suit:
        return height(card) > height(led)
    return card.suit == trump
