"""The scenes lead bots into what they are meant to show."""

from collections import Counter
from pathlib import Path

import pytest

from arena.bots.loading import load_bot
from arena.bots.options import resolve_options
from arena.checks.playing import Played, play
from arena.checks.programme import PROGRAMMES, find_scene
from arena.checks.scene import find_seed
from arena.checks.seats import Candidate, OwnProcess
from arena.errors import ArenaError

ROOT = Path(__file__).parents[2]
BOTS = {"bridgette": "arena/bots/templates/bridgette.py", "fiftysix": "arena/bots/templates/fiftysix.py"}


def candidate(spec: str) -> Candidate:
    loaded = load_bot(spec, ROOT)
    declared = loaded.bot_class.OPTIONS
    return Candidate(loaded, resolve_options(declared, {}), declared)


@pytest.mark.parametrize("game", PROGRAMMES)
def test_every_rare_situation_has_a_family_that_aims_at_it(game: str) -> None:
    programme = PROGRAMMES[game]
    aimed = {aim for family in programme.families for aim in family.aims}
    assert aimed == set(programme.rare)
    assert not set(programme.rare) & set(programme.usual)


@pytest.mark.parametrize("game", PROGRAMMES)
def test_a_few_scenes_of_each_family_bring_about_everything_rare(game: str) -> None:
    met: Counter[str] = Counter()
    for spec in (BOTS[game], "bots/random_legal.py"):
        bot = candidate(spec)
        for family in PROGRAMMES[game].families:
            for k in range(24):
                met += played(family.make(k).name, bot).met
    assert {kind for kind in PROGRAMMES[game].rare if not met[kind]} == set()


def played(name: str, bot: Candidate) -> Played:
    result = play(find_scene(name), bot, OwnProcess())
    assert result.failure is None
    return result


@pytest.mark.parametrize("game", PROGRAMMES)
def test_a_scene_is_the_same_whenever_it_is_played(game: str) -> None:
    bot = candidate("bots/random_legal.py")
    programme = PROGRAMMES[game]
    for family in (*programme.families, *programme.matches, programme.duel):
        first, second = (played(family.make(3).name, bot) for _ in range(2))
        assert first.actions
        assert (first.actions, first.met, first.places) == (second.actions, second.met, second.places)


@pytest.mark.parametrize("family", ["eliminations", "going_out"])
def test_teams_go_out_until_the_match_is_over(family: str) -> None:
    result = played(f"fiftysix/{family}/0", candidate("bots/random_legal.py"))
    assert result.finished
    assert result.hooks["match_end"] == 1
    assert 1 in result.places


def test_a_told_deal_is_heard_but_not_asked_for() -> None:
    result = played("bridgette/seventh/0", candidate("bots/random_legal.py"))
    assert result.deals == 1
    assert result.hooks["deal_start"] == 7
    assert result.hooks["deal_end"] == 7
    assert set(result.met) >= {"in the 7th deal (B1)"}
    asked = sum(len(times) for times in result.spent.values())
    assert result.met["in the 7th deal (B1)"] == asked


def test_two_scenes_of_a_duel_have_the_same_cards_and_exchanged_seats() -> None:
    for programme in PROGRAMMES.values():
        one, other = programme.duel.make(4), programme.duel.make(5)
        assert one.seed == other.seed
        assert not set(one.seats) & set(other.seats)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("chess/bans/1", "the games are bridgette, fiftysix"),
        ("bridgette/ban/1", "did you mean 'bans'"),
        ("bridgette/bans", "expected a number such as bridgette/bans/0"),
        ("bridgette/bans/01", "got '01'"),
        ("bridgette/bans/-1", "got '-1'"),
    ],
)
def test_a_name_of_no_scene_is_explained(name: str, message: str) -> None:
    with pytest.raises(ArenaError, match=message):
        find_scene(name)


def test_a_seed_is_sought_in_order_and_not_for_ever() -> None:
    assert find_seed("x", lambda seed: seed in ("x/7", "x/9")) == "x/7"
    assert find_seed("x", lambda seed: False) == "x/4999"
