"""The calls of 56: pass, double, redouble and the forms of bid (F8 – F11), as interned values."""

from enum import StrEnum
from typing import Final, final

from arena.cards import SUITS, Interned
from arena.errors import NotationError

LOWEST: Final = 28
HIGHEST: Final = 56
"""The numbers that can be bid (F9)."""

NO_TRUMPS: Final = "NT"
"""The trump of a contract without trumps, whether bid as `28NT`, `28NO` or `+2NO`."""


class Form(StrEnum):
    """How a call is worded; for a bid, the row of the table in F10."""

    PASS = "pass"
    DOUBLE = "double"
    REDOUBLE = "redouble"
    NUMBER_SUIT = "number, suit"  # 28D: holds the suit's top card or cards
    SUIT_NUMBER = "suit, number"  # D28: strong in the suit, without its top card
    NO_TRUMPS = "number, no-trumps"  # 28NT: strong in no one suit
    NOES = "number, noes"  # 28NO: void in the suit last bid
    PLUS_SUIT = "plus k, suit"  # +2D: k high cards of the suit and no other
    PLUS_NOES = "plus two, noes"  # +2NO: void in the suit last bid


@final
class Call(Interned, frozen=True, eq=False, gc=False):
    """One call, as made: `28D` and `D28` are different calls for the same contract.

    `id` is its action id. `form` says how it is worded. A bid has either a `number` (28 … 56) or, in the plus
    forms, a `plus` (1 … 28) over the last number, and a `trump`: a suit letter or "NT". What does not apply is
    None.
    """

    form: Form
    number: int | None = None
    plus: int | None = None
    trump: str | None = None

    @staticmethod
    def parse(text: str) -> "Call":
        """Read a call such as 'P', 'X', '28D', 'D28', '28NT' or '+2NO'. Raises NotationError."""
        call = _BY_TEXT.get(text)
        if call is None:
            raise NotationError(
                "expected a call of 56 such as 'P', 'X', 'XX', '28D', 'D28', '28NT', '28NO', '+2D' or '+2NO'"
                f" (numbers 28 to 56, plus 1 to 28, suits C D H S), got {text!r}"
            )
        return call

    @property
    def is_bid(self) -> bool:
        """Whether this call offers a contract."""
        return self.trump is not None

    def number_over(self, last: int) -> int:
        """The number that this bid names when `last` is the last number bid (0: none yet)."""
        return self.number or last + (self.plus or 0)


FIRST_CALL: Final = 52
"""The action id of a pass, the first of the calls; lower ids play a card."""

PASS: Final = Call(FIRST_CALL, "P", Form.PASS)
DOUBLE: Final = Call(FIRST_CALL + 1, "X", Form.DOUBLE)
REDOUBLE: Final = Call(FIRST_CALL + 2, "XX", Form.REDOUBLE)


def _all_calls() -> tuple[Call, ...]:
    calls = [PASS, DOUBLE, REDOUBLE]

    def add(text: str, form: Form, trump: str, number: int | None = None, plus: int | None = None) -> None:
        calls.append(Call(FIRST_CALL + len(calls), text, form, number, plus, trump))

    for n in range(LOWEST, HIGHEST + 1):
        for suit in SUITS:
            add(f"{n}{suit}", Form.NUMBER_SUIT, suit, number=n)
        for suit in SUITS:
            add(f"{suit}{n}", Form.SUIT_NUMBER, suit, number=n)
        add(f"{n}NT", Form.NO_TRUMPS, NO_TRUMPS, number=n)
        add(f"{n}NO", Form.NOES, NO_TRUMPS, number=n)
    for k in range(1, HIGHEST - LOWEST + 1):
        for suit in SUITS:
            add(f"+{k}{suit}", Form.PLUS_SUIT, suit, plus=k)
    add("+2NO", Form.PLUS_NOES, NO_TRUMPS, plus=2)
    return tuple(calls)


CALLS: Final = _all_calls()
"""All 406 calls in order of id; the call of action id a is ``CALLS[a - FIRST_CALL]``."""

_BY_TEXT: Final = {call.text: call for call in CALLS}
