"""The events of 56 as the viewer draws them."""

from collections.abc import Iterator
from typing import Any

from arena.cards import CARDS
from arena.games.base import Event, PrivateEvent
from arena.games.fiftysix.calls import CALLS, FIRST_CALL
from arena.games.fiftysix.events import Called, DealStarted, FiftySixDealEnded, Played
from arena.games.fiftysix.pack import cards_each
from arena.games.fiftysix.public import FiftySixPublic
from arena.games.fiftysix.variant import FiftySixVariant


class FiftySixTable:
    """Tells events and what the rules make of them, folding the public ones."""

    def __init__(self, variant: FiftySixVariant) -> None:
        self._public = FiftySixPublic(variant)

    def tell(self, event: Event) -> Iterator[dict[str, Any]]:
        """What to draw for one event, the next of those that a seat sees, or all of them."""
        public = self._public
        if not isinstance(event, PrivateEvent):
            public.see(event)
        if isinstance(event, DealStarted):
            yield {
                "e": "deal",
                "number": event.number,
                "dealer": event.dealer,
                "seats": list(event.seats),
                "cards": cards_each(len(event.seats)),
            }
        elif isinstance(event, Called):
            call = CALLS[event.call - FIRST_CALL]
            yield {"e": "call", "seat": event.seat, "call": call.text, "form": str(call.form)}
            yield from self._settled()
        elif isinstance(event, Played):
            yield {"e": "play", "seat": event.seat, "card": CARDS[event.card].text}
            play = public.play
            if play is not None and play.in_trick == 0:
                yield {"e": "trick", "seat": play.winner, "taken": list(play.points)}
        elif isinstance(event, FiftySixDealEnded):
            yield {
                "e": "scored",
                "gains": [after - before for before, after in zip(event.tables_before, event.tables, strict=True)],
                "taken": list(event.points),
                "totals": list(event.tables),
                "counted": True,
            }

    def _settled(self) -> Iterator[dict[str, Any]]:
        """The contract, once the auction is over (F13)."""
        contract = self._public.contract
        if contract is not None:
            yield {
                "e": "contract",
                "text": f"{contract.number}{contract.trump}",
                "trump": contract.trump,
                "declarer": contract.declarer,
                "doubling": contract.doubling,
            }
