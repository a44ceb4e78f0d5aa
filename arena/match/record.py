"""The match record as it is exported (schema 1), made from a stored result by playing it again."""

from collections.abc import Iterator, Sequence
from typing import Any

from arena.games.base import Game, Variant
from arena.match.transcript import TranscriptError, replay
from arena.records import MatchResult

SCHEMA = 1


def match_record(
    match_id: str, game: Game[Any], variant: Variant, seed: str, seats: Sequence[str], result: MatchResult
) -> dict[str, Any]:
    """The record of one match as plain values ready for JSON; `seats` are the entrants' names by seat.

    Raises TranscriptError, naming the match, if its transcript cannot be played.
    """
    try:
        _, events = replay(game, variant, seed, result.transcript)
    except TranscriptError as error:
        raise TranscriptError(f"match {match_id}: {error}") from error
    fault = result.fault
    never_dealt = fault is not None and fault.deal is None and not result.transcript
    return {
        "schema": SCHEMA,
        "match": match_id,
        "game": game.name,
        "variant": variant.options(),
        "seed": seed,
        "seats": list(seats),
        "deals": [] if never_dealt else game.deals(variant, events),
        "places": list(result.places),
        "termination": str(result.termination),
        "fault": None
        if fault is None
        else {
            "seat": fault.seat,
            "entrant": seats[fault.seat],
            "kind": str(fault.kind),
            "deal": fault.deal,
            "detail": fault.detail,
            "action": list(fault.action) if isinstance(fault.action, tuple) else fault.action,
        },
        "substituted": [
            {
                "seat": entry.seat,
                "entrant": seats[entry.seat],
                "kind": str(entry.kind),
                "deal": entry.deal,
                "index": entry.index,
                "detail": entry.detail,
            }
            for entry in result.substituted
        ],
    }


def actions_of(game: Game[Any], record: dict[str, Any]) -> Iterator[int]:
    """The actions of a match in order, from its record (the inverse of `match_record`).

    The discards of an exchange that a forfeit cut short are in no record.
    """
    for deal in record["deals"]:
        for exchange in deal.get("exchanges", ()):
            for card in exchange["discards"]:
                yield game.parse_action(f"discard {card}")
        for call in deal["calls"]:
            yield game.parse_action(f"call {call['call']}")
        for play in deal["plays"]:
            yield game.parse_action(f"play {play['card']}")
