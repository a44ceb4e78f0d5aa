"""A config with the bots and games it names: what fits together and what does not."""

from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arena.ladder.config import ConfigError, Problem
from arena.ladder.entrants import Ladder, load_config_of, load_ladder
from arena.ladder.events import Roster
from arena.ladder.field import field_of

BOTH = """
from arena.bots import Bot, Option

class Both(Bot):
    games = ("bridgette", "fiftysix")
    OPTIONS = {"aggression": Option(0.5, "how bold", low=0.0, high=1.0)}

    def act(self, view):
        return view.legal[0]
"""
ONLY_56 = """
from arena.bots import FiftySixBot

class Only(FiftySixBot):
    def act(self, view):
        return view.legal[0]
"""
CONFIG = """
ladder: spring
games: [{id: bridgette, game: bridgette}, {id: six, game: fiftysix, variant: {players: 6}}]
format: {kind: round_robin, sets_per_pairing: 20}
entrants:
  - {bot: bots/both.py, name: a, options: {aggression: 0.4}, author: kim}
  - {bot: bots/both.py, name: b}
  - {bot: bots/both.py}
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A project with two bots, where commands are run."""
    (tmp_path / "bots").mkdir()
    (tmp_path / "configs").mkdir()
    (tmp_path / "bots/both.py").write_text(BOTH)
    (tmp_path / "bots/only_56.py").write_text(ONLY_56)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def load(*changes: tuple[str, str]) -> Ladder:
    """The sound config with texts replaced by others."""
    text = CONFIG
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    path = Path("configs/x.yaml")
    path.write_text(text.strip())
    return load_ladder(path)


def problems(*changes: tuple[str, str]) -> list[str]:
    with pytest.raises(ConfigError) as caught:
        load(*changes)
    return [str(problem).removeprefix("configs/x.yaml:") for problem in caught.value.problems]


@pytest.mark.usefixtures("folder")
class TestSoundConfigs:
    def test_entrants_have_names_versions_and_all_their_options(self):
        ladder = load()
        a, b, both = ladder.entrants
        assert [entrant.name for entrant in ladder.entrants] == ["a", "b", "both"]
        assert (a.options, b.options) == ({"aggression": 0.4}, {"aggression": 0.5})
        assert (a.author, a.spec, a.games) == ("kim", "bots/both.py", ("bridgette", "fiftysix"))
        assert b.version == both.version != a.version
        assert a.key == f"a@{a.version}"
        assert ladder.entrant(a.key) is a

    def test_pools_have_variants_and_sides(self):
        two, three = load().pools
        assert (two.id, two.game, two.sides) == ("bridgette", "bridgette", 2)
        assert (three.id, three.game, three.sides) == ("six", "fiftysix", 3)
        assert three.variant.options()["players"] == 6
        assert [entrant.name for entrant in two.entrants] == ["a", "b", "both"]

    def test_an_entrant_plays_wherever_its_bot_can(self):
        ladder = load(("{bot: bots/both.py}", "{bot: bots/both.py}\n  - {bot: bots/only_56.py}"))
        assert [entrant.name for entrant in ladder.pools[0].entrants] == ["a", "b", "both"]
        assert [entrant.name for entrant in ladder.pools[1].entrants] == ["a", "b", "both", "only_56"]
        assert ladder.entrants[3].games == ("fiftysix",)

    @pytest.mark.parametrize("games", ["[six]", "[fiftysix]"])
    def test_games_names_pools_or_games(self, games):
        more = "{bot: bots/both.py}\n  - {bot: bots/both.py, name: c, games: " + games + "}"
        ladder = load(("{bot: bots/both.py}", more))
        assert [entrant.name for entrant in ladder.pools[0].entrants] == ["a", "b", "both"]
        assert [entrant.name for entrant in ladder.pools[1].entrants] == ["a", "b", "both", "c"]

    def test_a_games_name_stands_for_all_pools_of_that_game_unless_it_is_an_id(self):
        pools = "[{id: four, game: fiftysix}, {id: six, game: fiftysix, variant: {players: 6}}]"
        games = "[{id: bridgette, game: bridgette}, {id: six, game: fiftysix, variant: {players: 6}}]"
        ladder = load((games, pools), ("name: a,", "name: a, games: [fiftysix],"))
        assert [len(pool.entrants) for pool in ladder.pools] == [3, 3]
        ladder = load((games, pools.replace("id: six", "id: fiftysix")), ("name: b", "name: b, games: [fiftysix]"))
        assert [len(pool.entrants) for pool in ladder.pools] == [2, 3]

    def test_challengers_are_keys_of_those_in_the_pool(self):
        ladder = load(
            ("kind: round_robin,", "kind: gauntlet, challengers: [c, a],"),
            ("{bot: bots/both.py}", "{bot: bots/both.py}\n  - {bot: bots/only_56.py, name: c}"),
        )
        a, _, _, c = ladder.entrants
        fields = [field_of(ladder, pool, Roster(), {}) for pool in ladder.pools]
        assert [field.challengers for field in fields] == [(a.key,), (a.key, c.key)]

    def test_bots_are_looked_for_beside_the_config_first(self, folder):
        (folder / "configs/bots").mkdir()
        (folder / "configs/bots/both.py").write_text(BOTH.replace("class Both", "class Beside"))
        assert load().entrants[0].loaded.bot_class.__name__ == "Beside"

    def test_a_class_may_be_named(self, folder):
        (folder / "bots/both.py").write_text(BOTH + BOTH.replace("class Both", "class Other"))
        ladder = load(
            ("bots/both.py", "'bots/both.py:Both'"),
            ("bots/both.py, name: b", "'bots/both.py:Other'"),
            ("{bot: bots/both.py}", "{bot: 'bots/both.py:Both', name: c}"),
        )
        assert [entrant.name for entrant in ladder.entrants] == ["a", "Other", "c"]


