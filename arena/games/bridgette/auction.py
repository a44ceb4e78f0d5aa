"""Which calls a hand may make (B12 … B15)."""

from typing import Final

from arena.cards import mask_of
from arena.games.bridgette.calls import CALLS, DENOMINATIONS, DOUBLE, FIRST_BID, PASS, REDOUBLE
from arena.games.bridgette.pack import SUIT_MASKS

NO_BID: Final = -1

_END: Final = FIRST_BID + 36
_BIDS_IN: Final = tuple(
    mask_of([call.id for call in CALLS if call.denomination == name]) for name in DENOMINATIONS
)

# The five bids above a bid are the lowest of each denomination; those above them are the jumps (B14).
_STEPS: Final = {b: mask_of(list(range(b + 1, min(b + 6, _END)))) for b in range(FIRST_BID, _END)}
_JUMPS: Final = {b: mask_of(list(range(b + 6, _END))) for b in range(FIRST_BID, _END)}

# A bid's opponent is on turn after it, and its maker after a double: a pass would have ended the auction (B17).
_PASS_OR_DOUBLE: Final = {1: 1 << PASS | 1 << DOUBLE, 2: 1 << PASS | 1 << REDOUBLE, 4: 1 << PASS}


def legal_calls(hand: int, bid: int, doubling: int) -> int:
    """The mask of the calls a hand may make over the last bid (its action id, or NO_BID).

    `doubling` is that of the last bid: 1, 2 once doubled, 4 once redoubled.
    """
    biddable = 0  # B13
    jumpable = 0  # B14
    void = False
    for suit in range(4):
        length = (hand & SUIT_MASKS[suit]).bit_count()
        if length >= 2:
            biddable |= _BIDS_IN[suit]
            if length >= 4:
                jumpable |= _BIDS_IN[suit]
        elif length == 0:
            void = True
    if not void:
        biddable |= _BIDS_IN[4]
        jumpable |= _BIDS_IN[4]
    if bid == NO_BID:
        return 1 << PASS | biddable
    return _PASS_OR_DOUBLE[doubling] | _STEPS[bid] & biddable | _JUMPS[bid] & jumpable
