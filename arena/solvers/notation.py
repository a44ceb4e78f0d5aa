"""Reading positions from texts, the inverse of their `str`; README.md tells the notation."""

import re
from typing import Final

from arena.cards import SUITS, Card
from arena.errors import NotationError, did_you_mean
from arena.games.bridgette.calls import DENOMINATIONS
from arena.solvers.position import BridgettePosition, FiftySixPosition, Hand, Position

_KEYS: Final = {
    "bridgette": ("trump", "leader", "hand 0", "hand 1", "trick", "ban"),
    "fiftysix": ("trump", "leader", *(f"hand {seat}" for seat in range(8)), "side", "trick"),
}
_OPTIONAL: Final = ("trick", "ban", *(f"hand {seat}" for seat in range(8)))
_PART: Final = re.compile(r"(hand \d+|\w+):? *(.*)")


def parse_position(text: str) -> Position:
    """Read a position. Raises NotationError, which names the part and says what was expected."""
    first, *parts = [part.strip() for part in re.split(r"[;\n]", text.strip())]
    if first not in _KEYS:
        raise NotationError(
            f"expected a position to begin with its game, 'bridgette;' or 'fiftysix;', got {first!r}"
            f"{did_you_mean(first, _KEYS)}"
        )
    given = _values(first, [part for part in parts if part])
    trump = _one_of("trump", given["trump"], DENOMINATIONS)
    leader = _seat("leader", given["leader"])
    trick = _cards("trick", given.get("trick", ""))
    if first == "fiftysix":
        hands = {
            seat: _cards(f"hand {seat}", given[f"hand {seat}"]) for seat in range(8) if f"hand {seat}" in given
        }
        side = tuple(_seat("side", word) for word in given["side"].split())
        return FiftySixPosition(hands, trump, leader, side, trick)
    if len(trick) > 1:
        raise NotationError(f"trick: expected the card led, or no such part, got {given['trick']!r}")
    ban = _one_of("ban", given["ban"], tuple(SUITS)) if "ban" in given else None
    both = (_cards("hand 0", given.get("hand 0", "")), _cards("hand 1", given.get("hand 1", "")))
    return BridgettePosition(both, trump, leader, trick[0] if trick else None, ban)


def _values(game: str, parts: list[str]) -> dict[str, str]:
    """The parts by key."""
    known = _KEYS[game]
    given: dict[str, str] = {}
    for part in parts:
        match = _PART.fullmatch(part)
        key = match[1] if match else part
        if match is None or key not in known:
            hint = did_you_mean(key, known)
            raise NotationError(f"unknown part {part!r} of a position; {game} has: {', '.join(known)}{hint}")
        if key in given:
            raise NotationError(f"{key}: given twice")
        given[key] = match[2]
    missing = [key for key in known if key not in given and key not in _OPTIONAL]
    if missing:
        raise NotationError(f"the position lacks: {', '.join(missing)}")
    return given


def _cards(key: str, text: str) -> Hand:
    try:
        return tuple(Card.parse(word) for word in text.split())
    except NotationError as error:
        raise NotationError(f"{key}: {error}") from error


def _seat(key: str, text: str) -> int:
    if not re.fullmatch("[0-7]", text):
        raise NotationError(f"{key}: expected a seat such as 0, got {text!r}")
    return int(text)


def _one_of(key: str, text: str, known: tuple[str, ...]) -> str:
    if text not in known:
        raise NotationError(f"{key}: expected one of {' '.join(known)}, got {text!r}")
    return text