GAMES = "[{id: bridgette, game: bridgette}, {id: six, game: fiftysix, variant: {players: 6}}]"


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            "game: fiftysix",
            "game: fiftysx",
            "2: games[1].game: no game 'fiftysx'; known: bridgette, fiftysix; did you mean 'fiftysix'?",
        ),
        ("id: six", "id: bridgette", "2: games[1].id: 'bridgette' is also the id of games[0]"),
        (
            "id: bridgette",
            "id: fiftysix",
            "2: games[0].id: 'fiftysix' is the name of another game; expected an id that is not",
        ),
        (
            "aggression",
            "agression",
            "5: entrants[0].options.agression: unknown option; known: aggression; did you mean 'aggression'?",
        ),
        ("0.4", "1.5", "5: entrants[0].options.aggression: expected at most 1, got 1.5"),
        ("name: b", "name: a", "6: entrants[1].name: name 'a' is also that of entrants[0]"),
        (
            "name: a",
            "name: both",
            "7: entrants[2]: name 'both' (taken from the bot, as no name is given) is also that of entrants[0]",
        ),
        (
            "name: b",
            "name: b, games: [sixx]",
            (
                "6: entrants[1].games[0]: no pool or game 'sixx'; known: bridgette, six, fiftysix; "
                "did you mean 'six'?"
            ),
        ),
        ("name: b", "name: b, games: [six, six]", "6: entrants[1].games[1]: 'six' is named twice"),
        (
            "name: b",
            "name: b, games: []",
            "6: entrants[1].games: plays in no pool; expected at least one pool or game, or no such key",
        ),
        (
            "{bot: bots/both.py}",
            "{bot: bots/both.py}\n  - {bot: bots/only_56.py, games: [bridgette, six]}",
            "8: entrants[3].games[0]: the bot does not play bridgette; it plays fiftysix",
        ),
        (
            "name: b",
            "name: b, games: [bridgette]",
            "2: games[1]: needs an entrant for each of its 3 sides, has 2: a, both",
        ),
        (
            "kind: round_robin",
            "kind: gauntlet, challengers: [bb]",
            "3: format.challengers[0]: no entrant 'bb'; known: a, b, both; did you mean 'b'?",
        ),
        (
            "kind: round_robin",
            "kind: gauntlet, challengers: [a, b]",
            "2: games[1]: needs 2 entrants that are no challengers for a match; it has 3: a, b, both",
        ),
        (
            "kind: round_robin, sets_per_pairing: 20",
            "kind: knockout, sets_per_tie: 2, seeding: [b, both, bb]",
            "3: format.seeding[2]: no entrant 'bb'; known: a, b, both; did you mean 'b'?",
        ),
        (
            "kind: round_robin, sets_per_pairing: 20",
            "kind: knockout, sets_per_tie: 2, lives: 2",
            "3: format.lives: pool 'six' has 3 sides; two lives are for ties of two",
        ),
        (
            "kind: round_robin, sets_per_pairing: 20",
            "kind: knockout, sets_per_tie: 2, advance: 3",
            "3: format.advance: expected less than 3, the sides of a match in pool 'six', got 3",
        ),
        (
            "kind: round_robin, sets_per_pairing: 20",
            "stages: [{kind: swiss, rounds: 2}, {kind: knockout, sets_per_tie: 2, top: 16}]",
            "3: format.stages[1].top: expected at most 3, as pool 'bridgette' has 3: a, b, both",
        ),
        (
            "kind: round_robin, sets_per_pairing: 20",
            "stages: [{kind: swiss, rounds: 2}, {kind: knockout, sets_per_tie: 2, top: 2}]",
            "3: format.stages[1].top: expected at least 3, the sides of a match in pool 'six', got 2",
        ),
        (
            "kind: round_robin, sets_per_pairing: 20",
            "stages: [{kind: swiss, rounds: 2}, {kind: knockout, sets_per_tie: 2, lives: 2}]",
            "3: format.stages[1].lives: pool 'six' has 3 sides; two lives are for ties of two",
        ),
        (
            "kind: round_robin, sets_per_pairing: 20",
            "stages: [{kind: swiss, rounds: 2}, {kind: knockout, sets_per_tie: 2, seeding: [both, c]}]",
            "3: format.stages[1].seeding[1]: no entrant 'c'; known: a, b, both",
        ),
        (
            "kind: round_robin, sets_per_pairing: 20",
            "stages: [{kind: swiss, stop: {matches: 2}}, {kind: knockout, sets_per_tie: 2}]",
            "3: format.stages[0].stop.matches: expected at least 3, the matches of one set in pool 'six', got 2",
        ),
        (
            "sets_per_pairing: 20}",
            "sets_per_pairing: 20}\nstop: {matches: 2}",
            "4: stop.matches: expected at least 3, the matches of one set in pool 'six', got 2",
        ),
    ],
)
def test_what_does_not_fit_together_is_told(old, new, expected):
    assert problems((old, new)) == [expected]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("pools", "option", "expected"),
    [
        (
            "{id: six, game: fiftysix, variant: {players: 6}}",
            "third_place: true",
            "third_place: a final of more than two sides ranks them all; leave this out",
        ),
        (
            "{id: bridgette, game: bridgette}",
            "advance: 1",
            "advance: from a tie of two sides one goes on; leave this out",
        ),
    ],
)
def test_an_option_of_a_knockout_that_no_pool_has_a_use_for_is_told(
    pools: str, option: str, expected: str
) -> None:
    both = "{id: bridgette, game: bridgette}, {id: six, game: fiftysix, variant: {players: 6}}"
    knockout = f"kind: knockout, sets_per_tie: 2, {option}"
    told = problems((both, pools), ("kind: round_robin, sets_per_pairing: 20", knockout))
    assert told == [f"3: format.{expected}"]


