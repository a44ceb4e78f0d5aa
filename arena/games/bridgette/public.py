"""What both players know, and the rules that it follows (B1 … B31): only the hidden cards are missing."""

from typing import Final

from arena.games.base import Event, MatchEnded, MatchStarted
from arena.games.bridgette.actions import FIRST_DISCARD
from arena.games.bridgette.auction import NO_BID, legal_calls
from arena.games.bridgette.calls import CALLS, FIRST_BID, PASS
from arena.games.bridgette.contract import Contract
from arena.games.bridgette.events import BridgetteDealEnded, Called, DealStarted, Exchanged, Played
from arena.games.bridgette.finished import FinishedDeal
from arena.games.bridgette.pack import DEALER_DRAWS, HAND_SIZE, NON_DEALER_DRAWS
from arena.games.bridgette.play import NO_CARD, NO_SUIT, banned_by, follower_wins, legal_follows, legal_leads
from arena.games.bridgette.scoring import deal_scores
from arena.games.bridgette.variant import BridgetteVariant

DISCARD: Final = "discard"
CALL: Final = "call"
PLAY: Final = "play"
IDLE: Final = "idle"
"""The phase between deals, before the first and after the last."""

NOBODY_TO_ACT: Final = -1
MATCH_DEALS: Final = 6  # B1
REDEALS_IN_A_ROW: Final = 10  # B18


