"""What programs are told, in the notation of the rules: events and decisions as plain values ready for JSON.

`bots/PROTOCOL.md` describes them for whoever writes a program; a change here is a new version of the protocol.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from arena.cards import CARDS
from arena.games.base import Event, HandDealt, MatchEnded
from arena.games.bridgette.actions import ANSWERS as BRIDGETTE_ANSWERS
from arena.games.bridgette.contract import Contract as BridgetteContract
from arena.games.bridgette.events import (
    BridgetteDealEnded,
    Discarded,
    Drew,
    Exchanged,
)
from arena.games.bridgette.events import Called as BridgetteCalled
from arena.games.bridgette.events import DealStarted as BridgetteDealStarted
from arena.games.bridgette.events import Played as BridgettePlayed
from arena.games.fiftysix.calls import CALLS as FIFTYSIX_CALLS
from arena.games.fiftysix.calls import FIRST_CALL
from arena.games.fiftysix.contract import Contract as FiftySixContract
from arena.games.fiftysix.events import Called as FiftySixCalled
from arena.games.fiftysix.events import DealStarted as FiftySixDealStarted
from arena.games.fiftysix.events import FiftySixDealEnded
from arena.games.fiftysix.events import Played as FiftySixPlayed

Words = dict[str, Any]


def event_words(event: Event) -> Words:
    """An event other than the first, `MatchStarted`."""
    return _EVENTS[type(event)](event)


def decision_words(view: Any) -> Words:
    """The decision that a view is due to make: which one, what is legal, and what lies open in it."""
    phase = view.phase
    words: Words = {"decision": phase, "legal": _texts(view.legal), "hand": _texts(view.hand)}
    if phase == "discard":
        words["count"] = view.to_discard
    elif phase == "play":
        words["contract"] = _contract(view.contract)
        words["trick"] = [{"seat": seat, "card": card.text} for seat, card in view.trick]
    return words


def _texts(things: Iterable[Any]) -> list[str]:
    return [thing.text for thing in things]


def _cards(ids: Iterable[int]) -> list[str]:
    return [CARDS[i].text for i in ids]


def _contract(contract: BridgetteContract | FiftySixContract) -> Words:
    if isinstance(contract, BridgetteContract):
        return {"bid": contract.bid.text, "declarer": contract.declarer, "doubling": contract.doubling}
    return {
        "call": None if contract.call is None else contract.call.text,
        "number": contract.number,
        "trump": contract.trump,
        "declarer": contract.declarer,
        "doubling": contract.doubling,
    }


def _bridgette_deal_started(event: BridgetteDealStarted) -> Words:
    return {
        "event": "deal_started",
        "number": event.number,
        "dealer": event.dealer,
        "upcard": CARDS[event.upcard].text,
    }


def _fiftysix_deal_started(event: FiftySixDealStarted) -> Words:
    return {"event": "deal_started", "number": event.number, "dealer": event.dealer, "seats": event.seats}


def _bridgette_deal_ended(event: BridgetteDealEnded) -> Words:
    contract = None
    if event.declarer >= 0:
        bid = BRIDGETTE_ANSWERS[event.bid].text
        contract = {"bid": bid, "declarer": event.declarer, "doubling": event.doubling}
    return {
        "event": "deal_ended",
        "number": event.number,
        "contract": contract,
        "tricks": event.tricks,
        "scores": event.scores,
        "totals": event.totals,
        "counted": event.counted,
    }


def _fiftysix_deal_ended(event: FiftySixDealEnded) -> Words:
    return {
        "event": "deal_ended",
        "number": event.number,
        "contract": _contract(event.contract),
        "made": event.made,
        "points": event.points,
        "tables_before": event.tables_before,
        "tables": event.tables,
    }


def _played(event: BridgettePlayed | FiftySixPlayed) -> Words:
    return {"event": "played", "seat": event.seat, "card": CARDS[event.card].text}


_EVENTS: Final[Mapping[type[Event], Callable[[Any], Words]]] = {
    BridgetteDealStarted: _bridgette_deal_started,
    FiftySixDealStarted: _fiftysix_deal_started,
    HandDealt: lambda event: {"event": "hand_dealt", "seat": event.seat, "cards": _cards(event.cards)},
    Drew: lambda event: {"event": "drew", "seat": event.seat, "cards": _cards(event.cards)},
    Discarded: lambda event: {"event": "discarded", "seat": event.seat, "card": CARDS[event.card].text},
    Exchanged: lambda event: {"event": "exchanged", "seat": event.seat, "count": event.count},
    BridgetteCalled: lambda event: {
        "event": "called",
        "seat": event.seat,
        "call": BRIDGETTE_ANSWERS[event.call].text,
    },
    FiftySixCalled: lambda event: {
        "event": "called",
        "seat": event.seat,
        "call": FIFTYSIX_CALLS[event.call - FIRST_CALL].text,
    },
    BridgettePlayed: _played,
    FiftySixPlayed: _played,
    BridgetteDealEnded: _bridgette_deal_ended,
    FiftySixDealEnded: _fiftysix_deal_ended,
    MatchEnded: lambda event: {"event": "match_ended", "places": event.places, "scores": event.scores},
}
