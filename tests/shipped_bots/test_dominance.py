"""The heuristic bots are what they are for: far above the floor. bots/README.md has the figures of 200 sets."""

from collections.abc import Mapping

import pytest

from tests.shipped_bots.duel import duel, entrant, play_set
from tests.shipped_bots.passive import Passive

RANDOM = entrant("bots/random_legal.py")
BRIDGETTE = ("bots/bridgette_steady.py", "bots/bridgette_bold.py")
FIFTYSIX = ("bots/fiftysix_signals.py", "bots/fiftysix_plain.py")


@pytest.mark.parametrize("bot", BRIDGETTE)
def test_bridgette_bot_beats_random_legal(bot: str) -> None:
    first, _ = duel("bridgette", {}, [entrant(bot), RANDOM], sets=20)
    assert first.won >= 19


@pytest.mark.parametrize("bot", BRIDGETTE)
def test_bridgette_bot_beats_one_that_only_passes(bot: str) -> None:
    first, _ = duel("bridgette", {}, [entrant(bot), entrant(Passive)], sets=20)
    assert first.won >= 18


@pytest.mark.parametrize("bot", FIFTYSIX)
@pytest.mark.parametrize(
    ("variant", "sides"),
    [
        ({}, 2),
        ({"players": 6}, 3),
        ({"players": 8}, 4),
        ({"players": 6, "teams": "two_sides"}, 2),
        ({"players": 8, "teams": "two_sides"}, 2),
    ],
)
def test_fiftysix_bot_beats_a_field_of_random_legal(bot: str, variant: Mapping[str, object], sides: int) -> None:
    first, *_ = duel("fiftysix", variant, [entrant(bot)] + [RANDOM] * (sides - 1), sets=20)
    assert first.won >= 19


@pytest.mark.parametrize("bot", FIFTYSIX)
def test_fiftysix_bot_beats_one_that_only_passes(bot: str) -> None:
    first, _ = duel("fiftysix", {"tables": 6}, [entrant(bot), entrant(Passive)], sets=10)
    assert first.won >= 9


def test_equal_bots_draw_every_set() -> None:
    """Duplicate play at work: the same seed in both seatings leaves nothing to luck."""
    first, second = duel("bridgette", {}, [entrant(BRIDGETTE[0])] * 2, sets=3)
    assert (first.drawn, second.drawn) == (3, 3)


def test_signals_are_worth_something() -> None:
    """Four players, partners who listen against partners who do not: the listeners gain tables."""
    listening, deaf = entrant(FIFTYSIX[0]), entrant(FIFTYSIX[0], {"read": False})
    endless = {"tables": 100_000, "max_deals": 40}
    gained = 0
    for k in range(4):
        result = play_set("fiftysix", endless, f"signals/{k}", [listening, deaf])
        gained += sum(match.scores[match.order.index(0)] - 100_000 for match in result.matches)
    assert gained > 0
