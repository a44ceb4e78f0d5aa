"""The full truth about a Bridgette match."""

from collections.abc import Collection, Sequence

from arena.cards import mask_of
from arena.errors import IllegalActionError
from arena.games.base import NOBODY, Event, HandDealt, MatchEnded
from arena.games.bridgette.actions import ACTIONS, FIRST_DISCARD, action_text
from arena.games.bridgette.calls import PASS
from arena.games.bridgette.contract import Contract
from arena.games.bridgette.events import (
    Called,
    DealStarted,
    Discarded,
    Drew,
    Exchanged,
    Played,
    StockDealt,
)
from arena.games.bridgette.pack import FULL_PACK, HAND_SIZE, LOWEST_FIRST, PACK, SEATS
from arena.games.bridgette.play import NO_CARD, NO_SUIT
from arena.games.bridgette.public import CALL, DISCARD, IDLE, BridgettePublic
from arena.games.bridgette.variant import BridgetteVariant
from arena.records import DealResult, Termination
from arena.seeds import first_dealer, shuffled


class BridgetteState:
    """One match: what is public, and the hidden cards.

    `hands` and `discards` hold a mask of card ids for each seat; `stock` are the cards not drawn yet, top first.
    With the cards played they are the whole pack at every decision. To be read freely; only `apply` changes it.
    """

    __slots__ = ("_legal", "discards", "hands", "public", "seed", "stock")

    def __init__(
        self,
        public: BridgettePublic,
        hands: Sequence[int],
        discards: Sequence[int],
        stock: tuple[int, ...],
        seed: str,
    ) -> None:
        self.public = public
        self.hands = list(hands)
        self.discards = list(discards)
        self.stock = stock
        self.seed = seed
        self._legal = -1

    @classmethod
    def start(cls, variant: BridgetteVariant, seed: str) -> tuple["BridgetteState", list[Event]]:
        """A match at its first decision (B5), and the events of its first deal up to there."""
        state = cls(BridgettePublic(variant), (0, 0), (0, 0), (), seed)
        return state, state._deal(first_dealer("bridgette", seed, len(SEATS)))

    @classmethod
    def from_public(
        cls,
        public: BridgettePublic,
        hands: Sequence[int],
        discards: Sequence[int],
        stock: Sequence[int],
        seed: str = "",
    ) -> "BridgetteState":
        """A state at any decision, from what is public (it is copied) and a placing of the hidden cards.

        So a search bot samples the cards it cannot see and plays on. Masks and stock are as in the class; later
        deals come from `seed`. Raises ValueError unless every card has one place and the hands have the right
        size. Discards are checked in the exchange only: afterwards nothing follows from them.
        """
        seat = public.to_act
        held = [hand.bit_count() for hand in hands]
        gone = [pile.bit_count() for pile in discards]
        if public.phase == DISCARD:
            others_gone = 0 if public.exchanges == 0 else 2
            sizes_fit = (
                held[seat] > HAND_SIZE
                and held[seat] + gone[seat] == HAND_SIZE + public.to_exchange
                and held[seat ^ 1] == HAND_SIZE
                and gone[seat ^ 1] == others_gone
            )
        else:
            left = HAND_SIZE - sum(public.tricks)
            on_table = 0 if public.led == NO_CARD else 1
            sizes_fit = public.phase != IDLE and held[seat] == left and held[seat ^ 1] == left - on_table
        if not sizes_fit:
            raise ValueError(f"hands of {held[0]} and {held[1]} cards do not fit the position")
        everywhere = public.played | hands[0] | hands[1] | discards[0] | discards[1] | mask_of(list(stock))
        if everywhere != FULL_PACK or len(public.plays) + sum(held) + sum(gone) + len(stock) != len(PACK):
            raise ValueError("hands, discards, stock and the cards played must be the 55 cards, each once")
        return cls(public.copy(), hands, discards, tuple(stock), seed)

    @classmethod
    def from_play(
        cls,
        hands: Sequence[int],
        contract: Contract,
        leader: int,
        *,
        ban: int = NO_SUIT,
        declarer_tricks: int = 0,
        dealer: int = 0,
        before: BridgettePublic | None = None,
        seed: str = "",
    ) -> "BridgetteState":
        """A state at a lead, with equal hands (masks) of any size; all other cards count as stock.

        The earlier tricks were the opponent's but for `declarer_tricks`. `ban` is a suit or NO_SUIT. `before` is
        the match up to this deal, by default a new one of the default variant. Raises ValueError as `from_public`.
        """
        public = BridgettePublic(BridgetteVariant()) if before is None else before.copy()
        stock = [card for card in PACK if not (hands[0] | hands[1]) >> card & 1]
        public.start_deal(public.number + 1, dealer, upcard=stock[0])
        public.exchanges = 2
        public.start_play(contract, leader)
        public.ban = ban
        public.tricks[contract.declarer] = declarer_tricks
        public.tricks[contract.declarer ^ 1] = HAND_SIZE - hands[leader].bit_count() - declarer_tricks
        return cls.from_public(public, hands, (0, 0), stock, seed)

    def copy(self) -> "BridgetteState":
        """An independent copy."""
        new = BridgetteState(self.public.copy(), self.hands, self.discards, self.stock, self.seed)
        new._legal = self._legal
        return new

    @property
    def to_act(self) -> int:
        """The seat whose turn it is; −1 after the match."""
        return self.public.to_act

    @property
    def deal_number(self) -> int:
        """The number of the deal in progress (or of the last one), from 1; redealt deals count here (B18)."""
        return self.public.number

    @property
    def action_index(self) -> int:
        """How many exchanges (a seat's whole discard), calls and plays the deal has seen."""
        public = self.public
        return public.exchanges + len(public.calls) + len(public.plays)

    @property
    def termination(self) -> Termination | None:
        """PLAYED_OUT after the last deal; None while the match goes on."""
        return Termination.PLAYED_OUT if self.public.to_act < 0 else None

    def legal(self) -> int:
        """The mask of legal actions of the seat to act; 0 after the match."""
        if self._legal < 0:
            self._legal = self.public.legal(self.hands[self.public.to_act])
        return self._legal

    def apply(self, action: int) -> tuple[Event, ...]:
        """Play an action and return what it brought about, in order, up to the next decision.

        Raises IllegalActionError, and changes nothing, if the action is not legal.
        """
        legal = self._legal if self._legal >= 0 else self.legal()
        if not 0 <= action < ACTIONS or not legal >> action & 1:
            raise IllegalActionError(self._refusal(action))
        self._legal = -1
        public = self.public
        seat = public.to_act
        event: Event
        if action < FIRST_DISCARD:
            self.hands[seat] ^= 1 << action
            event = Played(seat, action)
            public.play(action)
        elif action < PASS:
            return self._discard(seat, action - FIRST_DISCARD)
        else:
            event = Called(seat, action)
            public.call(action)
        if public.phase != IDLE:
            return (event,)
        return (event, *self._end_deal())

    def _refusal(self, action: int) -> str:
        public = self.public
        if public.to_act < 0:
            return "the match is over"
        named = repr(action_text(action)) if 0 <= action < ACTIONS else f"action {action}"
        return f"seat {public.to_act} may not {named} now ({public.phase} of deal {public.number})"

    def _discard(self, seat: int, card: int) -> tuple[Event, ...]:
        """B9; the dealer draws when the non-dealer has discarded (B8)."""
        public = self.public
        self.hands[seat] ^= 1 << card
        self.discards[seat] |= 1 << card
        discarded = Discarded(seat, card)
        if self.hands[seat].bit_count() > HAND_SIZE:
            return (discarded,)
        exchanged = Exchanged(seat, self.discards[seat].bit_count())
        public.exchanged()
        if public.phase == CALL:
            return (discarded, exchanged)
        return (discarded, exchanged, self._draw())

    def _draw(self) -> Drew:
        """The seat to act draws from the stock (B7, B8)."""
        public = self.public
        drawn, self.stock = self.stock[: public.to_exchange], self.stock[public.to_exchange :]
        self.hands[public.to_act] |= mask_of(drawn)
        return Drew(public.to_act, drawn)

    def _end_deal(self) -> list[Event]:
        """Score the deal; then comes the next one or the end of the match (B1, B5, B18)."""
        public = self.public
        ended = public.outcome()
        public.end_deal(ended)
        if public.match_over:
            return [ended, MatchEnded(self.places(), self.scores())]
        return [ended, *self._deal(public.dealer ^ 1 if ended.counted else public.dealer)]

    def _deal(self, dealer: int) -> list[Event]:
        """B6, and the non-dealer's drawing (B7)."""
        public = self.public
        number = public.number + 1
        deck = shuffled("bridgette", self.seed, number, dealer, SEATS, PACK)
        first, second = tuple(deck[0 : 2 * HAND_SIZE : 2]), tuple(deck[1 : 2 * HAND_SIZE : 2])
        dealt = (first, second) if dealer == 1 else (second, first)
        stock = tuple(deck[2 * HAND_SIZE :])
        self.hands = [mask_of(cards) for cards in dealt]
        self.discards = [0, 0]
        self.stock = stock
        public.start_deal(number, dealer, upcard=stock[0])
        return [
            DealStarted(number, dealer, stock[0]),
            *(HandDealt(seat, dealt[seat]) for seat in SEATS),
            StockDealt(NOBODY, stock),
            self._draw(),
        ]

    def substitute(self) -> int:
        """The action a substitute takes: pass, or the lowest legal card, to discard too (RULES.md, Choices)."""
        if self.public.phase == CALL:
            return PASS
        first = FIRST_DISCARD if self.public.phase == DISCARD else 0
        legal = self.legal() >> first
        return first + next(card for card in LOWEST_FIRST if legal >> card & 1)

    def deals(self) -> tuple[DealResult, ...]:
        """What each finished deal came to, in order, passed-out ones included."""
        return tuple(
            DealResult(deal.dealer, deal.contract.declarer if deal.contract else None, deal.scores)
            for deal in self.public.history
        )

    def scores(self) -> tuple[int, ...]:
        """Each seat's total points so far."""
        return self.public.totals

    def places(self, forfeited: Collection[int] = ()) -> tuple[int, ...]:
        """The places of the seats if the match ends now, a forfeiting one last whatever the scores (B1, B32)."""
        totals = self.public.totals
        standing = [(seat not in forfeited, totals[seat]) for seat in SEATS]
        return tuple(1 + (standing[seat ^ 1] > standing[seat]) for seat in SEATS)
