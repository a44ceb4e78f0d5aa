"""The action ids of Bridgette, 0 … 148, and their texts; the table is in README.md."""

from typing import Final

from arena.cards import CARDS, Card
from arena.errors import NotationError
from arena.games.bridgette.calls import CALLS, Call

FIRST_DISCARD: Final = 55
"""The first discard: 55 + card id. Below it, an action id is the id of the card to play."""

ACTIONS: Final = 149

ANSWERS: Final[tuple[Card | Call, ...]] = CARDS + CARDS + CALLS
"""What each action is to a bot: the card to play or to discard, or the call."""

_VERBS: Final = ("play",) * 55 + ("discard",) * 55 + ("call",) * 39


def action_text(action: int) -> str:
    """An action id in words: ``play SA``, ``discard :G``, ``call 1NT``. Raises NotationError if it is no id."""
    if not 0 <= action < ACTIONS:
        raise NotationError(f"expected an action id of Bridgette, 0 to {ACTIONS - 1}, got {action}")
    return f"{_VERBS[action]} {ANSWERS[action]}"


def parse_action(text: str) -> int:
    """The id of an action in words. Raises NotationError."""
    verb, _, thing = text.partition(" ")
    if verb == "play":
        return Card.parse(thing).id
    if verb == "discard":
        return FIRST_DISCARD + Card.parse(thing).id
    if verb == "call":
        return Call.parse(thing).id
    raise NotationError(f"expected an action such as 'play SA', 'discard :G' or 'call 1NT', got {text!r}")
