"""A match in few bytes: every action in order, from which the engine plays the match again.

Each action id is written as an unsigned LEB128 number: seven bits a byte, lowest first, the top bit set in
all bytes but the last. Plays have the lowest ids, so they take one byte.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from arena.errors import ArenaError
from arena.games.base import Event, Game, State, Variant


class TranscriptError(ArenaError):
    """A transcript that is cut short or that the engine cannot play."""


def encode(actions: Iterable[int]) -> bytes:
    """Write actions as bytes."""
    out = bytearray()
    for action in actions:
        while action >= 128:
            out.append(action & 127 | 128)
            action >>= 7
        out.append(action)
    return bytes(out)


def decode(transcript: bytes) -> Iterator[int]:
    """Read the actions of a transcript. Raises TranscriptError if its last action is incomplete."""
    action = shift = 0
    for byte in transcript:
        action |= (byte & 127) << shift
        if byte & 128:
            shift += 7
        else:
            yield action
            action = shift = 0
    if shift:
        raise TranscriptError("the transcript ends in the middle of an action")


def replay(game: Game[Any], variant: Variant, seed: str, transcript: bytes) -> tuple[State, list[Event]]:
    """Play a transcript again: the state it leads to, and every event on the way.

    Raises TranscriptError, naming the action's position, if the rules forbid one of the actions.
    """
    state, opening = game.start(variant, seed)
    events = list(opening)
    for index, action in enumerate(decode(transcript)):
        try:
            events += state.apply(action)
        except ArenaError as error:
            raise TranscriptError(f"action {index}: {error}") from error
    return state, events
