"""What a Bridgette bot is shown when it must act."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from arena.cards import CARDS, SUITS, Card, cards_of, ids_of
from arena.games.bridgette.actions import FIRST_DISCARD
from arena.games.bridgette.calls import CALLS, DENOMINATIONS, PASS, Call
from arena.games.bridgette.contract import Contract
from arena.games.bridgette.finished import FinishedDeal, calls_by_seat, plays_by_seat
from arena.games.bridgette.pack import HAND_SIZE
from arena.games.bridgette.play import NO_CARD, NO_SUIT
from arena.games.bridgette.public import DISCARD, BridgettePublic
from arena.games.bridgette.variant import BridgetteVariant

if TYPE_CHECKING:
    from arena.games.bridgette.observation import BridgetteObservation


class BridgetteView:
    """One seat's knowledge in the words of the rules.

    It always shows the present: keep the values that you read, not the view. Seats are 0 and 1 (you are `seat`,
    the opponent is ``1 - seat``), and pairs such as `tricks` and `totals` are by seat. Everything it returns is
    immutable. Reading a property works it out; what you do not read costs nothing.
    """

    __slots__ = ("_hand", "_hand_mask", "_legal", "_legal_mask", "_observation", "_public", "seat")

    game: Final = "bridgette"

    def __init__(self, observation: BridgetteObservation) -> None:
        self.seat: Final = observation.seat
        self._observation = observation
        self._public = observation.public
        self._hand: tuple[Card, ...] = ()
        self._hand_mask = 0
        self._legal: tuple[Card, ...] | tuple[Call, ...] = ()
        self._legal_mask = 0

    # The decision

    @property
    def phase(self) -> str:
        """What is going on: ``discard``, ``call`` or ``play``; ``idle`` between deals, when nobody acts."""
        return self._public.phase

    @property
    def legal(self) -> tuple[Card, ...] | tuple[Call, ...]:
        """What you may answer now: cards to discard or to play, or calls, in order of id. Empty off turn."""
        mask = self._observation.legal()
        if mask != self._legal_mask:
            self._legal_mask = mask
            if mask >> PASS:
                self._legal = tuple([CALLS[i] for i in ids_of(mask >> PASS)])
            else:
                self._legal = cards_of(mask >> FIRST_DISCARD or mask)
        return self._legal

    @property
    def to_discard(self) -> int:
        """How many cards you must still discard, in the phase ``discard``; 0 when it is not your turn to."""
        held = self._observation.hand.bit_count()
        return held - HAND_SIZE if self.phase == DISCARD and held > HAND_SIZE else 0

    # Your cards

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards you hold now, in order of id: clubs, diamonds, hearts, spades from the two up, colons."""
        mask = self._observation.hand
        if mask != self._hand_mask:
            self._hand_mask = mask
            self._hand = cards_of(mask)
        return self._hand

    @property
    def dealt(self) -> tuple[Card, ...]:
        """The 13 cards you were dealt, in the order dealt (B6)."""
        return tuple([CARDS[card] for card in self._observation.dealt])

    @property
    def drawn(self) -> tuple[Card, ...]:
        """The cards you drew in the exchange, top of the stock first; empty before (B7, B8)."""
        return tuple([CARDS[card] for card in self._observation.drawn])

    @property
    def discarded(self) -> tuple[Card, ...]:
        """The cards you have discarded, in that order (B9)."""
        return tuple([CARDS[card] for card in self._observation.discarded])

    # The match

    @property
    def variant(self) -> BridgetteVariant:
        """The rule options: ``variant.passed_out`` is ``count`` or ``redeal`` (B18)."""
        return self._public.variant

    @property
    def names(self) -> tuple[str, ...] | None:
        """The entrants' names by seat; None unless the ladder shows them."""
        return self._public.names

    @property
    def totals(self) -> tuple[int, int]:
        """Each seat's points in the finished deals."""
        return self._public.totals

    @property
    def history(self) -> tuple[FinishedDeal, ...]:
        """The finished deals, oldest first, with contract, calls, plays, tricks, scores and totals."""
        return self._public.history

    @property
    def deals_counted(self) -> int:
        """How many finished deals count towards the six (B1, B18)."""
        return self._public.counted

    # The deal

    @property
    def deal_number(self) -> int:
        """The number of the deal in progress, from 1; deals that do not count are numbered too (B18)."""
        return self._public.number

    @property
    def dealer(self) -> int:
        """The seat that dealt: it exchanges last and calls first (B7, B10)."""
        return self._public.dealer

    @property
    def upcard(self) -> Card:
        """The card turned up: the first that the non-dealer drew (B6, B7)."""
        return CARDS[self._public.upcard]

    # The auction

    @property
    def calls(self) -> tuple[tuple[int, Call], ...]:
        """The auction so far: seat and call, in order."""
        return tuple(calls_by_seat(self._public.dealer, self._public.calls))

    @property
    def contract(self) -> Contract | None:
        """The contract (`bid`, `declarer`, `doubling` 1, 2 or 4) once the auction is over, else None (B17)."""
        return self._public.contract

    @property
    def declarer(self) -> int | None:
        """The seat that plays the contract; None before it is settled."""
        contract = self._public.contract
        return contract.declarer if contract else None

    @property
    def trump(self) -> str | None:
        """``C``, ``D``, ``H``, ``S`` or ``NT``; None before the contract is settled."""
        return DENOMINATIONS[self._public.trump] if self._public.contract else None

    # The play

    @property
    def trick(self) -> tuple[tuple[int, Card], ...]:
        """The cards on the table: empty when you lead, the led card with its seat when you follow."""
        led = self.led
        return () if led is None else ((self._public.leaders[-1], led),)

    @property
    def led(self) -> Card | None:
        """The card you must follow; None if you lead."""
        return None if self._public.led == NO_CARD else CARDS[self._public.led]

    @property
    def ban(self) -> str | None:
        """The suit letter that the leader may not lead to this trick, or None (B23).

        A ban that has lapsed, because the leader holds nothing else, is shown all the same.
        """
        return None if self._public.ban == NO_SUIT else SUITS[self._public.ban]

    @property
    def tricks(self) -> tuple[int, int]:
        """The tricks each seat has won in this deal."""
        return self._public.tricks[0], self._public.tricks[1]

    @property
    def plays(self) -> tuple[tuple[int, Card], ...]:
        """All cards played in this deal, the trick on the table included: seat and card, in order."""
        return tuple(plays_by_seat(self._public.leaders, self._public.plays))

    @property
    def public(self) -> BridgettePublic:
        """A copy of what both players know, for search: see `BridgetteState.from_public`."""
        return self._public.copy()

    @property
    def hand_mask(self) -> int:
        """The cards you hold now as the engine's mask over card ids, for search."""
        return self._observation.hand

    def __str__(self) -> str:
        on_turn = "to act" if self.legal else "waiting"
        lines = [
            f"bridgette, deal {self.deal_number} ({self.deals_counted} counted), totals {self.totals}",
            f"seat {self.seat}, {on_turn} ({self.phase}); dealer {self.dealer}, up-card {self.upcard}",
            f"hand: {_words(self.hand)}",
            f"auction: {_words(call for _, call in self.calls)}",
        ]
        if self.contract:
            lines.append(f"contract: {self.contract}; tricks {self.tricks}; ban: {self.ban or 'none'}")
            lines.append(f"trick: {_words(card for _, card in self.trick)}")
        lines.append(f"legal: {_words(self.legal)}")
        return "\n".join(lines)


def _words(things: Iterable[Card | Call]) -> str:
    return " ".join(map(str, things)) or "–"