@pytest.mark.usefixtures("folder")
def test_a_stop_that_is_past_is_told_before_a_run_and_hinders_nothing_else():
    past = ("sets_per_pairing: 20}", 'sets_per_pairing: 20}\nstop: {at: "2001-05-01 07:00"}')
    (problem,) = problems(past)
    assert problem.startswith("4: stop.at: 2001-05-01 07:00 is past, it is now 2")
    assert problem.endswith(
        'here; expected a time to come, or a time of day such as "07:00", which is the next one'
    )
    assert load_config_of(Path("configs/x.yaml")).config.stop.at == "2001-05-01 07:00"


@pytest.mark.usefixtures("folder")
def test_everything_wrong_in_a_list_of_names_is_told_at_once():
    gauntlet = "kind: gauntlet, challengers: [z, a, a, 1, y, y]"
    assert sorted(problem.partition(";")[0] for problem in problems(("kind: round_robin", gauntlet))) == [
        "3: format.challengers[0]: no entrant 'z'",
        "3: format.challengers[2]: 'a' is named twice",
        "3: format.challengers[3]: expected a text, got the number 1",
        "3: format.challengers[4]: no entrant 'y'",
        "3: format.challengers[5]: 'y' is named twice",
    ]
    entrant = ("bot: bots/both.py, name: b", "bot: bots/bth.py, name: b, games: [six, six, 1, x, x]")
    told = sorted(problem.partition(";")[0] for problem in problems(entrant))
    assert told[0].startswith("6: entrants[1].bot: no bot file 'bots/bth.py'")
    assert told[1:] == [
        "6: entrants[1].games[1]: 'six' is named twice",
        "6: entrants[1].games[2]: expected a text, got the number 1",
        "6: entrants[1].games[3]: no pool or game 'x'",
        "6: entrants[1].games[4]: 'x' is named twice",
    ]


