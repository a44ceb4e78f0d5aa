"""The deals of the match record (transcript.md), built from a match's events."""

from collections.abc import Mapping, Sequence
from typing import Any

from arena.cards import CARDS
from arena.games.base import DealSide, DealSummary, Event, HandDealt, PrivateEvent
from arena.games.fiftysix.calls import CALLS, FIRST_CALL
from arena.games.fiftysix.contract import Contract
from arena.games.fiftysix.events import Called, DealStarted, FiftySixDealEnded, Played
from arena.games.fiftysix.public import FiftySixPublic
from arena.games.fiftysix.variant import FiftySixVariant


def deals_of(variant: FiftySixVariant, events: Sequence[Event]) -> list[dict[str, Any]]:
    """The `deals` field of the match record; results of an unfinished last deal are None."""
    public = FiftySixPublic(variant)
    deals: list[dict[str, Any]] = []
    for event in events:
        if not isinstance(event, PrivateEvent):
            public.see(event)
        if isinstance(event, DealStarted):
            deals.append(_new_deal(event, public))
        elif isinstance(event, HandDealt):
            deals[-1]["hands"][str(event.seat)] = [str(CARDS[card]) for card in event.cards]
        elif isinstance(event, Called):
            deals[-1]["calls"].append({"seat": event.seat, "call": str(CALLS[event.call - FIRST_CALL])})
            deals[-1]["contract"] = _contract(public.contract)
        elif isinstance(event, Played):
            deals[-1]["plays"].append({"seat": event.seat, "card": str(CARDS[event.card])})
        elif isinstance(event, FiftySixDealEnded):
            deals[-1]["points"] = list(event.points)
            deals[-1]["tables"] = list(event.tables)
    return deals


def summary_of(deal: Mapping[str, Any]) -> DealSummary:
    """A deal of the match record in the terms that all games share."""
    seats, contract = tuple(deal["seats"]), deal["contract"]
    first = seats.index(deal["dealer"]) + 1
    call = None if contract is None else contract["call"]
    sides = None
    if deal["tables"] is not None:
        sides = tuple(map(DealSide, deal["points"], deal["tables_before"], deal["tables"]))
    return DealSummary(
        callers=seats[first:] + seats[:first],
        call=call,
        terms=None if contract is None else f"{contract['number']} {contract['trump']} ({call or 'nobody bid'})",
        trump=None if contract is None else contract["trump"],
        sides=sides,
    )


def _new_deal(event: DealStarted, public: FiftySixPublic) -> dict[str, Any]:
    return {
        "number": event.number,
        "seats": list(event.seats),
        "dealer": event.dealer,
        "hands": {},
        "calls": [],
        "contract": None,
        "plays": [],
        "points": None,
        "tables_before": list(public.tables),
        "tables": None,
    }


def _contract(contract: Contract | None) -> dict[str, Any] | None:
    if contract is None:
        return None
    return {
        "call": None if contract.call is None else str(contract.call),
        "number": contract.number,
        "trump": contract.trump,
        "declarer": contract.declarer,
        "doubling": contract.doubling,
    }
