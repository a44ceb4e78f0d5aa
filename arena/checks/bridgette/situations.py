"""The kinds of situation in Bridgette, told from the referee's state."""

from typing import Final

from arena.games.bridgette.auction import NO_BID
from arena.games.bridgette.calls import DOUBLE, FIRST_BID, REDOUBLE
from arena.games.bridgette.pack import COLON_OF, GRAND, HAND_SIZE, ORDINARY, SUIT_MASKS, SUIT_OF
from arena.games.bridgette.play import NO_CARD, NO_SUIT
from arena.games.bridgette.public import CALL, DISCARD, MATCH_DEALS, REDEALS_IN_A_ROW
from arena.games.bridgette.state import BridgetteState

BAN: Final = "lead under a colon's ban (B23)"
TRUMP_BAN: Final = "lead under a ban of trumps (B23)"
LAPSED: Final = "lead, the ban has lapsed (B23)"
WRONG_COLONS: Final = "follow with nothing but wrong colons (B21)"
MATCHING: Final = "follow, the matching colon in hand (B20)"
COLON_LED: Final = "follow to a led colon (B24)"
MAY_REDOUBLE: Final = "call, own bid doubled (B15)"
REDOUBLED_CALL: Final = "call over a redouble (B16)"
TOP: Final = "call over 7NT (B12)"
DOUBLED: Final = "play a doubled contract (B28)"
REDOUBLED: Final = "play a redoubled contract (B28)"
COLON_UP: Final = "exchange, a colon turned up (B8)"
EIGHT: Final = "exchange 8 cards (B8)"
TWELVE: Final = "exchange 12 cards (B8)"
SEVENTH: Final = "in the 7th deal (B1)"
AFTER_PASSED_OUT: Final = "in a deal dealt again (B18)"
LAST_OF_ROW: Final = "in the deal after 10 passed out (B18)"
TWO: Final = "exchange 2 cards (B7)"
FOUR: Final = "exchange 4 cards (B8)"
OPENING: Final = "call, no bid yet"
OVER_A_BID: Final = "call over a bid"
LEAD: Final = "lead"
FOLLOW: Final = "follow suit"
VOID: Final = "follow, void"

RARE: Final = (
    BAN,
    TRUMP_BAN,
    LAPSED,
    WRONG_COLONS,
    MATCHING,
    COLON_LED,
    MAY_REDOUBLE,
    REDOUBLED_CALL,
    TOP,
    DOUBLED,
    REDOUBLED,
    COLON_UP,
    EIGHT,
    TWELVE,
    SEVENTH,
    AFTER_PASSED_OUT,
    LAST_OF_ROW,
)
USUAL: Final = (TWO, FOUR, OPENING, OVER_A_BID, LEAD, FOLLOW, VOID)

_EXCHANGES: Final = {2: TWO, 4: FOUR, 8: EIGHT, 12: TWELVE}


def situations(state: BridgetteState) -> list[str]:
    """The kinds of the decision that is due, for the seat to act; of an exchange, only at its first card."""
    public = state.public
    hand = state.hands[public.to_act]
    if public.phase == DISCARD:
        if hand.bit_count() < HAND_SIZE + public.to_exchange:
            return []
        found = [_EXCHANGES[public.to_exchange]]
        if public.upcard >= GRAND:
            found.append(COLON_UP)
    elif public.phase == CALL:
        found = _calling(state)
    else:
        found = _leading(state) if public.led == NO_CARD else _following(public.led, hand)
        if public.doubling > 1:
            found.append(DOUBLED if public.doubling == 2 else REDOUBLED)
    if public.counted == MATCH_DEALS:
        found.append(SEVENTH)
    if public.passed_in_a_row:
        found.append(LAST_OF_ROW if public.passed_in_a_row == REDEALS_IN_A_ROW else AFTER_PASSED_OUT)
    return found


def _calling(state: BridgetteState) -> list[str]:
    public = state.public
    if public.bid == NO_BID:
        return [OPENING]
    found = [OVER_A_BID]
    if state.legal() >> REDOUBLE & 1:
        found.append(MAY_REDOUBLE)
    elif public.doubling == 4:
        found.append(REDOUBLED_CALL)
    if not state.legal() >> FIRST_BID and state.legal() >> DOUBLE & 1 and public.bid == FIRST_BID + 35:
        found.append(TOP)
    return found


def _leading(state: BridgetteState) -> list[str]:
    public = state.public
    found = [LEAD]
    if public.ban != NO_SUIT:
        lapsed = not state.hands[public.to_act] & ~SUIT_MASKS[public.ban]
        found.append(LAPSED if lapsed else TRUMP_BAN if public.ban == public.trump else BAN)
    return found


def _following(led: int, hand: int) -> list[str]:
    if led >= GRAND:
        return [COLON_LED]
    if hand >> COLON_OF[led] & 1:
        return [MATCHING]
    if not hand & ORDINARY:
        return [WRONG_COLONS]
    return [FOLLOW] if hand & SUIT_MASKS[SUIT_OF[led]] else [VOID]
