"""A bold Bridgette player: counts playing tricks, jumps for the big prizes, doubles readily and attacks.

- Count, in half tricks: a trump is two, an ace, king or queen of trumps three; of the other suits an ace is two, a
  king, queen or jack one. An opponent who has exchanged eight cards or more costs two.
- Exchange: keeps the whole of its longest and strongest suit, then by rank and length; of the colons only Grand.
- Auction: adds its `boldness` to the count and looks only at the rungs where the score leaps: game (3NT, 4 of a
  major, 5 of a minor), slam (5NT, 6 of a suit) and grand slam (6NT, 7 of a suit). It jumps to the highest rung
  within reach, for a contract that fails by a trick costs but 100 points. Without a rung it bids once what it
  counts, and passes from then on. It doubles what should fail by `double_margin` tricks.
- Play: draws trumps first while the opponent may have any, leads a colon as soon as it should hold, then its
  longest suit from the top. It never bans: colons are for leading, or for throwing away.
"""

from arena.bots import BridgetteBot, Option
from arena.cards import CARDS, SUITS, Card
from arena.games.bridgette.calls import DENOMINATIONS, Call
from arena.games.bridgette.pack import COLON_OF, DEALER_DRAWS
from arena.games.bridgette.view import BridgetteView

PASSED, DOUBLED, REDOUBLED = Call.parse("P"), Call.parse("X"), Call.parse("XX")

RANKS = "23456789TJQKA"
RUNGS = (
    {"C": 5, "D": 5, "H": 4, "S": 4, "NT": 3},
    {"C": 6, "D": 6, "H": 6, "S": 6, "NT": 5},
    {"C": 7, "D": 7, "H": 7, "S": 7, "NT": 6},
)
"""The lowest level in each denomination that scores 750, 1500 and 2200 (B25)."""

TRUMP_HALVES = {"A": 3, "K": 3, "Q": 3}
SIDE_HALVES = {"A": 2, "K": 1, "Q": 1, "J": 1}
"""Half tricks by rank, of a trump (2 if not named) and of any other card."""
NO_TRUMP_HALVES = {"A": 3, "K": 2, "Q": 2, "J": 1, "T": 1}
NO_TRUMP_START = 2
"""Half tricks without trumps, by rank and to start with."""


class Bold(BridgetteBot):
    """Jumps to the prizes, draws trumps and leads its colons."""

    OPTIONS = {
        "boldness": Option(1.0, "tricks added to the count before it bids for a prize", low=-3.0, high=4.0),
        "double_margin": Option(2.0, "tricks by which a contract it doubles should fail", low=-3.0, high=6.0),
    }

    def discard(self, view: BridgetteView) -> list[Card]:
        """The short and low cards."""
        length = dict.fromkeys(SUITS, 0.0)
        for card in view.hand:
            if not card.is_colon:
                length[card.suit] += 1.5 if card.rank in "AKQ" else 1.0
        longest = max(SUITS, key=lambda suit: length[suit])

        def keep(card: Card) -> float:
            if card.is_colon:
                return 8.0 if card.rank == "G" else 0.0
            return RANKS.index(card.rank) + length[card.suit] / 2 + (100 if card.suit == longest else 0)

        return sorted(view.hand, key=keep)[: view.to_discard]

    def call(self, view: BridgetteView) -> Call:
        """The highest prize within reach, else a double, else its count, else pass."""
        counts = {name: self.count(view, name) for name in DENOMINATIONS}
        bids = [(seat, call) for seat, call in view.calls if call.is_bid]
        margin = self.options["double_margin"]
        if REDOUBLED in view.legal:
            _, own = bids[-1]
            return REDOUBLED if counts[own.denomination] >= 6 + own.level + margin else PASSED
        prize = self.prize(view, counts)
        if prize is not None:
            return prize
        if DOUBLED in view.legal:
            _, his = bids[-1]
            if counts[his.denomination] - 1 >= 7 - his.level + margin:  # he leads in trumps: a trick less
                return DOUBLED
        if any(seat == view.seat for seat, _ in bids):
            return PASSED
        fair = [call for call in view.legal if call.is_bid and 6 + call.level <= counts[call.denomination]]
        return max(fair, key=lambda call: (counts[call.denomination], call.level), default=PASSED)

    def prize(self, view: BridgetteView, counts: dict[str, float]) -> Call | None:
        """The bid of the highest rung within reach, where there is most to spare; None if there is none."""
        reach = []
        for rung, levels in enumerate(RUNGS):
            for call in view.legal:
                if call.is_bid and call.level >= levels[call.denomination]:
                    spare = counts[call.denomination] + self.options["boldness"] - 6 - call.level
                    if spare >= 0:
                        reach.append((rung, spare, -call.id, call))
        return max(reach)[-1] if reach else None

    def count(self, view: BridgetteView, denomination: str) -> float:
        """The tricks it counts in its hand as declarer."""
        no_trump = denomination == "NT"
        halves = NO_TRUMP_START if no_trump else 0
        if view.dealer != view.seat and DEALER_DRAWS[view.upcard.id] >= 8:
            halves -= 2
        for card in view.hand:
            if card.is_colon:
                continue
            if no_trump:
                halves += NO_TRUMP_HALVES.get(card.rank, 0)
            elif card.suit == denomination:
                halves += TRUMP_HALVES.get(card.rank, 2)
            else:
                halves += SIDE_HALVES.get(card.rank, 0)
        return halves / 2

    def play(self, view: BridgetteView) -> Card:
        """A lead or the card that follows."""
        if len(view.legal) == 1:
            return view.legal[0]
        if view.led is None:
            return self.lead(view)
        length = {suit: sum(card.suit == suit for card in view.hand) for suit in SUITS}
        winners = [card for card in view.legal if beats(view.led, card, view.trump)]
        if winners:
            return min(winners, key=lambda card: (card.suit == view.trump, RANKS.index(card.rank)))

        def later(card: Card) -> float:
            if card.is_colon:
                return 4.0
            return RANKS.index(card.rank) + length[card.suit] / 2 + (20 if card.suit == view.trump else 0)

        return min(view.legal, key=later)

    def lead(self, view: BridgetteView) -> Card:
        """Trumps, then a colon that should hold, then the longest suit from the top."""
        trump = view.trump
        known = {card for _, card in view.plays} | set(view.dealt) | set(view.drawn)
        out = [card for card in CARDS if card not in known]
        share = min(1.0, len(view.hand) / max(1, len(out)))

        def against(card: Card) -> float:
            """How many cards that beat this one the opponent should hold."""
            return share * sum(beats(card, other, trump) for other in out)

        trumps = [card for card in view.legal if card.suit == trump]
        theirs = share * sum(card.suit == trump for card in out)
        if 0.5 < theirs < len(trumps) and against(max(trumps)) < 0.5:
            return max(trumps)
        for card in view.legal:
            if card.is_colon and against(card) < 0.5:
                return card
        length = {suit: sum(card.suit == suit for card in view.hand) for suit in SUITS}

        def order(card: Card) -> tuple[bool, bool, int, bool, int]:
            if card.is_colon:
                return False, False, 0, False, card.id
            return True, card.suit != trump, length[card.suit], against(card) < 0.5, card.id

        return max(view.legal, key=order)


def beats(led: Card, card: Card, trump: str | None) -> bool:
    """Whether a card that follows wins the trick (B22, B24)."""
    if card.is_colon:
        return False
    if led.is_colon:
        return card.suit == trump or COLON_OF[card.id] == led.id
    if card.suit == led.suit:
        return card.id > led.id
    return card.suit == trump
