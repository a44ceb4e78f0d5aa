"""Partners and opponents that lead a bot into rare situations of 56. They see all cards, and play legally."""

from collections.abc import Callable
from random import Random
from typing import Final

from arena.cards import ids_of
from arena.checks.scene import Script, random_legal
from arena.games.fiftysix.calls import CALLS, DOUBLE, FIRST_CALL, HIGHEST, LOWEST, PASS, REDOUBLE, Form
from arena.games.fiftysix.pack import POINTS
from arena.games.fiftysix.state import FiftySixState

RANDOM: Final = random_legal

_TOP_BIDS: Final = tuple(call.id for call in CALLS if call.number == HIGHEST and call.form is Form.NUMBER_SUIT)
_FORMS: Final = (
    Form.NUMBER_SUIT,
    Form.SUIT_NUMBER,
    Form.NO_TRUMPS,
    Form.NOES,
    Form.PLUS_SUIT,
    Form.PLUS_NOES,
)


def auction(call: Callable[[FiftySixState, Random], int]) -> Script:
    """A script that calls so and plays any card."""

    def act(state: FiftySixState, rng: Random) -> int:
        return call(state, rng) if state.public.play is None else random_legal(state, rng)

    return act


def passing(state: FiftySixState, rng: Random) -> int:
    """Never anything but a pass."""
    return PASS.id


def bidding_56(state: FiftySixState, rng: Random) -> int:
    """The highest number at once; then passes."""
    return rng.choice(_TOP_BIDS) if state.public.auction.number < HIGHEST else PASS.id


def doubling(state: FiftySixState, rng: Random) -> int:
    """A double or redouble mostly when there can be one, sometimes a low bid, or else a pass."""
    legal = state.legal()
    for call in (REDOUBLE, DOUBLE):
        if legal >> call.id & 1 and rng.random() < 0.8:
            return call.id
    last = state.public.auction.number
    if last < LOWEST + 6 and rng.random() < (0.2 if last else 0.8):
        return rng.choice([call.id for call in CALLS if call.number == max(LOWEST, last + 1)])
    return PASS.id


def all_forms(state: FiftySixState, rng: Random) -> int:
    """The forms of bid that nobody has used yet, one after the other, as low as possible; then passes."""
    used = {call.form for _, call in state.public.auction.calls}
    missing = [form for form in _FORMS if form not in used]
    legal = [CALLS[action - FIRST_CALL] for action in ids_of(state.legal() >> FIRST_CALL << FIRST_CALL)]
    last = state.public.auction.number
    for form in missing:
        bids = [call for call in legal if call.form is form]
        if bids:
            lowest = min(call.number_over(last) for call in bids)
            return rng.choice([call.id for call in bids if call.number_over(last) == lowest])
    return PASS.id


def sinking(spared: int, *, first: bool = False) -> Script:
    """One side after the other bids 56, is doubled, redoubles, gives its points away and goes out.

    The side `spared` does not, or, if `first`, is the first to do so.
    """

    def act(state: FiftySixState, rng: Random) -> int:
        public = state.public
        side = public.side_of[public.to_act]
        others = [other for other, count in enumerate(public.tables) if count and other != spared]
        sinks = side == (spared if first and public.tables[spared] else others[0])
        if public.play is not None:
            legal = ids_of(state.legal())
            if not sinks:
                return rng.choice(legal)
            return min(legal, key=lambda card: (POINTS[card], rng.random()))
        if sinks and public.auction.number < HIGHEST:
            return rng.choice(_TOP_BIDS)
        wanted = REDOUBLE if sinks else DOUBLE
        return wanted.id if state.legal() >> wanted.id & 1 else PASS.id

    return act


PASSES: Final = auction(passing)
BIDS_56: Final = auction(bidding_56)
DOUBLES: Final = auction(doubling)
ALL_FORMS: Final = auction(all_forms)
