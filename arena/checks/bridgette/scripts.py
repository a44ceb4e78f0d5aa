"""Opponents that lead a bot into rare situations of Bridgette. They see all cards, and play legally."""

from collections.abc import Callable
from random import Random

from arena.cards import ids_of
from arena.checks.scene import Script, random_legal
from arena.games.bridgette.actions import FIRST_DISCARD
from arena.games.bridgette.auction import NO_BID
from arena.games.bridgette.calls import DOUBLE, FIRST_BID, PASS, REDOUBLE
from arena.games.bridgette.pack import COLON_OF, GRAND, SUIT_MASKS, SUIT_OF
from arena.games.bridgette.play import NO_CARD, follower_wins
from arena.games.bridgette.public import CALL, DISCARD
from arena.games.bridgette.state import BridgetteState

Chooser = Callable[[BridgetteState, list[int], Random], int]
"""Chooses one of the legal cards (to discard, to lead or to follow with) or calls."""


def script(discard: Chooser, call: Chooser, lead: Chooser, follow: Chooser) -> Script:
    """A script made of one choice for each kind of decision."""

    def act(state: BridgetteState, rng: Random) -> int:
        phase, legal = state.public.phase, ids_of(state.legal())
        if phase == DISCARD:
            return FIRST_DISCARD + discard(state, [card - FIRST_DISCARD for card in legal], rng)
        if phase == CALL:
            return call(state, legal, rng)
        return (lead if state.public.led == NO_CARD else follow)(state, legal, rng)

    return act


def anything(state: BridgetteState, legal: list[int], rng: Random) -> int:
    """Any of them."""
    return rng.choice(legal)


def low_cards(state: BridgetteState, legal: list[int], rng: Random) -> int:
    """The lowest ordinary card; a colon only when there is nothing else."""
    return min(legal, key=_height)


def _height(card: int) -> tuple[bool, int, int]:
    return card >= GRAND, card % 13, card


# The auction


def passing(state: BridgetteState, legal: list[int], rng: Random) -> int:
    """Never anything but a pass."""
    return PASS


def bidding_low(state: BridgetteState, legal: list[int], rng: Random) -> int:
    """The lowest bid up to the level of two, most of the time."""
    lowest = next((call for call in legal if call >= FIRST_BID), PASS)
    return lowest if lowest < FIRST_BID + 11 and rng.random() < 0.7 else PASS


def doubling(state: BridgetteState, legal: list[int], rng: Random) -> int:
    """A double or redouble whenever there can be one, and a low bid if there is none yet, or else a pass."""
    for call in (REDOUBLE, DOUBLE):
        if call in legal:
            return call
    if state.public.bid == NO_BID and len(legal) > 1 and rng.random() < 0.5:
        return legal[1]
    return PASS


def bidding_high(state: BridgetteState, legal: list[int], rng: Random) -> int:
    """The highest bid that there is; then a redouble or a pass."""
    return legal[-1]


# The play


def matching_colon(state: BridgetteState, legal: list[int], rng: Random) -> int:
    """The colon that matches the lead, to ban its suit; else a card that loses, so that the other leads again."""
    colon = COLON_OF[state.public.led]
    return colon if colon in legal else losing(state, legal, rng)


def lapsing(state: BridgetteState, legal: list[int], rng: Random) -> int:
    """The matching colon only when the leader is left with nothing but the suit that it bans."""
    public = state.public
    left = state.hands[public.to_act ^ 1]
    suit = SUIT_MASKS[SUIT_OF[public.led]] if public.led < GRAND else 0
    return matching_colon(state, legal, rng) if left and not left & ~suit else losing(state, legal, rng)


def losing(state: BridgetteState, legal: list[int], rng: Random) -> int:
    """A card that does not win the trick, if possible no colon."""
    led, trump = state.public.led, state.public.trump
    return min(legal, key=lambda card: (card >= GRAND, follower_wins(led, card, trump), -(card % 13)))


def winning(state: BridgetteState, legal: list[int], rng: Random) -> int:
    """The cheapest card that wins, or else the lowest one."""
    led, trump = state.public.led, state.public.trump
    return min(legal, key=lambda card: (not follower_wins(led, card, trump), *_height(card)))


def colon_lead(state: BridgetteState, legal: list[int], rng: Random) -> int:
    """A colon as long as there is one."""
    return legal[-1]


def no_match(state: BridgetteState, legal: list[int], rng: Random) -> int:
    """A low card to which the other has no matching colon to get rid of."""
    other = state.hands[state.public.to_act ^ 1]
    return min(legal, key=lambda card: (other >> COLON_OF[card] & 1, *_height(card)))


BANS = script(low_cards, bidding_low, low_cards, matching_colon)
LAPSED_BANS = script(low_cards, bidding_low, low_cards, lapsing)
COLON_LEADS = script(low_cards, bidding_low, colon_lead, winning)
WRONG_COLONS = script(anything, bidding_low, no_match, winning)
DOUBLES = script(anything, doubling, anything, anything)
HIGH_BIDS = script(anything, bidding_high, anything, anything)
PASSES = script(anything, passing, anything, anything)
RANDOM = random_legal
