"""What one seat knows."""

from arena.cards import Card, kind_of
from arena.games.base import Event, HandDealt, PrivateEvent
from arena.games.fiftysix.calls import Call
from arena.games.fiftysix.pack import hand_of, without
from arena.games.fiftysix.public import FiftySixPublic
from arena.games.fiftysix.view import FiftySixView


class FiftySixObservation:
    """The common knowledge, which seats of one process may share, and one seat's own hand.

    The present hand is the dealt one less what the seat has been seen to play, so it is right whoever passed
    the public events on to `public`.
    """

    __slots__ = ("_counted", "_dealt_in", "_hand", "dealt", "public", "seat", "view")

    def __init__(self, public: FiftySixPublic, seat: int) -> None:
        self.public = public
        self.seat = seat
        self.dealt: tuple[int, ...] = ()
        self.view = FiftySixView(self)
        self._dealt_in = 0
        self._hand = 0
        self._counted = 0

    def see(self, event: Event) -> None:
        """Take in the next event; raises ValueError for a private event of another seat."""
        if not isinstance(event, PrivateEvent):
            self.public.see(event)
        elif isinstance(event, HandDealt) and event.seat == self.seat:
            self.dealt = event.cards
            self._dealt_in = self.public.number
            self._hand = hand_of(event.cards)
            self._counted = 0
        else:
            raise ValueError(f"not for seat {self.seat} to see: {event!r}")

    @property
    def hand(self) -> int:
        """The present hand, as a mask (see `pack.py`); 0 when this seat was not dealt to."""
        public = self.public
        if self._dealt_in != public.number:
            return 0
        if public.play is not None:
            plays = public.play.plays
            if len(plays) > self._counted:
                for seat, card in plays[self._counted :]:
                    if seat == self.seat:
                        self._hand = without(self._hand, card.id)
                self._counted = len(plays)
        return self._hand

    def legal(self) -> int:
        """The mask of legal actions; 0 when this seat is not on turn."""
        public = self.public
        return public.legal(self.hand) if public.to_act == self.seat else 0

    def action(self, answer: object) -> int:
        """The action id of a bot's answer: a `Call` in the auction, a card of 56 in the play.

        Raises TypeError, for anything else, one made by hand too. Legality is not checked.
        """
        if self.public.play is None:
            if type(answer) is Call and not answer.is_forged:
                return answer.id
            raise TypeError(f"expected a Call of 56, got {kind_of(answer)}")
        if type(answer) is Card and not answer.is_forged:
            if answer.is_colon:
                raise TypeError("expected a Card, got a colon")
            return answer.id
        raise TypeError(f"expected a Card, got {kind_of(answer)}")
