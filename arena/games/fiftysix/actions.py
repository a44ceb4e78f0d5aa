"""The action ids of 56 in words and back; the ids are listed in README.md."""

from typing import Final

from arena.cards import CARDS, Card
from arena.errors import NotationError
from arena.games.fiftysix.calls import CALLS, FIRST_CALL, Call

ACTIONS: Final = FIRST_CALL + len(CALLS)
"""How many action ids there are: 0 … 51 play a card, the others make a call."""


def action_text(action: int) -> str:
    """An action id in words: ``play SA`` or ``call 28D``. Raises NotationError for a number that is no id."""
    if 0 <= action < FIRST_CALL:
        return f"play {CARDS[action]}"
    if FIRST_CALL <= action < ACTIONS:
        return f"call {CALLS[action - FIRST_CALL]}"
    raise NotationError(f"expected an action id of 56, 0 to {ACTIONS - 1}, got {action}")


def parse_action(text: str) -> int:
    """The id of ``play SA`` or ``call 28D``, the inverse of `action_text`. Raises NotationError."""
    verb, _, rest = text.partition(" ")
    if verb == "call":
        return Call.parse(rest).id
    if verb == "play":
        card = Card.parse(rest)
        if not card.is_colon:
            return card.id
    raise NotationError(f"expected an action of 56 such as 'play SA' or 'call 28D', got {text!r}")