@pytest.mark.usefixtures("folder")
def test_a_missing_bot_names_both_places(folder):
    (problem,) = problems(("bots/both.py", "bots/bth.py"))
    assert problem.startswith("5: entrants[0].bot: no bot file 'bots/bth.py': looked in ")
    assert str(folder / "configs/bots") in problem
    assert f"{folder / 'bots'};" in problem
    assert problem.endswith("did you mean 'both.py'?")


@pytest.mark.usefixtures("folder")
def test_a_broken_bot_is_named_with_its_entrant(folder):
    (folder / "bots/broken.py").write_text("x = (\n")
    (problem,) = problems(("bots/both.py, name: b", "bots/broken.py, name: b"))
    assert problem.startswith("6: entrants[1].bot: bots/broken.py:1: syntax error")


@pytest.mark.usefixtures("folder")
def test_a_default_name_must_be_a_name_too(folder):
    (folder / "bots/a+b.py").write_text(BOTH)
    (problem,) = problems(("{bot: bots/both.py}", "{bot: bots/a+b.py}"))
    assert problem == (
        "7: entrants[2]: name 'a+b' (taken from the bot, as no name is given): expected a name of at most 64 "
        "characters, none of them / + & @"
    )


@pytest.mark.usefixtures("folder")
def test_a_bot_whose_games_no_pool_plays_is_told():
    (problem,) = problems(
        (GAMES, "[{id: bridgette, game: bridgette}]"),
        ("{bot: bots/both.py}", "{bot: bots/both.py}\n  - {bot: bots/only_56.py}"),
    )
    assert problem == "8: entrants[3]: plays in no pool: its bot plays fiftysix, the pools bridgette"


@pytest.mark.usefixtures("folder")
def test_a_pool_without_a_challenger_is_told():
    (problem,) = problems(
        ("kind: round_robin", "kind: gauntlet, challengers: [c]"),
        ("{bot: bots/both.py}", "{bot: bots/both.py}\n  - {bot: bots/only_56.py, name: c}"),
    )
    assert problem == "2: games[0]: none of the format's challengers plays in it; it has 3: a, b, both"


@pytest.mark.usefixtures("folder")
def test_rule_options_are_checked_by_the_game():
    (player, teams) = problems(("variant: {players: 6}", "variant: {player: 6, teams: pair}"))
    assert player.startswith("2: games[1].variant.player: unknown option")
    assert player.endswith("did you mean 'players'?")
    assert teams == "2: games[1].variant.teams: expected pairs or two_sides, got 'pair'"


@pytest.mark.usefixtures("folder")
def test_entrants_that_are_no_list_are_told_once():
    Path("configs/x.yaml").write_text(CONFIG[: CONFIG.index("entrants:")] + "entrants: x")
    with pytest.raises(ConfigError, match=r"entrants: expected a list of entrants, .* got the text 'x'") as caught:
        load_ladder(Path("configs/x.yaml"))
    assert len(caught.value.problems) == 1


@pytest.mark.usefixtures("folder")
def test_problems_of_keys_games_bots_and_options_come_together():
    found = problems(
        ("ladder: spring", "ladder: spring\nsed: abc"),
        ("game: fiftysix", "game: sixfifty"),
        ("aggression", "agression"),
        ("name: b", "name: b, atuhor: kim"),
        ("{bot: bots/both.py}", "{bot: bots/none.py}\n  - {bot: bots/both.py, name: a}"),
    )
    assert [problem.split(": ")[:2] for problem in found] == [
        ["2", "sed"],
        ["3", "games[1].game"],
        ["6", "entrants[0].options.agression"],
        ["7", "entrants[1].atuhor"],
        ["8", "entrants[2].bot"],
        ["9", "entrants[3].name"],
    ]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("name: b", "name: 7"),  # may be the challenger's name
        ("bots/both.py, name: b", "bots/none.py, name: b"),  # may play in every pool
        ("name: b", "name: b, games: [3]"),
        ("name: b", "name: b, options: {x: 1}"),
    ],
)
def test_one_mistake_brings_no_second_message(old, new):
    challenge = ("kind: round_robin", "kind: gauntlet, challengers: [b]")
    assert len(problems(challenge, (old, new))) == 1
    assert len(problems((old, new))) == 1


