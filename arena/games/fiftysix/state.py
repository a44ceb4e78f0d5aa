"""The full truth about one match of 56, and the dealing of the cards."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Self

from arena.cards import Card, ids_of
from arena.errors import IllegalActionError
from arena.games.base import Event, HandDealt, MatchEnded
from arena.games.fiftysix.actions import ACTIONS, action_text
from arena.games.fiftysix.calls import FIRST_CALL, HIGHEST, PASS
from arena.games.fiftysix.events import Called, DealStarted, FiftySixDealEnded, Played
from arena.games.fiftysix.pack import COPY, LOWEST_FIRST, PACKS, deal, hand_of, without
from arena.games.fiftysix.public import FiftySixPublic
from arena.games.fiftysix.seating import still_in
from arena.games.fiftysix.settlement import places
from arena.games.fiftysix.variant import FiftySixVariant
from arena.records import DealResult, Termination
from arena.seeds import first_dealer


class FiftySixState:
    """The common knowledge, every seat's present hand (see `pack.py`; 0 for a seat that is out), and the seed.

    Made by `FiftySix.start`, `from_hands` or `from_public`.
    """

    __slots__ = ("hands", "public", "seed")

    def __init__(self, public: FiftySixPublic, hands: list[int], seed: str) -> None:
        self.public = public
        self.hands = hands
        self.seed = seed

    @classmethod
    def start(cls, variant: FiftySixVariant, seed: str) -> tuple[Self, list[Event]]:
        """A match at its first decision, and the events of its first deal up to there."""
        state = cls(FiftySixPublic(variant), [0] * variant.players, seed)
        dealer = first_dealer("fiftysix", seed, variant.players)
        return state, state._deal(1, dealer, state.public.seats)

    @classmethod
    def from_hands(
        cls,
        variant: FiftySixVariant,
        hands: Mapping[int, Iterable[Card]],
        *,
        dealer: int,
        actions: Iterable[int] = (),
        number: int = 1,
        tables: Sequence[int] | None = None,
        seed: str = "",
    ) -> Self:
        """A state with known hands as dealt, after these calls and plays of the deal.

        Sides without `tables` count as having gone out together before. Later deals are dealt from `seed`.
        Raises ValueError if the hands are not the whole pack, equally dealt to the seats still in, and
        IllegalActionError for an illegal action.
        """
        public = FiftySixPublic(variant)
        if tables is not None:
            public.tables = tuple(tables)
            out = tuple(side for side, count in enumerate(public.tables) if not count)
            public.out = (out,) if out else ()
        seats = still_in(public.side_of, public.tables)
        cards = {seat: tuple(card.id for card in hand) for seat, hand in hands.items()}
        kinds = sorted(card % COPY for card in PACKS[len(seats)])
        if sorted(cards) != list(seats) or sorted(card for hand in cards.values() for card in hand) != kinds:
            raise ValueError(f"expected hands for seats {seats} that make up the pack of {len(kinds)} cards")
        if len({len(hand) for hand in cards.values()}) != 1:
            raise ValueError("expected hands of equal size")
        public.start_deal(number, dealer, seats)
        state = cls(public, [hand_of(cards.get(seat, ())) for seat in range(variant.players)], seed)
        for action in actions:
            state.apply(action)
        return state

    @classmethod
    def from_public(cls, public: FiftySixPublic, hands: Sequence[int], seed: str = "") -> Self:
        """A state in which the seats hold these hands (masks as in `pack.py`) now, by seat, 0 for those out.

        `public` is copied, so a search bot can pass what it observes with hands it has sampled; together with
        the cards played they must make up the pack (only their sizes are checked). Later deals are dealt from
        `seed`. Raises ValueError for a hand of the wrong size or form, or when no seat is to act.
        """
        if public.to_act < 0:
            raise ValueError("expected a position in which a seat is to act")
        if len(hands) != public.variant.players:
            raise ValueError(f"expected {public.variant.players} hands, one a seat, got {len(hands)}")
        for seat, hand in enumerate(hands):
            size = public.cards_left(seat)
            if hand.bit_count() != size:
                raise ValueError(f"expected {size} cards for seat {seat}, got {hand.bit_count()}")
            if hand >> COPY & ~hand:
                raise ValueError(f"seat {seat}: a second copy without the first; make hands with `hand_of`")
        return cls(public.copy(), list(hands), seed)

    @property
    def to_act(self) -> int:
        """The seat whose turn it is; −1 after the match."""
        return self.public.to_act

    @property
    def deal_number(self) -> int:
        """The number of the deal in progress (or of the last one), from 1."""
        return self.public.number

    @property
    def action_index(self) -> int:
        """How many calls and plays the deal has seen."""
        play = self.public.play
        return len(self.public.auction.calls) + (len(play.plays) if play else 0)

    @property
    def termination(self) -> Termination | None:
        """How the match ended; None while it goes on."""
        return self.public.termination

    def legal(self) -> int:
        """The mask of legal actions of the seat to act; 0 after the match."""
        public = self.public
        return public.legal(self.hands[public.to_act]) if public.to_act >= 0 else 0

    def apply(self, action: int) -> tuple[Event, ...]:
        """Play an action and return what it brought about, in order, up to the next decision.

        Raises IllegalActionError, and changes nothing, if the action is not legal.
        """
        public = self.public
        seat = public.to_act
        if action < 0 or seat < 0 or not public.legal(self.hands[seat]) >> action & 1:
            raise IllegalActionError(self._refusal(action))
        if action >= FIRST_CALL:
            public.call(action)
            return (Called(seat, action),)
        self.hands[seat] = without(self.hands[seat], action)
        public.play_card(action)
        if public.to_act < 0:
            return (Played(seat, action), *self._end_deal())
        return (Played(seat, action),)

    def substitute(self) -> int:
        """The action a substitute takes for the seat to act: pass, or the lowest-ranked legal card (F25)."""
        if self.public.play is None:
            return PASS.id
        legal = self.legal()
        return next(card for card in LOWEST_FIRST if legal >> card & 1)

    def deals(self) -> tuple[DealResult, ...]:
        """What each finished deal came to since the match, or this state, began."""
        return tuple(
            DealResult(
                deal.dealer,
                deal.contract.declarer,
                tuple(after - before for before, after in zip(deal.tables_before, deal.tables, strict=True)),
            )
            for deal in self.public.history
        )

    def scores(self) -> tuple[int, ...]:
        """The tables of each side."""
        return self.public.tables

    def places(self, forfeited: Collection[int] = ()) -> tuple[int, ...]:
        """The places of the sides if the match ends now, those in `forfeited` last and tied (F22, F24, F25)."""
        return places(self.public.tables, self.public.out, forfeited)

    def copy(self) -> Self:
        """An independent copy."""
        return self.__class__(self.public.copy(), self.hands[:], self.seed)

    def _deal(self, number: int, dealer: int, seats: tuple[int, ...]) -> list[Event]:
        """Deal the cards (F3)."""
        self.public.start_deal(number, dealer, seats)
        self.hands = [0] * self.public.variant.players
        events: list[Event] = [DealStarted(number, dealer, seats)]
        for seat, cards in deal(self.seed, number, dealer, seats).items():
            self.hands[seat] = hand_of(cards)
            events.append(HandDealt(seat, cards))
        return events

    def _end_deal(self) -> list[Event]:
        """Settle the deal, then deal the next or end the match."""
        public = self.public
        finished = public.end_deal()
        ended = FiftySixDealEnded(
            finished.number,
            finished.contract,
            finished.made,
            finished.points,
            finished.tables_before,
            finished.tables,
        )
        if public.termination is None:
            return [ended, *self._deal(*public.next_deal())]
        return [ended, MatchEnded(self.places(), self.scores())]

    def _refusal(self, action: int) -> str:
        """Why an action is not legal, in words."""
        public = self.public
        if public.to_act < 0:
            return "56: the match is over, no action is legal"
        words = action_text(action) if 0 <= action < ACTIONS else f"action {action}"
        if public.play is None:
            last = public.auction.number
            legal = [action_text(call) for call in ids_of(self.legal()) if call < PASS.id + 3]
            if last < HIGHEST:
                legal.append(f"bids above {last}" if last else "bids from 28 without a plus")
        else:
            legal = [action_text(card) for card in ids_of(self.legal())]
        where = f"56, deal {public.number}, seat {public.to_act}"
        return f"{where}: {words!r} is not legal; legal: {', '.join(legal)}"
