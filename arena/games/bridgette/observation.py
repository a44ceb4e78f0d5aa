"""What one seat knows of a Bridgette match."""

from arena.cards import Card, kind_of, mask_of
from arena.games.base import Event, HandDealt, PrivateEvent
from arena.games.bridgette.actions import FIRST_DISCARD
from arena.games.bridgette.calls import Call
from arena.games.bridgette.events import Discarded, Drew
from arena.games.bridgette.public import CALL, DISCARD, BridgettePublic
from arena.games.bridgette.view import BridgetteView


class BridgetteObservation:
    """The public events, held in `public`, and the cards that this seat was dealt, drew and discarded.

    The observations of one process may share a `BridgettePublic`; each public event must then reach it once.
    """

    __slots__ = (
        "_dealt",
        "_discarded",
        "_drawn",
        "_kept",
        "_legal",
        "_legal_turn",
        "_number",
        "_view",
        "public",
        "seat",
    )

    def __init__(self, public: BridgettePublic, seat: int) -> None:
        self.public = public
        self.seat = seat
        self._number = 0  # the deal that the cards below belong to
        self._dealt: tuple[int, ...] = ()
        self._drawn: tuple[int, ...] = ()
        self._discarded: tuple[int, ...] = ()
        self._kept = 0  # dealt or drawn and not discarded
        self._legal = 0
        self._legal_turn = -1
        self._view = BridgetteView(self)

    @property
    def view(self) -> BridgetteView:
        """The bot's view; the same object for the whole match, always showing the present."""
        return self._view

    def see(self, event: Event) -> None:
        """Take in the next event. Raises ValueError for a private event of another seat, or of another game."""
        if not isinstance(event, PrivateEvent):
            self.public.see(event)
            return
        if event.seat != self.seat:
            raise ValueError(f"an event of seat {event.seat} was given to seat {self.seat}: {event!r}")
        self._legal_turn = -1
        if isinstance(event, Discarded):
            self._discarded += (event.card,)
            self._kept ^= 1 << event.card
        elif isinstance(event, Drew):
            self._drawn = event.cards
            self._kept |= mask_of(event.cards)
        elif isinstance(event, HandDealt):
            self._number = self.public.number
            self._dealt = event.cards
            self._drawn = ()
            self._discarded = ()
            self._kept = mask_of(event.cards)
        else:
            raise ValueError(f"not an event of bridgette that a seat may see: {event!r}")

    # A new deal begins in `public`, perhaps unseen from here: until this seat's cards come it has none.

    @property
    def hand(self) -> int:
        """The mask of the cards this seat holds now."""
        return self._kept & ~self.public.played if self._number == self.public.number else 0

    @property
    def dealt(self) -> tuple[int, ...]:
        """The seat's hand as dealt (B6)."""
        return self._dealt if self._number == self.public.number else ()

    @property
    def drawn(self) -> tuple[int, ...]:
        """The cards the seat drew in the exchange, top first (B7, B8)."""
        return self._drawn if self._number == self.public.number else ()

    @property
    def discarded(self) -> tuple[int, ...]:
        """The cards the seat discarded, in order (B9)."""
        return self._discarded if self._number == self.public.number else ()

    def legal(self) -> int:
        """The mask of legal actions; 0 when this seat is not on turn."""
        public = self.public
        if self._legal_turn != public.turn:
            self._legal_turn = public.turn
            self._legal = public.legal(self.hand) if public.to_act == self.seat else 0
        return self._legal

    def action(self, answer: object) -> int:
        """The action id of a bot's answer: a `Call` in the auction, else the `Card` to discard or to play.

        Raises TypeError for anything else, one made by hand too. Does not check legality.
        """
        phase = self.public.phase
        if phase == CALL:
            if type(answer) is Call and not answer.is_forged:
                return answer.id
            raise TypeError(f"expected a Call such as view.legal holds, got {kind_of(answer)}")
        if type(answer) is Card and not answer.is_forged:
            return answer.id + FIRST_DISCARD if phase == DISCARD else answer.id
        raise TypeError(f"expected a Card such as view.legal holds, got {kind_of(answer)}")