PLACES = [
    ("ladder",),
    ("seed",),
    ("games",),
    ("games", 0),
    ("games", 1, "id"),
    ("games", 1, "game"),
    ("games", 1, "variant"),
    ("games", 1, "variant", "players"),
    ("format",),
    ("format", "kind"),
    ("format", "challengers"),
    ("format", "sets_per_pairing"),
    ("stop",),
    ("stop", "matches"),
    ("format", "kind"),
    ("format", "seeding"),
    ("format", "lives"),
    ("format", "third_place"),
    ("format", "rounds"),
    ("stop", "at"),
    ("stop", "resolved"),
    ("seatings",),
    ("workers",),
    ("executor",),
    ("isolation",),
    ("on_fault",),
    ("stages",),
    ("format", "stages"),
    ("format", "stages", 0),
    ("format", "stages", 1, "kind"),
    ("format", "stages", 1, "top"),
    ("format", "stages", 0, "stop"),
    ("entrants",),
    ("entrants", 0),
    ("entrants", 0, "bot"),
    ("entrants", 1, "name"),
    ("entrants", 1, "options"),
    ("entrants", 2, "games"),
    ("entrants", 2, "isolation"),
]
VALUES = [
    None,
    True,
    0,
    1.5,
    "x",
    "swiss",
    "knockout",
    "gauntlet",
    "bots/only_56.py",
    [],
    ["a"],
    [[]],
    [{}],
    {},
    {"a": {"b": []}},
    {"stages": [{"kind": "swiss", "rounds": 2}, {"kind": "knockout", "sets_per_tie": 2, "top": 3}]},
]


def put(config: Any, place: tuple[str | int, ...], value: object) -> None:
    """Set a place of a config, unless an earlier change took away what it is in."""
    *way, last = place
    with suppress(KeyError, IndexError, TypeError, AttributeError):
        for part in way:
            config = config.setdefault(part, {}) if isinstance(part, str) else config[part]
        config[last] = deepcopy(value)


@pytest.mark.usefixtures("folder")
@settings(deadline=None, max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.sampled_from(PLACES), st.sampled_from(VALUES)), min_size=1, max_size=4))
def test_no_mixture_of_wrong_values_is_more_than_a_config_error(changes):
    config = yaml.safe_load(CONFIG) | {"isolation": "none"}  # for speed
    for place, value in changes:
        put(config, place, value)
    path = Path("configs/x.yaml")
    path.write_text(yaml.safe_dump(config))
    found: tuple[Problem, ...] = ()
    try:
        ladder = load_ladder(path)
    except ConfigError as error:
        found = error.problems
    else:
        assert all(len(pool.entrants) >= pool.sides for pool in ladder.pools)
    assert len({problem.key for problem in found}) == len(found)
    assert all(problem.line > 0 and problem.message for problem in found)


SEER = """
from arena.bots import Bot

class Seer(Bot):
    games = ("bridgette", "fiftysix")
    open_cards = True
    act = print
"""


@pytest.mark.usefixtures("folder")
class TestOpenCards:
    """A bot that is shown all cards: among trusted bots only, and under a name that says so."""

    ADDED = ("  - {bot: bots/both.py}\n", "  - {bot: bots/seer.py, name: open_cards}\n")

    def test_it_plays_where_all_are_trusted(self):
        Path("bots/seer.py").write_text(SEER)
        ladder = load(self.ADDED, ("entrants:", "isolation: none\nentrants:"))
        assert ladder.entrants[2].name == "open_cards"

    def test_it_is_refused_where_a_bot_is_held_apart(self):
        Path("bots/seer.py").write_text(SEER)
        (problem,) = problems(self.ADDED)
        assert "shown all cards, which takes isolation: none for every entrant; a has another" in problem

    def test_it_is_refused_under_another_name(self):
        Path("bots/seer.py").write_text(SEER)
        added = (self.ADDED[0], "  - {bot: bots/seer.py, name: good}\n")
        (problem,) = problems(added, ("entrants:", "isolation: none\nentrants:"))
        assert "expected a name that begins with open_cards, so that every table says so, got 'good'" in problem
