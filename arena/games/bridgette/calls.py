"""The 39 calls of the auction: pass, double, redouble and the 36 bids (B10, B11)."""

from typing import Final, final

from arena.cards import Interned
from arena.errors import NotationError

DENOMINATIONS: Final = ("C", "D", "H", "S", "NT")

PASS: Final = 110
DOUBLE: Final = 111
REDOUBLE: Final = 112
FIRST_BID: Final = 113
"""The action id of 0NT; the others follow in rank up to 148, 7NT (B11, B12)."""


@final
class Call(Interned, frozen=True, eq=False, gc=False):
    """One call: ``P``, ``X``, ``XX`` or a bid ``0NT``, ``1C`` … ``7NT``.

    `id` is its action id. `level` and `denomination` (``C D H S NT``) are None unless it is a bid. Sorting orders
    P, X, XX, then the bids by rank.
    """

    level: int | None = None
    denomination: str | None = None

    @staticmethod
    def parse(text: str) -> "Call":
        """Read a call such as 'P', 'X', 'XX', '0NT' or '4S'. Raises NotationError."""
        call = _BY_TEXT.get(text)
        if call is None:
            raise NotationError(
                "expected a call: 'P', 'X', 'XX', '0NT', or level 1 … 7 then C, D, H, S or NT such as '4S', "
                f"got {text!r}"
            )
        return call

    @property
    def is_bid(self) -> bool:
        """Whether this call offers a contract (B11)."""
        return self.level is not None


_BIDS: Final = [(0, "NT")] + [(level, name) for level in range(1, 8) for name in DENOMINATIONS]

CALLS: Final = (
    Call(PASS, "P"),
    Call(DOUBLE, "X"),
    Call(REDOUBLE, "XX"),
    *(Call(FIRST_BID + i, f"{level}{name}", level, name) for i, (level, name) in enumerate(_BIDS)),
)
"""All calls; the action id of ``CALLS[i]`` is ``PASS + i``."""

_BY_TEXT: Final = {call.text: call for call in CALLS}
