"""Bridgette's events as the viewer draws them."""

from collections.abc import Iterator
from typing import Any

from arena.cards import CARDS, SUITS
from arena.games.base import Event, PrivateEvent
from arena.games.bridgette.calls import CALLS, PASS
from arena.games.bridgette.events import (
    BridgetteDealEnded,
    Called,
    DealStarted,
    Discarded,
    Drew,
    Exchanged,
    Played,
    StockDealt,
)
from arena.games.bridgette.pack import HAND_SIZE
from arena.games.bridgette.play import NO_SUIT
from arena.games.bridgette.public import BridgettePublic
from arena.games.bridgette.variant import BridgetteVariant
from arena.report.viewer.cards import texts


class BridgetteTable:
    """Tells events and what the rules make of them, folding the public ones."""

    def __init__(self, variant: BridgetteVariant) -> None:
        self._public = BridgettePublic(variant)

    def tell(self, event: Event) -> Iterator[dict[str, Any]]:
        """What to draw for one event, the next of those that a seat sees, or all of them."""
        public = self._public
        tricks = tuple(public.tricks)
        if not isinstance(event, PrivateEvent):
            public.see(event)
        if isinstance(event, DealStarted):
            yield {
                "e": "deal",
                "number": event.number,
                "dealer": event.dealer,
                "seats": [0, 1],
                "cards": HAND_SIZE,
                "upcard": CARDS[event.upcard].text,
            }
        elif isinstance(event, StockDealt):
            yield {"e": "stock", "to": event.seat, "cards": texts(event.cards)}
        elif isinstance(event, Drew):
            yield {"e": "drew", "to": event.seat, "cards": texts(event.cards)}
        elif isinstance(event, Discarded):
            yield {"e": "discarded", "to": event.seat, "card": CARDS[event.card].text}
        elif isinstance(event, Exchanged):
            yield {"e": "exchanged", "seat": event.seat, "count": event.count}
        elif isinstance(event, Called):
            yield {"e": "call", "seat": event.seat, "call": CALLS[event.call - PASS].text}
            yield from self._settled()
        elif isinstance(event, Played):
            yield {"e": "play", "seat": event.seat, "card": CARDS[event.card].text}
            yield from self._trick(tricks)
        elif isinstance(event, BridgetteDealEnded):
            yield {
                "e": "scored",
                "gains": list(event.scores),
                "taken": list(event.tricks),
                "totals": list(event.totals),
                "counted": event.counted,
            }

    def _settled(self) -> Iterator[dict[str, Any]]:
        """The contract, once the auction is over (B17)."""
        contract = self._public.contract
        if contract is not None:
            bid = contract.bid.text
            yield {
                "e": "contract",
                "text": bid,
                "trump": bid[1:],
                "declarer": contract.declarer,
                "doubling": contract.doubling,
            }

    def _trick(self, before: tuple[int, ...]) -> Iterator[dict[str, Any]]:
        """Who won the trick, if the card ended one, and what he may not lead now (B22 … B24)."""
        public = self._public
        if tuple(public.tricks) == before:
            return
        winner = 0 if public.tricks[0] > before[0] else 1
        yield {"e": "trick", "seat": winner, "taken": list(public.tricks)}
        if public.ban != NO_SUIT:
            yield {"e": "ban", "seat": winner, "suit": SUITS[public.ban]}
