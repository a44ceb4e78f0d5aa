"""The match record as it is exported (schema 1), made from a stored result by playing it again."""

from collections.abc import Sequence
from typing import Any

from arena.games.base import Game, Variant
from arena.match.transcript import TranscriptError, replay
from arena.records import MatchResult

SCHEMA = 1


def match_record(
    match_id: str, game: Game[Any], variant: Variant, seed: str, seats: Sequence[str], result: MatchResult
) -> dict[str, Any]:
    """The record of one match as plain values ready for JSON; `seats` are the entrants' names by seat.

    Raises TranscriptError if the transcript cannot be played.
    """
    _, events = replay(game, variant, seed, result.transcript)
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


def differences(game: Game[Any], variant: Variant, seed: str, result: MatchResult) -> list[str]:
    """What a stored result says otherwise than the engine does when it plays the transcript again."""
    try:
        state, _ = replay(game, variant, seed, result.transcript)
    except TranscriptError as error:
        return [str(error)]
    termination = "forfeit" if result.forfeited else state.termination
    pairs = [
        ("places", result.places, state.places(result.forfeited)),
        ("scores", result.scores, state.scores()),
        ("deals", result.deals, state.deals_finished),
        ("termination", str(result.termination), str(termination)),
        ("fault", result.fault is not None, bool(result.forfeited)),
    ]
    return [f"{name}: stored {stored}, played {played}" for name, stored, played in pairs if stored != played]
