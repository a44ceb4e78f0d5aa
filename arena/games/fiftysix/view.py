"""What a bot is shown at 56."""

from functools import cache
from typing import TYPE_CHECKING

from arena.cards import Card, cards_of, ids_of
from arena.games.fiftysix.calls import CALLS, FIRST_CALL, Call
from arena.games.fiftysix.contract import Contract
from arena.games.fiftysix.pack import hand_cards
from arena.games.fiftysix.public import FiftySixPublic, FinishedDeal
from arena.games.fiftysix.variant import FiftySixVariant

if TYPE_CHECKING:
    from arena.games.fiftysix.observation import FiftySixObservation


@cache
def _calls_of(mask: int) -> tuple[Call, ...]:
    return tuple(CALLS[action - FIRST_CALL] for action in ids_of(mask))


class FiftySixView:
    """One seat's observation in the words of the game; `str(view)` prints it.

    The same object serves the whole match and always shows the present. What it returns is frozen and may be
    kept. Seats are numbered counter-clockwise from 0 and keep their numbers through eliminations; sides are
    numbered so that side t's first seat is seat t. Cards are `arena.cards.Card`; two identical cards are one
    object and one action.
    """

    __slots__ = ("_hand", "_hand_mask", "_legal", "_legal_mask", "_observation")

    game = "fiftysix"
    """The game's name."""

    def __init__(self, observation: "FiftySixObservation") -> None:
        self._observation = observation
        self._hand: tuple[Card, ...] = ()
        self._hand_mask = 0
        self._legal: tuple[Card, ...] = ()
        self._legal_mask = 0

    # The seat and its decision

    @property
    def seat(self) -> int:
        """The seat that looks on."""
        return self._observation.seat

    @property
    def phase(self) -> str:
        """What is going on: ``call`` or ``play``; ``idle`` between deals, when nobody acts."""
        public = self._observation.public
        if public.to_act < 0:
            return "idle"
        return "call" if public.play is None else "play"

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards this seat holds now, both copies listed, by id: suits C D H S, in each 7 8 9 T J Q K A."""
        mask = self._observation.hand
        if mask != self._hand_mask:
            self._hand = hand_cards(mask)
            self._hand_mask = mask
        return self._hand

    @property
    def legal(self) -> tuple[Card, ...] | tuple[Call, ...]:
        """The legal calls or cards in order of action id, each once; empty when this seat is not on turn."""
        mask = self._observation.legal()
        if mask >> FIRST_CALL:
            return _calls_of(mask)
        if mask != self._legal_mask:
            self._legal = cards_of(mask)
            self._legal_mask = mask
        return self._legal

    # The table

    @property
    def variant(self) -> FiftySixVariant:
        """The rule options: `players` and `tables` at the start, `teams`, `max_deals` (F1, F2, F5, F24)."""
        return self._observation.public.variant

    @property
    def names(self) -> tuple[str, ...] | None:
        """The entrants by seat; None unless the config shows them."""
        return self._observation.public.names

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats in this deal, ascending, which is the order of turns (F23)."""
        return self._observation.public.seats

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of every side, those that are out included."""
        return self._observation.public.variant.sides

    @property
    def side_of(self) -> tuple[int, ...]:
        """The side of every seat."""
        return self._observation.public.side_of

    @property
    def side(self) -> int:
        """This seat's side."""
        return self._observation.public.side_of[self._observation.seat]

    @property
    def partners(self) -> tuple[int, ...]:
        """The other seats of this side."""
        return tuple(seat for seat in self.sides[self.side] if seat != self.seat)

    @property
    def opponents(self) -> tuple[int, ...]:
        """The seats of the other sides in this deal, ascending."""
        return tuple(seat for seat in self.seats if self.side_of[seat] != self.side)

    @property
    def tables(self) -> tuple[int, ...]:
        """The tables of each side (F5)."""
        return self._observation.public.tables

    @property
    def out(self) -> tuple[int, ...]:
        """The sides that have gone out, earliest first (F22)."""
        return tuple(side for group in self._observation.public.out for side in group)

    @property
    def history(self) -> tuple[FinishedDeal, ...]:
        """The finished deals of this match, earliest first."""
        return self._observation.public.history

    # The deal

    @property
    def deal_number(self) -> int:
        """The number of the deal in progress, from 1."""
        return self._observation.public.number

    @property
    def dealer(self) -> int:
        """The seat that dealt; the next one to its right calls first and leads first (F7, F15)."""
        return self._observation.public.dealer

    @property
    def calls(self) -> tuple[tuple[int, Call], ...]:
        """The auction so far: seat and call in order, with the forms of the bids (F10)."""
        return tuple(self._observation.public.auction.calls)

    @property
    def bid(self) -> Call | None:
        """The last bid; None before the first."""
        return self._observation.public.auction.bid

    @property
    def bidder(self) -> int | None:
        """The seat that made the last bid; None before the first."""
        bidder = self._observation.public.auction.bidder
        return None if bidder < 0 else bidder

    @property
    def number(self) -> int | None:
        """The number of the last bid, in the play that of the contract; None before the first bid (F9)."""
        contract = self.contract
        return contract.number if contract else self._observation.public.auction.number or None

    @property
    def trump(self) -> str | None:
        """The trump suit of the last bid, in the play of the contract, "NT" for none; None before any bid."""
        contract, bid = self.contract, self.bid
        return contract.trump if contract else bid.trump if bid else None

    @property
    def doubling(self) -> int:
        """1, 2 if the last bid stands doubled, 4 if redoubled (F11)."""
        return self._observation.public.auction.doubling

    @property
    def contract(self) -> Contract | None:
        """The contract; None until the auction is over (F13, F14)."""
        return self._observation.public.contract

    @property
    def declarer(self) -> int | None:
        """The seat that declares; None until the auction is over."""
        contract = self.contract
        return contract.declarer if contract else None

    @property
    def plays(self) -> tuple[tuple[int, Card], ...]:
        """Every card played in this deal: seat and card in order."""
        play = self._observation.public.play
        return tuple(play.plays) if play else ()

    @property
    def trick(self) -> tuple[tuple[int, Card], ...]:
        """The current trick so far: seat and card in order; empty when a lead is due."""
        play = self._observation.public.play
        return play.trick() if play else ()

    @property
    def led(self) -> Card | None:
        """The card led to the current trick, whose suit must be followed (F16); None when a lead is due."""
        trick = self.trick
        return trick[0][1] if trick else None

    @property
    def winning(self) -> tuple[int, Card] | None:
        """The seat and card that are winning the current trick (F17); None when a lead is due."""
        play = self._observation.public.play
        return play.winning() if play else None

    @property
    def points(self) -> tuple[int, ...]:
        """The card points that each side has taken in finished tricks of this deal (F4)."""
        play = self._observation.public.play
        return tuple(play.points) if play else (0,) * len(self.sides)

    @property
    def public(self) -> FiftySixPublic:
        """A copy of the common knowledge, for search: see `FiftySixState.from_public`."""
        return self._observation.public.copy()

    @property
    def hand_mask(self) -> int:
        """The present hand as the engine's mask (see `pack.py`), for search."""
        return self._observation.hand

    def __str__(self) -> str:
        lines = [
            f"56, deal {self.deal_number}, dealer {self.dealer}, seat {self.seat} of side {self.side}",
            "tables: " + ", ".join(f"side {side} {count}" for side, count in enumerate(self.tables)),
            "calls: " + _moves(self.calls),
        ]
        if self.contract:
            lines += [
                f"contract: {self.contract}",
                "points: " + ", ".join(f"side {side} {count}" for side, count in enumerate(self.points)),
                "trick: " + _moves(self.trick),
            ]
        lines.append("hand: " + " ".join(map(str, self.hand)))
        return "\n".join(lines)


def _moves(moves: tuple[tuple[int, Call], ...] | tuple[tuple[int, Card], ...]) -> str:
    return ", ".join(f"{seat} {move}" for seat, move in moves)
