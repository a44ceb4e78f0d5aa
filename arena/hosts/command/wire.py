"""The lines that go to a program and the ones that come back: one JSON object each, as `bots/PROTOCOL.md` says."""

from typing import Any, Final

import msgspec

from arena.games.base import Game, MatchStarted, Variant
from arena.hosts.command.notation import Words
from arena.hosts.limits import Limits

PROTOCOL: Final = 1
"""The version of the protocol. It rises with every change that a program must know of."""
LONGEST_LINE: Final = 64 * 1024
"""The most bytes of a line from a program, its end included."""

_encode = msgspec.json.Encoder().encode


class Reply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a program says to a line: the line's id, and what that kind of line asks for, or an `error`."""

    id: int
    protocol: int | None = None
    games: list[str] | None = None
    timed: bool | None = None
    action: str | list[str] | None = None
    error: str | None = None


decode_reply = msgspec.json.Decoder(Reply).decode


def hello(number: int) -> Words:
    """The first line: which protocol is spoken."""
    return {"type": "hello", "id": number, "protocol": PROTOCOL}


def start(
    number: int, event: MatchStarted, game: Game[Any], variant: Variant, seat: int, rng_seed: bytes, limits: Limits
) -> Words:
    """The second line: the match that begins."""
    return {
        "type": "start",
        "id": number,
        "game": event.game,
        "variant": event.variant,
        "seat": seat,
        "sides": game.sides(variant),
        "names": event.names,
        "random": rng_seed.hex(),
        "limits": msgspec.structs.asdict(limits),
    }


def tell(number: int, events: list[Words]) -> Words:
    """What happened, at the end of a deal and of the match."""
    return {"type": "tell", "id": number, "events": events}


def ask(number: int, decision: Words, clock: Words | None, events: list[Words]) -> Words:
    """What happened, and a decision."""
    timed = {} if clock is None else {"clock": clock}
    return {"type": "ask", "id": number, **decision, **timed, "events": events}


def line(words: Words) -> bytes:
    """A line as it is sent."""
    return bytes(_encode(words)) + b"\n"
