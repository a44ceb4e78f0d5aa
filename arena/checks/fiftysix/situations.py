"""The kinds of situation in 56, told from the referee's state."""

from typing import Final

from arena.games.fiftysix.calls import DOUBLE, HIGHEST, REDOUBLE, Form
from arena.games.fiftysix.pack import COPY
from arena.games.fiftysix.state import FiftySixState

MAY_DOUBLE: Final = "call, may double (F11)"
MAY_REDOUBLE: Final = "call, may redouble (F11)"
TOP: Final = "call over a bid of 56 (F9)"
ALL_FORMS: Final = "call, all six forms bid (F10)"
ALL_PASSED: Final = "play after all have passed (F13)"
DOUBLED: Final = "play a doubled contract (F14)"
REDOUBLED: Final = "play a redoubled contract (F12, F14)"
BOTH_COPIES: Final = "play, both copies of a card in hand (F17)"
IDENTICAL: Final = "play, a copy of the winning card in hand (F17)"
SIX_LEFT: Final = "with six players left of eight (F23)"
FOUR_LEFT: Final = "with four players left of more (F23)"
LAST_DEAL: Final = "in the last deal that is played (F24)"
OUT: Final = "hear an event after going out (F22)"
OPENING: Final = "call, no bid yet"
OVER_A_BID: Final = "call over a bid"
LEAD: Final = "lead"
FOLLOW: Final = "follow suit"
VOID: Final = "follow, void"

RARE: Final = (
    MAY_DOUBLE,
    MAY_REDOUBLE,
    TOP,
    ALL_FORMS,
    ALL_PASSED,
    DOUBLED,
    REDOUBLED,
    BOTH_COPIES,
    IDENTICAL,
    SIX_LEFT,
    FOUR_LEFT,
    LAST_DEAL,
    OUT,
)
USUAL: Final = (OPENING, OVER_A_BID, LEAD, FOLLOW, VOID)

_BIDS: Final = frozenset(Form) - {Form.PASS, Form.DOUBLE, Form.REDOUBLE}


def situations(state: FiftySixState) -> list[str]:
    """The kinds of the decision that is due, for the seat to act."""
    public = state.public
    found = _calling(state) if public.play is None else _playing(state)
    if len(public.seats) < public.variant.players:
        found.append(SIX_LEFT if len(public.seats) == 6 else FOUR_LEFT)
    if public.number == public.variant.max_deals:
        found.append(LAST_DEAL)
    return found


def listening(state: FiftySixState, seat: int) -> str | None:
    """The kind of an event that a seat hears, if it is a rare one."""
    return None if state.public.tables[state.public.side_of[seat]] else OUT


def _calling(state: FiftySixState) -> list[str]:
    auction = state.public.auction
    if auction.bid is None:
        return [OPENING]
    found = [OVER_A_BID]
    legal = state.legal()
    if legal >> DOUBLE.id & 1:
        found.append(MAY_DOUBLE)
    if legal >> REDOUBLE.id & 1:
        found.append(MAY_REDOUBLE)
    if auction.number == HIGHEST:
        found.append(TOP)
    if {call.form for _, call in auction.calls} >= _BIDS:
        found.append(ALL_FORMS)
    return found


def _playing(state: FiftySixState) -> list[str]:
    public, hand, legal = state.public, state.hands[state.public.to_act], state.legal()
    play = public.play
    assert play is not None
    assert public.contract is not None
    found = [LEAD if not play.in_trick else FOLLOW if hand & play.follow else VOID]
    if hand >> COPY & legal:
        found.append(BOTH_COPIES)
    if play.in_trick and legal >> play.best & 1:
        found.append(IDENTICAL)
    if public.contract.call is None:
        found.append(ALL_PASSED)
    if public.contract.doubling > 1:
        found.append(DOUBLED if public.contract.doubling == 2 else REDOUBLED)
    return found
