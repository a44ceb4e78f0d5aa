"""The scenes of Bridgette: the rare ones first, then matches against random play."""

from collections.abc import Callable
from typing import Final

from arena.checks.bridgette import scripts, situations
from arena.checks.scene import Family, Scene, Script, find_seed, random_legal
from arena.games.bridgette.game import BRIDGETTE
from arena.games.bridgette.pack import DEALER_DRAWS, FULL_PACK, GRAND, ORDINARY, SUIT_MASKS
from arena.games.bridgette.public import MATCH_DEALS, REDEALS_IN_A_ROW
from arena.games.bridgette.state import BridgetteState
from arena.games.bridgette.variant import BridgetteVariant

VARIANTS: Final = ({"passed_out": "count"}, {"passed_out": "redeal"})

_COLONS: Final = FULL_PACK & ~ORDINARY
Wanted = Callable[[BridgetteState, int], bool]
"""Whether a first deal suits a scene with the bot at a seat."""


def _will_hold(state: BridgetteState, seat: int) -> int:
    """The cards that a seat may keep after the exchange of the first deal, as a mask."""
    hand = state.hands[seat]
    if seat == state.public.dealer:
        for card in state.stock[: DEALER_DRAWS[state.public.upcard]]:
            hand |= 1 << card
    return hand


def _other_has_colons(state: BridgetteState, bot: int) -> bool:
    return (_will_hold(state, bot ^ 1) & _COLONS).bit_count() >= 2


def _other_has_all_colons(state: BridgetteState, bot: int) -> bool:
    """… and the bot a long suit, so that it may come to have nothing else."""
    mine, other = _will_hold(state, bot), _will_hold(state, bot ^ 1)
    return other & _COLONS == _COLONS and any((mine & suit).bit_count() >= 8 for suit in SUIT_MASKS)


def _bot_has_all_colons(state: BridgetteState, bot: int) -> bool:
    return _will_hold(state, bot) & _COLONS == _COLONS


def _bot_deals(draws: int) -> Wanted:
    return lambda state, bot: state.public.dealer == bot and DEALER_DRAWS[state.public.upcard] == draws


def _colon_up(state: BridgetteState, bot: int) -> bool:
    return state.public.upcard >= GRAND


def _anything(state: BridgetteState, bot: int) -> bool:
    return True


def _family(
    name: str,
    script: Script,
    aims: tuple[str, ...],
    *,
    wanted: Wanted = _anything,
    variant: int = 0,
    deals: int = 1,
    told: int = 0,
) -> Family:
    """Scenes of the first `deals` deals after those told, the bot at seat 0 and 1 in turns."""

    def make(k: int) -> Scene:
        seat = k % 2
        rules = BRIDGETTE.variant(VARIANTS[variant])

        def suits(seed: str) -> bool:
            return wanted(_first_deal(rules, seed), seat)

        full = f"bridgette/{name}/{k}"
        seed = full if wanted is _anything else find_seed(full, suits)
        prologue = scripts.PASSES if told else None
        return Scene(full, "bridgette", VARIANTS[variant], seed, (seat,), script, deals, told, prologue)

    return Family(name, make, aims)


def _first_deal(rules: BridgetteVariant, seed: str) -> BridgetteState:
    state, _ = BRIDGETTE.start(rules, seed)
    return state


RARE: Final = (
    _family("bans", scripts.BANS, (situations.BAN, situations.TRUMP_BAN), wanted=_other_has_colons),
    _family("lapsed_bans", scripts.LAPSED_BANS, (situations.LAPSED,), wanted=_other_has_all_colons),
    _family("wrong_colons", scripts.WRONG_COLONS, (situations.WRONG_COLONS,), wanted=_bot_has_all_colons),
    _family("matching", scripts.RANDOM, (situations.MATCHING,), wanted=_bot_has_all_colons),
    _family("colon_leads", scripts.COLON_LEADS, (situations.COLON_LED,), wanted=_other_has_colons),
    _family(
        "doubles",
        scripts.DOUBLES,
        (situations.MAY_REDOUBLE, situations.REDOUBLED_CALL, situations.DOUBLED, situations.REDOUBLED),
        deals=2,
    ),
    _family("high_bids", scripts.HIGH_BIDS, (situations.TOP,), deals=2),
    _family("seventh", scripts.RANDOM, (situations.SEVENTH,), told=MATCH_DEALS),
    _family("dealt_again", scripts.PASSES, (situations.AFTER_PASSED_OUT,), variant=1, told=3, deals=2),
    _family("row_of_10", scripts.PASSES, (situations.LAST_OF_ROW,), variant=1, told=REDEALS_IN_A_ROW, deals=2),
    _family("draw_8", scripts.RANDOM, (situations.EIGHT,), wanted=_bot_deals(8)),
    _family("draw_12", scripts.RANDOM, (situations.TWELVE,), wanted=_bot_deals(12)),
    _family("colon_up", scripts.RANDOM, (situations.COLON_UP,), wanted=_colon_up),
)


def _match(variant: int) -> Family:
    name = f"random_{VARIANTS[variant]['passed_out']}"

    def make(k: int) -> Scene:
        full = f"bridgette/{name}/{k}"
        return Scene(full, "bridgette", VARIANTS[variant], full, (k % 2,), random_legal)

    return Family(name, make)


MATCHES: Final = tuple(_match(variant) for variant in range(len(VARIANTS)))


def _duel(k: int) -> Scene:
    """Two scenes after another are a set: the same cards in both seatings."""
    return Scene(f"bridgette/duel/{k}", "bridgette", {}, f"bridgette/duel/{k // 2}", (k % 2,), random_legal)


DUEL: Final = Family("duel", _duel)
