"""What everybody at the table knows: the rules in motion, without the hands."""

from dataclasses import dataclass
from typing import Self

from arena.cards import Card
from arena.games.base import Event, MatchEnded, MatchStarted
from arena.games.fiftysix.auction import Auction
from arena.games.fiftysix.calls import CALLS, FIRST_CALL, Call
from arena.games.fiftysix.contract import Contract
from arena.games.fiftysix.events import Called, DealStarted, FiftySixDealEnded, Played
from arena.games.fiftysix.pack import KINDS, cards_each
from arena.games.fiftysix.play import Play
from arena.games.fiftysix.seating import right_of, still_in
from arena.games.fiftysix.settlement import price, settle
from arena.games.fiftysix.variant import FiftySixVariant
from arena.records import Termination


@dataclass(frozen=True, slots=True)
class FinishedDeal:
    """A finished deal as everybody saw it; `points` and the tables before and after are by side."""

    number: int
    dealer: int
    seats: tuple[int, ...]
    calls: tuple[tuple[int, Call], ...]
    contract: Contract
    plays: tuple[tuple[int, Card], ...]
    made: bool
    points: tuple[int, ...]
    tables_before: tuple[int, ...]
    tables: tuple[int, ...]


class FiftySixPublic:
    """Common knowledge of one match, folded from the public events (`see`).

    The state of the referee holds one too and drives it by the same methods: `start_deal`, `call`, `play_card`
    and `end_deal`. They trust that what they are told is legal.

    `seats` are the seats still in (those of the deal until the next one starts), `tables` is by side, `out` the
    sides that have gone out, earliest first, those of one deal together; `auction` and `play` belong to the deal
    in progress or just ended, `play` and `contract` being None until the auction is over. `to_act` is −1 between
    deals and after the match.
    """

    __slots__ = (
        "auction",
        "contract",
        "dealer",
        "history",
        "names",
        "number",
        "out",
        "play",
        "seats",
        "side_of",
        "tables",
        "termination",
        "to_act",
        "variant",
    )

    def __init__(self, variant: FiftySixVariant) -> None:
        self.variant = variant
        self.side_of = variant.side_of
        self.names: tuple[str, ...] | None = None
        self.number = 0
        self.dealer = 0
        self.seats = tuple(range(variant.players))
        self.tables = (variant.tables,) * len(variant.sides)
        self.out: tuple[tuple[int, ...], ...] = ()
        self.history: tuple[FinishedDeal, ...] = ()
        self.termination: Termination | None = None
        self.auction = Auction(self.dealer, self.seats, self.side_of)
        self.play: Play | None = None
        self.contract: Contract | None = None
        self.to_act = -1

    def see(self, event: Event) -> None:
        """Take in the next public event; raises ValueError for any other."""
        kind = type(event)
        if kind is Played:
            self.play_card(event.card)  # type: ignore[attr-defined]
        elif kind is Called:
            self.call(event.call)  # type: ignore[attr-defined]
        elif isinstance(event, DealStarted):
            self.start_deal(event.number, event.dealer, event.seats)
        elif isinstance(event, FiftySixDealEnded):
            self.end_deal()
        elif isinstance(event, MatchStarted):
            self.names = event.names
        elif not isinstance(event, MatchEnded):
            raise ValueError(f"not a public event of 56: {event!r}")

    def start_deal(self, number: int, dealer: int, seats: tuple[int, ...]) -> None:
        """Begin a deal; the player on the dealer's right is to call (F7)."""
        self.number = number
        self.dealer = dealer
        self.seats = seats
        self.auction = Auction(dealer, seats, self.side_of)
        self.play = None
        self.contract = None
        self.to_act = self.auction.first

    def next_deal(self) -> tuple[int, int, tuple[int, ...]]:
        """Number, dealer and seats of the deal after this one (F6, F23)."""
        seats = still_in(self.side_of, self.tables)
        return self.number + 1, right_of(seats)[self.dealer], seats

    def call(self, action: int) -> None:
        """Take in the call, given as its action id, of the seat on turn."""
        auction = self.auction
        self.to_act = auction.add(self.to_act, CALLS[action - FIRST_CALL])
        if self.to_act < 0:
            self.contract = auction.contract()
            self.play = Play(self.contract.trump, self.seats, self.side_of)
            self.to_act = auction.first  # F15

    def play_card(self, card: int) -> None:
        """Take in the card, given as its kind, of the seat on turn."""
        assert self.play is not None
        self.to_act = self.play.add(self.to_act, card)

    def end_deal(self) -> FinishedDeal:
        """Settle the deal whose last trick has been played (F18 – F22, F24), and return it."""
        assert self.play is not None
        assert self.contract is not None
        contract, points, before = self.contract, tuple(self.play.points), self.tables
        side = self.side_of[contract.declarer]
        made = points[side] >= contract.number
        self.tables = settle(before, side, self._others(contract.declarer), price(contract, made), made)
        gone = tuple(side for side, count in enumerate(self.tables) if before[side] and not count)
        if gone:
            self.out = (*self.out, gone)
        if sum(map(bool, self.tables)) == 1:
            self.termination = Termination.PLAYED_OUT
        elif self.number >= self.variant.max_deals:
            self.termination = Termination.MAX_DEALS
        deal = FinishedDeal(
            self.number,
            self.dealer,
            self.seats,
            tuple(self.auction.calls),
            contract,
            tuple(self.play.plays),
            made,
            points,
            before,
            self.tables,
        )
        self.history = (*self.history, deal)
        return deal

    def legal(self, hand: int) -> int:
        """The mask of legal actions of the seat on turn, which holds this hand (F8 – F11, F16)."""
        play = self.play
        if play is None:
            return self.auction.legal(self.to_act)
        return hand & play.follow or hand & KINDS

    def cards_left(self, seat: int) -> int:
        """How many cards a seat holds now in a deal in progress; 0 for one that is out."""
        if seat not in self.seats:
            return 0
        return cards_each(len(self.seats)) if self.play is None else self.play.cards_left(seat)

    def copy(self) -> Self:
        """An independent copy."""
        new = self.__class__.__new__(self.__class__)
        new.variant = self.variant
        new.side_of = self.side_of
        new.names = self.names
        new.number = self.number
        new.dealer = self.dealer
        new.seats = self.seats
        new.tables = self.tables
        new.out = self.out
        new.history = self.history
        new.termination = self.termination
        new.contract = self.contract
        new.to_act = self.to_act
        if self.play is None:
            new.auction = self.auction.copy()
            new.play = None
        else:
            new.auction = self.auction  # over, so it no longer changes
            new.play = self.play.copy()
        return new

    def _others(self, declarer: int) -> tuple[int, ...]:
        """The other sides still in, in the order of their first seat to the declarer's right (F21)."""
        right, sides = right_of(self.seats), []
        seat = right[declarer]
        while seat != declarer:
            side = self.side_of[seat]
            if side != self.side_of[declarer] and side not in sides:
                sides.append(side)
            seat = right[seat]
        return tuple(sides)