class BridgettePublic:
    """Everything both players know of a match, folded from the public events with `see`.

    The referee's state plays on the same object with `play`, `call` and the others, so each rule stands once.
    To be read freely; only these methods change it. Seats and suits are ints (suits 0 … 3 for C D H S, trump 4
    for NT); −1 stands for "none" everywhere.

    Match: `variant`, `names` (by seat, or None if hidden), `counted` (deals that counted so far, B18),
    `passed_in_a_row` (redealt ones), `totals` (points by seat), `history` (the finished deals, oldest first).
    Deal: `number`, `dealer`, `upcard`, `exchanges` (how many of the two are finished), `phase`, `to_act`.
    Auction: `calls` (action ids; the dealer made the first, turns alternate), `bid` (the last one), `bidder`,
    `doubling` (of the last bid: 1, 2 or 4), `contract` and `trump` once it is over.
    Play: `plays` (card ids; two a trick), `leaders` (of each trick begun), `played` (the mask of `plays`),
    `led` (the card on the table), `ban` (the suit the leader may not lead now), `tricks` (won by each seat).
    `turn` grows with every change.
    """

    __slots__ = (
        "ban",
        "bid",
        "bidder",
        "calls",
        "contract",
        "counted",
        "dealer",
        "doubling",
        "exchanges",
        "history",
        "leaders",
        "led",
        "names",
        "number",
        "passed_in_a_row",
        "phase",
        "played",
        "plays",
        "to_act",
        "totals",
        "tricks",
        "trump",
        "turn",
        "upcard",
        "variant",
    )

    def __init__(self, variant: BridgetteVariant) -> None:
        self.variant = variant
        self.names: tuple[str, ...] | None = None
        self.counted = 0
        self.passed_in_a_row = 0
        self.totals = (0, 0)
        self.history: tuple[FinishedDeal, ...] = ()
        self.turn = 0
        self._clear(number=0, dealer=-1, upcard=NO_CARD)
        self.phase = IDLE
        self.to_act = NOBODY_TO_ACT

    def _clear(self, number: int, dealer: int, upcard: int) -> None:
        self.number = number
        self.dealer = dealer
        self.upcard = upcard
        self.exchanges = 0
        self.phase = DISCARD
        self.to_act = dealer ^ 1
        self.calls: list[int] = []
        self.bid = NO_BID
        self.bidder = -1
        self.doubling = 1
        self.contract: Contract | None = None
        self.trump = -1
        self.plays: list[int] = []
        self.leaders: list[int] = []
        self.played = 0
        self.led = NO_CARD
        self.ban = NO_SUIT
        self.tricks = [0, 0]

    def copy(self) -> "BridgettePublic":
        """An independent copy."""
        new = BridgettePublic.__new__(BridgettePublic)
        new.variant = self.variant
        new.names = self.names
        new.counted = self.counted
        new.passed_in_a_row = self.passed_in_a_row
        new.totals = self.totals
        new.history = self.history
        new.turn = self.turn
        new.number = self.number
        new.dealer = self.dealer
        new.upcard = self.upcard
        new.exchanges = self.exchanges
        new.phase = self.phase
        new.to_act = self.to_act
        new.calls = self.calls[:]
        new.bid = self.bid
        new.bidder = self.bidder
        new.doubling = self.doubling
        new.contract = self.contract
        new.trump = self.trump
        new.plays = self.plays[:]
        new.leaders = self.leaders[:]
        new.played = self.played
        new.led = self.led
        new.ban = self.ban
        new.tricks = self.tricks[:]
        return new

    def see(self, event: Event) -> None:
        """Take in the next public event. Raises ValueError for an event that is not public in Bridgette."""
        if isinstance(event, Played):
            self.play(event.card)
        elif isinstance(event, Called):
            self.call(event.call)
        elif isinstance(event, Exchanged):
            self.exchanged()
        elif isinstance(event, DealStarted):
            self.start_deal(event.number, event.dealer, event.upcard)
        elif isinstance(event, BridgetteDealEnded):
            self.end_deal(event)
        elif isinstance(event, MatchStarted):
            self.names = event.names
        elif not isinstance(event, MatchEnded):
            raise ValueError(f"not a public event of bridgette: {event!r}")

    def legal(self, hand: int) -> int:
        """The mask of actions open to the seat to act, if `hand` is the mask of its cards."""
        if self.phase == PLAY:
            return legal_leads(hand, self.ban) if self.led == NO_CARD else legal_follows(hand, self.led)
        if self.phase == CALL:
            return legal_calls(hand, self.bid, self.doubling)
        if self.phase == DISCARD and hand.bit_count() > HAND_SIZE:
            return hand << FIRST_DISCARD
        return 0

    def start_deal(self, number: int, dealer: int, upcard: int) -> None:
        """The cards are dealt and the up-card is turned (B6); the non-dealer exchanges first (B7)."""
        self.turn += 1
        self._clear(number, dealer, upcard)

    @property
    def to_exchange(self) -> int:
        """How many cards the seat that exchanges now, or did last, draws (B7, B8)."""
        return NON_DEALER_DRAWS if self.to_act != self.dealer else DEALER_DRAWS[self.upcard]

    def exchanged(self) -> None:
        """The seat to act has finished its exchange; after the dealer's the auction begins (B9, B10)."""
        self.turn += 1
        self.exchanges += 1
        self.to_act = self.dealer
        if self.exchanges == 2:
            self.phase = CALL

    def call(self, call: int) -> None:
        """The seat to act makes a call, given by its action id (B10 … B18)."""
        self.turn += 1
        self.calls.append(call)
        if call >= FIRST_BID:
            self.bid = call
            self.bidder = self.to_act
            self.doubling = 1
        elif call != PASS:
            self.doubling *= 2
        elif self.bid != NO_BID:
            contract = Contract(CALLS[self.bid - PASS], self.bidder, self.doubling)
            self.start_play(contract, leader=self.bidder ^ 1)
            return
        elif len(self.calls) == 2:
            self._stop()
            return
        self.to_act ^= 1

    def start_play(self, contract: Contract, leader: int) -> None:
        """The auction is over (B17); the declarer's opponent leads first (B19)."""
        self.contract = contract
        self.bid = contract.bid.id
        self.bidder = contract.declarer
        self.doubling = contract.doubling
        self.trump = (self.bid - FIRST_BID - 1) % 5
        self.phase = PLAY
        self.to_act = leader

    def play(self, card: int) -> None:
        """The seat to act leads a card or follows with it (B19 … B24)."""
        self.turn += 1
        self.plays.append(card)
        self.played |= 1 << card
        led = self.led
        if led == NO_CARD:
            self.leaders.append(self.to_act)
            self.led = card
            self.ban = NO_SUIT
            self.to_act ^= 1
            return
        if not follower_wins(led, card, self.trump):
            self.to_act ^= 1
        self.tricks[self.to_act] += 1
        self.led = NO_CARD
        self.ban = banned_by(led, card)
        if self.tricks[0] + self.tricks[1] == HAND_SIZE:
            self._stop()

    def _stop(self) -> None:
        self.phase = IDLE
        self.to_act = NOBODY_TO_ACT
        self.ban = NO_SUIT

    def outcome(self) -> BridgetteDealEnded:
        """The event that ends the deal, once its auction (if passed out) or its play is over (B18, B25)."""
        contract = self.contract
        scores = (0, 0)
        counted = True
        if contract is None:
            counted = self.variant.passed_out == "count" or self.passed_in_a_row == REDEALS_IN_A_ROW
        else:
            made, defended = deal_scores(contract.bid, contract.doubling, self.tricks[contract.declarer])
            scores = (defended, made) if contract.declarer else (made, defended)
        return BridgetteDealEnded(
            self.number,
            self.bid,
            self.bidder,
            self.doubling,
            (self.tricks[0], self.tricks[1]),
            scores,
            (self.totals[0] + scores[0], self.totals[1] + scores[1]),
            counted,
        )

    def end_deal(self, event: BridgetteDealEnded) -> None:
        """Add a deal to the totals and to the history."""
        self.turn += 1
        self.totals = event.totals
        if event.counted:
            self.counted += 1
            self.passed_in_a_row = 0
        else:
            self.passed_in_a_row += 1
        deal = FinishedDeal(
            self.number,
            self.dealer,
            self.upcard,
            self.contract,
            event.tricks,
            event.scores,
            event.totals,
            event.counted,
            tuple(self.calls),
            tuple(self.plays),
            tuple(self.leaders),
        )
        self.history += (deal,)

    @property
    def match_over(self) -> bool:
        """Whether no further deal follows the last one: six have counted, or seven if level after six (B1)."""
        level = self.totals[0] == self.totals[1]
        return self.counted > MATCH_DEALS or (self.counted == MATCH_DEALS and not level)
