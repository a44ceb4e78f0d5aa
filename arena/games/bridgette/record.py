"""The deals of the match record (transcript.md), from the events of a match."""

from collections.abc import Iterable, Mapping, Sequence
from operator import sub
from typing import Any

from arena.cards import CARDS, Card, mask_of
from arena.games.base import DealSide, DealSummary, Event, HandDealt, PrivateEvent
from arena.games.bridgette.events import (
    BridgetteDealEnded,
    DealStarted,
    Discarded,
    Exchanged,
    StockDealt,
)
from arena.games.bridgette.finished import calls_by_seat, plays_by_seat
from arena.games.bridgette.public import BridgettePublic
from arena.games.bridgette.variant import BridgetteVariant


def match_deals(variant: BridgetteVariant, events: Sequence[Event]) -> list[dict[str, Any]]:
    """The deals of a match in order; in an unfinished last one what did not come about is None.

    `events` are all of them, private ones included. An exchange appears once it is complete.
    """
    public = BridgettePublic(variant)
    deals: list[dict[str, Any]] = []
    discards: list[int] = []
    for event in events:
        if not isinstance(event, PrivateEvent):
            public.see(event)
        if isinstance(event, DealStarted):
            deals.append(_empty(event))
        elif isinstance(event, HandDealt):
            deals[-1]["hands"][event.seat] = _texts(event.cards)
        elif isinstance(event, StockDealt):
            deals[-1]["stock"] = _texts(event.cards)
        elif isinstance(event, Discarded):
            discards.append(event.card)
        elif isinstance(event, Exchanged):
            deals[-1]["exchanges"].append({"seat": event.seat, "discards": _texts(discards)})
            discards = []
        elif isinstance(event, BridgetteDealEnded):
            _fill_in(deals[-1], public)
            deals[-1]["tricks"] = list(event.tricks)
            deals[-1]["scores"] = list(event.scores)
            deals[-1]["totals"] = list(event.totals)
    if deals and deals[-1]["totals"] is None:
        _fill_in(deals[-1], public)
    return deals


def summary_of(deal: Mapping[str, Any]) -> DealSummary:
    """A deal of the match record in the terms that all games share."""
    bid = None if deal["contract"] is None else deal["contract"]["bid"]
    sides = None
    if deal["totals"] is not None:
        before = map(sub, deal["totals"], deal["scores"])
        sides = tuple(map(DealSide, deal["tricks"], before, deal["totals"]))
    return DealSummary(
        callers=(deal["dealer"], 1 - deal["dealer"]),
        call=bid,
        terms=bid,
        trump=None if bid is None else bid[1:],
        sides=sides,
    )


def held_hands(deal: Mapping[str, Any]) -> list[int]:
    """The hands of a deal of the match record after both exchanges, as masks of card ids (B7 … B9)."""
    hands = [mask_of([Card.parse(card).id for card in hand]) for hand in deal["hands"]]
    stock = iter(deal["stock"])
    for exchange in deal["exchanges"]:
        drawn = [next(stock) for _ in exchange["discards"]]
        for card in (*drawn, *exchange["discards"]):
            hands[exchange["seat"]] ^= 1 << Card.parse(card).id
    return hands


def _empty(event: DealStarted) -> dict[str, Any]:
    return {
        "number": event.number,
        "dealer": event.dealer,
        "hands": [[], []],
        "stock": [],
        "exchanges": [],
        "calls": [],
        "contract": None,
        "plays": [],
        "tricks": None,
        "scores": None,
        "totals": None,
    }


def _fill_in(deal: dict[str, Any], public: BridgettePublic) -> None:
    """Auction and play, as far as they went."""
    deal["calls"] = [
        {"seat": seat, "call": str(call)} for seat, call in calls_by_seat(public.dealer, public.calls)
    ]
    deal["plays"] = [
        {"seat": seat, "card": str(card)} for seat, card in plays_by_seat(public.leaders, public.plays)
    ]
    if public.contract:
        deal["contract"] = {
            "bid": str(public.contract.bid),
            "declarer": public.contract.declarer,
            "doubling": public.contract.doubling,
        }


def _texts(cards: Iterable[int]) -> list[str]:
    return [str(CARDS[card]) for card in cards]
