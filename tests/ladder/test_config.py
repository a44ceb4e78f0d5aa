"""Every key of a config, by itself: what is refused, and in which words."""

from pathlib import Path

import pytest

from arena.errors import ArenaError
from arena.hosts.limits import Limits
from arena.ladder.config import ConfigError, LadderConfig, load_config
from arena.ladder.executor_config import SCHEDULER
from arena.ladder.isolation import limits_of

SOUND = {
    "ladder": "spring",
    "games": "[{id: bridgette, game: bridgette}]",
    "format": "{kind: round_robin, sets_per_pairing: 20}",
    "entrants": "[{bot: bots/a.py}, {bot: bots/b.py}]",
}
COUNT = "expected a whole number of at least 1"
AT = 'expected a time of day in quotes, such as "07:00", or a date with it, such as "2026-05-01 07:00"'


def load(folder: Path, keys: dict[str, str]) -> LadderConfig:
    path = folder / "x.yaml"
    path.write_text("".join(f"{key}: {value}\n" for key, value in keys.items()))
    return load_config(path)


def problems(folder: Path, **changes: str) -> list[str]:
    """What is wrong when keys of the sound config are changed or added: ``key: message`` each."""
    with pytest.raises(ConfigError) as caught:
        load(folder, SOUND | changes)
    return [f"{problem.key}: {problem.message}" for problem in caught.value.problems]


def test_left_out_keys_have_their_defaults(tmp_path):
    config = load(tmp_path, SOUND)
    assert (config.ladder, config.seed, config.workers, config.seatings) == ("spring", None, "auto", "rotations")
    assert (config.names, config.isolation.kind, config.rank_by) == ("hidden", "auto", "trueskill")
    assert (config.isolation.require, limits_of(config.limits)) == ((), Limits())
    assert (config.executor.kind, config.stop.sets, config.stop.matches) == ("local", None, None)
    assert (config.on_fault.two_sides, config.on_fault.more_sides, config.on_fault.strikes) == (
        "forfeit",
        "play_on",
        3,
    )
    assert config.games[0].variant == {}
    assert config.entrants[1].bot == "bots/b.py"
    assert (config.entrants[1].noise, config.null_twin) == (0.0, None)


def test_every_key_is_read(tmp_path):
    config = load(
        tmp_path,
        {
            "ladder": "spring-2.b_c",
            "seed": "3f9c0123456789abcdef0123456789ab",
            "games": "[{id: six, game: fiftysix, variant: {players: 6, teams: pairs}}]",
            "format": "{kind: gauntlet, challengers: [b], sets_per_pairing: 2}",
            "seatings": "permutations",
            "stop": "{sets: 5000, matches: 20000}",
            "rank_by": "fit",
            "workers": "0",
            "executor": "{kind: local}",
            "isolation": "{kind: sandbox, require: [bubblewrap]}",
            "limits": "{decision_ms: 500, match_s: 2.5}",
            "on_fault": "{two_sides: forfeit, more_sides: forfeit, strikes: 1}",
            "names": "shown",
            "entrants": "[{bot: 'p.m:C', name: b, author: kim, options: {x: 0.4, y: true}, games: [six],"
            " isolation: none, limits: {match_s: 3, memory_mb: 64}, noise: 1}, {bot: other, noise: 0.25}]",
            "null_twin": "b",
        },
    )
    assert config.seed == "3f9c0123456789abcdef0123456789ab"
    assert config.games[0].variant == {"players": 6, "teams": "pairs"}
    assert config.format.challengers == ("b",)
    assert config.workers == 0
    assert (config.stop.sets, config.stop.matches) == (5000, 20000)
    assert config.entrants[0].options == {"x": 0.4, "y": True}
    assert config.entrants[0].games == ("six",)
    assert config.entrants[0].isolation == "none"
    assert [entrant.noise for entrant in config.entrants] == [1.0, 0.25]
    assert (config.null_twin, config.rank_by) == ("b", "fit")
    assert (config.isolation.kind, config.isolation.require) == ("sandbox", ("bubblewrap",))
    assert limits_of(config.limits) == Limits(500, 2.5, 512, 10)
    assert limits_of(config.limits, config.entrants[0].limits) == Limits(500, 3, 64, 10)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        (
            {"seed": "123"},
            (
                "seed: expected 32 hex digits or any other text, in quotes, got the number 123; if text "
                'is meant, put it in quotes: "123"'
            ),
        ),
        (
            {"seed": "yes"},
            (
                "seed: expected 32 hex digits or any other text, in quotes, got yes (to YAML the same as "
                'true); if text is meant, put it in quotes: "yes"'
            ),
        ),
        (
            {"seed": "''"},
            "seed: expected a text of one line, not empty, without spaces around it, got the text ''",
        ),
        (
            {"games": "[]"},
            (
                "games: expected a list of at least one pool, such as - {id: bridgette, game: bridgette}, "
                "got an empty list"
            ),
        ),
        (
            {"games": "bridgette"},
            (
                "games: expected a list of at least one pool, such as - {id: bridgette, game: "
                "bridgette}, got the text 'bridgette'"
            ),
        ),
        ({"games": "[bridgette]"}, "games[0]: expected keys with values, got the text 'bridgette'"),
        (
            {"games": "[{game: bridgette}]"},
            "games[0].id: missing; expected a name for the pool, such as bridgette",
        ),
        (
            {"games": "[{id: a/b, game: bridgette}]"},
            ("games[0].id: expected a name of at most 64 characters, none of them /, got the text 'a/b'"),
        ),
        (
            {"games": "[{id: a, game: bridgette}, {id: a, game: bridgette}]"},
            ("games[1].id: 'a' is also the id of games[0]"),
        ),
        (
            {"games": "[{id: a, game: bridgette, variant: count}]"},
            ("games[0].variant: expected the game's rule options, keys with values, got the text 'count'"),
        ),
        (
            {"games": "[{id: a, game: bridgette, varaint: {}}]"},
            ("games[0].varaint: unknown key; known: id, game, variant; did you mean 'variant'?"),
        ),
        (
            {"format": "round_robin"},
            (
                "format: expected a format, such as {kind: round_robin, sets_per_pairing: 20}, "
                "got the text 'round_robin'"
            ),
        ),
        (
            {"format": "{kind: round_robbin, sets_per_pairing: 1}"},
            (
                "format.kind: expected round_robin, gauntlet, swiss, knockout or adaptive, "
                "got the text 'round_robbin'; did you mean 'round_robin'?"
            ),
        ),
        (
            {"format": "{sets_per_pairing: 1}"},
            (
                "format.kind: missing; expected round_robin, gauntlet, swiss, knockout or adaptive, "
                "or stages: a list of formats"
            ),
        ),
        (
            {"format": "{kind: round_robin, sets_per_pairing: 0}"},
            (f"format.sets_per_pairing: {COUNT}, got the number 0"),
        ),
        (
            {"format": "{kind: round_robin, sets_per_pairing: '3'}"},
            (f"format.sets_per_pairing: {COUNT}, got the text '3'; leave out the quotes"),
        ),
        (
            {"format": "{kind: round_robin, sets_per_pairing: 2.0}"},
            (f"format.sets_per_pairing: {COUNT}, got the number 2.0"),
        ),
        (
            {"format": "{kind: round_robin}"},
            (
                "format.sets_per_pairing: this ladder would never end: give sets_per_pairing here, or "
                "a stop, such as stop: {sets: 5000} or stop: {hours: 8}"
            ),
        ),
        (
            {"format": "{kind: round_robin, sets_per_pairing: 1, challengers: [a]}"},
            ("format.challengers: round_robin has no challengers; expected kind: gauntlet, or no challengers"),
        ),
        (
            {"format": "{kind: adaptive, sets_per_pairing: 2}", "stop": "{sets: 9}"},
            (
                "format.sets_per_pairing: adaptive has no sets_per_pairing; "
                "expected kind: round_robin or gauntlet or swiss, or no sets_per_pairing"
            ),
        ),
        (
            {"format": "{kind: swiss, round: 9}"},
            (
                "format.round: unknown key; known: kind, sets_per_pairing, challengers, rounds, sets_per_tie, "
                "seeding, level_tie, lives, third_place, advance, sets_per_round, min_sets_per_pair, stages; "
                "did you mean 'rounds'?"
            ),
        ),
        (
            {"format": "{kind: swiss}"},
            (
                "format.rounds: this ladder would never end: give rounds here, or "
                "a stop, such as stop: {sets: 5000} or stop: {hours: 8}"
            ),
        ),
        (
            {"format": "{kind: adaptive}"},
            (
                "format.kind: this ladder would never end: give a stop, such as stop: {sets: 5000} or "
                "stop: {hours: 8}"
            ),
        ),
        ({"format": "{kind: knockout}"}, f"format.sets_per_tie: missing; {COUNT}"),
        ({"format": "{kind: knockout, sets_per_tie: 0}"}, f"format.sets_per_tie: {COUNT}, got the number 0"),
        (
            {"format": "{kind: knockout, sets_per_tie: 2, seeding: strength}"},
            "format.seeding: expected rating or a list of names of entrants, got the text 'strength'",
        ),
        (
            {"format": "{kind: knockout, sets_per_tie: 2, seeding: [a, b, a]}"},
            "format.seeding[2]: 'a' is named twice",
        ),
        (
            {"format": "{kind: knockout, sets_per_tie: 2, lives: 3}"},
            "format.lives: expected 1 or 2, got the number 3",
        ),
        (
            {"format": "{kind: knockout, sets_per_tie: 2, level_tie: replay}"},
            "format.level_tie: expected margin or play_on, got the text 'replay'; did you mean 'play_on'?",
        ),
        (
            {"format": "{kind: knockout, sets_per_tie: 2, lives: 2, third_place: true}"},
            (
                "format.third_place: with two lives, the third is whoever loses the last of the losers' rounds; "
                "leave this out"
            ),
        ),
        (
            {"format": "{kind: knockout, sets_per_tie: 2}", "stop": "{resolved: {p: 0.9}}"},
            "stop.resolved: a knockout ends with its final; leave this out",
        ),
        (
            {"format": "{kind: gauntlet, sets_per_pairing: 1}"},
            ("format.challengers: a gauntlet needs challengers: a list of at least one name of an entrant"),
        ),
        (
            {"format": "{kind: gauntlet, sets_per_pairing: 1, challengers: []}"},
            ("format.challengers: a gauntlet needs challengers: a list of at least one name of an entrant"),
        ),
        (
            {"format": "{kind: gauntlet, sets_per_pairing: 1, challengers: a}"},
            ("format.challengers: expected a list of names of entrants, got the text 'a'"),
        ),
        (
            {"format": "{kind: gauntlet, sets_per_pairing: 1, challengers: [1]}"},
            ('format.challengers[0]: expected a text, got the number 1; if text is meant, put it in quotes: "1"'),
        ),
        (
            {"format": "{kind: gauntlet, sets_per_pairing: 1, challengers: [a, a]}"},
            ("format.challengers[1]: 'a' is named twice"),
        ),
        (
            {"seatings": "rotation"},
            ("seatings: expected rotations or permutations, got the text 'rotation'; did you mean 'rotations'?"),
        ),
        ({"stop": "5000"}, "stop: expected keys with values, such as {sets: 5000}, got the number 5000"),
        ({"stop": "{sets: 0}"}, f"stop.sets: {COUNT}, got the number 0"),
        ({"stop": "{matches: true}"}, f"stop.matches: {COUNT}, got true"),
        (
            {"stop": "{set: 3}"},
            "stop.set: unknown key; known: sets, matches, hours, at, resolved; did you mean 'sets'?",
        ),
        ({"stop": "{hours: 0}"}, "stop.hours: expected a number above 0 and at most 10000, got the number 0"),
        (
            {"stop": "{hours: .inf}"},
            "stop.hours: expected a number above 0 and at most 10000, got the number .inf",
        ),
        ({"stop": "{at: seven}"}, f"stop.at: {AT}, got the text 'seven'"),
        ({"stop": "{at: '25:00'}"}, f"stop.at: {AT}, got the text '25:00'"),
        ({"stop": "{at: 7}"}, f'stop.at: {AT}, got the number 7; if text is meant, put it in quotes: "7"'),
        (
            {"stop": "{at: 17:00}"},
            'stop.at: YAML takes 17:00 for the number 1020; if text is meant, put it in quotes: "17:00"',
        ),
        (
            {"stop": "{resolved: 0.95}"},
            "stop.resolved: expected keys with values, such as {p: 0.95}, got the number 0.95",
        ),
        ({"stop": "{resolved: {}}"}, "stop.resolved.p: missing; expected a number above 0.5 and below 1"),
        (
            {"stop": "{resolved: {p: 0.5}}"},
            "stop.resolved.p: expected a number above 0.5 and below 1, got the number 0.5",
        ),
        (
            {"stop": "{resolved: {p: 1}}"},
            "stop.resolved.p: expected a number above 0.5 and below 1, got the number 1",
        ),
        ({"stop": "{resolved: {p: 0.9, top: 0}}"}, f"stop.resolved.top: {COUNT}, got the number 0"),
        (
            {"stop": "{resolved: {p: 0.9, first: 5}}"},
            "stop.resolved.first: unknown key; known: p, top",
        ),
        ({"rank_by": "elo"}, "rank_by: expected trueskill or fit, got the text 'elo'"),
        (
            {"workers": "-1"},
            ("workers: expected auto or a whole number (0: serial, in the main process), got the number -1"),
        ),
        (
            {"workers": "'2'"},
            ("workers: expected auto or a whole number (0: serial, in the main process), got the text '2'"),
        ),
        (
            {"workers": "no"},
            (
                "workers: expected auto or a whole number (0: serial, in the main process), got no (to "
                "YAML the same as false)"
            ),
        ),
        (
            {"executor": "local"},
            "executor: expected keys with values, such as {kind: local}, got the text 'local'",
        ),
        ({"executor": "{kind: thread}"}, "executor.kind: expected local or dask, got the text 'thread'"),
        (
            {"isolation": "sandbx"},
            (
                "isolation: expected auto, none, process or sandbox, or {kind: sandbox, require: best_effort or "
                "[bubblewrap]}, got the text 'sandbx'"
            ),
        ),
        (
            {"isolation": "{kind: proces}"},
            (
                "isolation.kind: expected auto, none, process or sandbox, got the text 'proces'; "
                "did you mean 'process'?"
            ),
        ),
        (
            {"isolation": "{kind: sandbox, require: best}"},
            "isolation.require: expected best_effort or [bubblewrap], got the text 'best'",
        ),
        (
            {"isolation": "{kind: process, require: best_effort}"},
            "isolation.require: only a sandbox has layers; expected kind: sandbox",
        ),
        ({"limits": "3"}, "limits: expected keys with values, such as {decision_ms: 500}, got the number 3"),
        (
            {"limits": "{decision_s: 3}"},
            (
                "limits.decision_s: unknown key; known: decision_ms, match_s, memory_mb, startup_s; "
                "did you mean 'decision_ms'?"
            ),
        ),
        ({"limits": "{decision_ms: 0}"}, f"limits.decision_ms: {COUNT}, got the number 0"),
        ({"limits": "{match_s: -1}"}, "limits.match_s: expected a number above 0, got the number -1"),
        (
            {"entrants": "[{bot: a.py, limits: {match_s: x}}]"},
            "entrants[0].limits.match_s: expected a number above 0, got the text 'x'",
        ),
        (
            {"entrants": "[{bot: a.py, isolation: yes}]"},
            "entrants[0].isolation: expected auto, none, process or sandbox, got yes (to YAML the same as true)",
        ),
        (
            {"entrants": "[{bot: a.py, noise: 1.1}]"},
            "entrants[0].noise: expected a number from 0 to 1, got the number 1.1",
        ),
        (
            {"entrants": "[{bot: a.py, noise: -0.1}]"},
            "entrants[0].noise: expected a number from 0 to 1, got the number -0.1",
        ),
        (
            {"entrants": "[{bot: a.py, noise: .nan}]"},
            "entrants[0].noise: expected a number from 0 to 1, got the number .nan",
        ),
        (
            {"entrants": "[{bot: a.py, noise: some}]"},
            "entrants[0].noise: expected a number from 0 to 1, got the text 'some'",
        ),
        (
            {"null_twin": "[a]"},
            "null_twin: expected the name of an entrant, got a list",
        ),
        ({"on_fault": "{two_sides: play_on}"}, "on_fault.two_sides: expected forfeit, got the text 'play_on'"),
        (
            {"on_fault": "{more_sides: play}"},
            ("on_fault.more_sides: expected play_on or forfeit, got the text 'play'; did you mean 'play_on'?"),
        ),
        ({"on_fault": "{strikes: 0}"}, f"on_fault.strikes: {COUNT}, got the number 0"),
        ({"names": "show"}, "names: expected hidden or shown, got the text 'show'; did you mean 'shown'?"),
        (
            {"entrants": "[{name: a}]"},
            (
                "entrants[0].bot: missing; expected a bot: path.py, path.py:Class, a folder, "
                "package.module:Class or the name of an entry point; or a command: a program and what it is "
                "given, such as [node, bots/external/first_legal.mjs]"
            ),
        ),
        (
            {"entrants": "[{bot: a.py, command: [node, a.mjs]}]"},
            "entrants[0].command: either a bot or a command; leave out one of them",
        ),
        (
            {"entrants": "[{command: node a.mjs, name: a}]"},
            (
                "entrants[0].command: expected a program and what it is given, such as [node, "
                "bots/external/first_legal.mjs], got the text 'node a.mjs'"
            ),
        ),
        (
            {"entrants": "[{bot: a.py, option: {}}]"},
            (
                "entrants[0].option: unknown key; known: bot, command, name, author, "
                "options, games, limits, isolation, noise; did you mean 'options'?"
            ),
        ),
        (
            {"entrants": "[{bot: a.py, name: yes}]"},
            (
                "entrants[0].name: expected a name for the entrant, got yes (to "
                'YAML the same as true); if text is meant, put it in quotes: "yes"'
            ),
        ),
        (
            {"entrants": "[{bot: a.py, options: [x]}]"},
            ("entrants[0].options: expected the bot's options, keys with values, got a list"),
        ),
        (
            {"entrants": "[{bot: a.py, games: six}]"},
            ("entrants[0].games: expected a list of ids of pools or names of games, got the text 'six'"),
        ),
        (
            {"entrant": "[]"},
            (
                "entrant: unknown key; known: ladder, seed, games, format, seatings, stop, rank_by, "
                "workers, executor, isolation, limits, on_fault, names, entrants, null_twin; "
                "did you mean 'entrants'?"
            ),
        ),
    ],
)
def test_wrong_value_is_refused_in_plain_words(tmp_path, changes, expected):
    assert problems(tmp_path, **changes) == [expected]


@pytest.mark.parametrize("key", ["ladder", "games", "format", "entrants"])
def test_missing_key_is_named(tmp_path, key):
    with pytest.raises(ConfigError) as caught:
        load(tmp_path, {name: value for name, value in SOUND.items() if name != key})
    (problem,) = caught.value.problems
    assert problem.key == key
    assert problem.message.startswith("missing; expected a ")


@pytest.mark.parametrize("name", ["", " a", ".hidden", "..", "a/b", "a b", "-a", "é", 65 * "a"])
def test_ladder_name_must_be_safe_as_a_folder(tmp_path, name):
    (problem,) = problems(tmp_path, ladder=f"'{name}'")
    assert problem.startswith("ladder: expected a name that can be a folder's")


@pytest.mark.parametrize("name", ["", " a", "a ", "a/b", "a+b", "a&b", "a@b", "a\\tb", "a\\x85b", 65 * "a"])
def test_entrant_name_that_would_spoil_ids_is_refused(tmp_path, name):
    (problem,) = problems(tmp_path, entrants=f'[{{bot: a.py, name: "{name}"}}]')
    assert problem.startswith("entrants[0].name: expected a ")


@pytest.mark.parametrize("name", ["basic", "a b", "Ünï-code_1.2", 64 * "a", "a:b", "#1"])
def test_entrant_name_may_be_any_other_text(tmp_path, name):
    config = load(tmp_path, SOUND | {"entrants": f"[{{bot: a.py, name: '{name}'}}]"})
    assert config.entrants[0].name == name


SWISS = "{kind: swiss, rounds: 5}"
KNOCKOUT = "{kind: knockout, sets_per_tie: 2}"


@pytest.mark.parametrize(
    ("stages", "expected"),
    [
        ("[]", "format.stages: expected a list of formats, such as [{kind: swiss, rounds: 7}], got an empty list"),
        (
            "swiss",
            "format.stages: expected a list of formats, such as [{kind: swiss, rounds: 7}], got the text 'swiss'",
        ),
        (
            f"[{SWISS}, {{}}]",
            "format.stages[1].kind: missing; expected round_robin, gauntlet, swiss, knockout or adaptive",
        ),
        (
            f"[{{kind: swis, rounds: 3}}, {KNOCKOUT}]",
            (
                "format.stages[0].kind: expected round_robin, gauntlet, swiss, knockout or adaptive, "
                "got the text 'swis'; did you mean 'swiss'?"
            ),
        ),
        (
            f"[{SWISS}, {{kind: knockout, sets_per_tie: 2, rounds: 3}}]",
            "format.stages[1].rounds: knockout has no rounds; expected kind: swiss, or no rounds",
        ),
        (f"[{SWISS}, {{kind: knockout}}]", f"format.stages[1].sets_per_tie: missing; {COUNT}"),
        (
            f"[{{kind: swiss}}, {KNOCKOUT}]",
            (
                "format.stages[0].rounds: this stage would never end: give rounds here, or a stop, such as "
                "stop: {sets: 5000} or stop: {hours: 3}"
            ),
        ),
        (
            f"[{SWISS}, {{kind: adaptive}}]",
            (
                "format.stages[1].kind: this stage would never end: give a stop, such as stop: {sets: 5000} or "
                "stop: {hours: 3}"
            ),
        ),
        (
            f"[{KNOCKOUT}, {SWISS}]",
            "format.stages[0].kind: after a knockout there is nothing to play for; make it the last stage",
        ),
        (
            f"[{{kind: swiss, rounds: 5, top: 8}}, {KNOCKOUT}]",
            "format.stages[0].top: before the first stage there is none; leave this out",
        ),
        (
            f"[{{kind: swiss, rounds: 5, carry_over: nothing}}, {KNOCKOUT}]",
            "format.stages[0].carry_over: before the first stage there is none; leave this out",
        ),
        (
            f"[{SWISS}, {{kind: swiss, rounds: 5, top: 4}}, {{kind: knockout, sets_per_tie: 2, top: 8}}]",
            "format.stages[2].top: expected at most 4, as many as are left by then, got 8",
        ),
        (
            f"[{SWISS}, {{kind: knockout, sets_per_tie: 2, top: 0}}]",
            f"format.stages[1].top: {COUNT}, got the number 0",
        ),
        (
            f"[{SWISS}, {{kind: knockout, sets_per_tie: 2, carry_over: points}}]",
            "format.stages[1].carry_over: expected ratings or nothing, got the text 'points'",
        ),
        (
            f"[{{kind: swiss, stop: {{at: '07:00'}}}}, {KNOCKOUT}]",
            "format.stages[0].stop.at: unknown key; known: sets, matches, hours",
        ),
        (
            f"[{{kind: swiss, stop: {{hours: 0}}}}, {KNOCKOUT}]",
            "format.stages[0].stop.hours: expected a number above 0 and at most 10000, got the number 0",
        ),
    ],
)
def test_what_is_wrong_with_a_stage_is_told_in_plain_words(tmp_path, stages, expected):
    assert problems(tmp_path, format=f"{{stages: {stages}}}") == [expected]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"stages": f"[{SWISS}, {KNOCKOUT}]"}, "stages: stages are a format; write format: {stages: [ … ]}"),
        (
            {"format": f"{{kind: swiss, stages: [{SWISS}, {KNOCKOUT}]}}"},
            "format.kind: a ladder in stages has its formats there; put this into one of them",
        ),
        (
            {"format": f"{{stages: [{SWISS}, {KNOCKOUT}]}}", "stop": "{resolved: {p: 0.9}}"},
            "stop.resolved: a ladder in stages ends with the last of them; leave this out",
        ),
        (
            {"format": "{kind: swiss, rounds: 3, top: 8}"},
            (
                "format.top: unknown key; known: kind, sets_per_pairing, challengers, rounds, sets_per_tie, "
                "seeding, level_tie, lives, third_place, advance, sets_per_round, min_sets_per_pair, stages"
            ),
        ),
    ],
)
def test_what_does_not_go_with_stages_is_told(tmp_path, changes, expected):
    assert problems(tmp_path, **changes) == [expected]


def test_a_stop_of_the_ladder_may_end_the_last_stage_and_no_other(tmp_path):
    config = load(tmp_path, SOUND | {"format": f"{{stages: [{SWISS}, {{kind: adaptive}}]}}", "stop": "{sets: 9}"})
    assert [stage.kind for stage in config.format.in_turn] == ["swiss", "adaptive"]
    (problem,) = problems(tmp_path, format=f"{{stages: [{{kind: swiss}}, {SWISS}]}}", stop="{sets: 9}")
    assert problem.startswith("format.stages[0].rounds: this stage would never end: ")


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        (
            {"executor": "{kind: dask, scheduler: 'host:8786'}"},
            f"executor.scheduler: expected {SCHEDULER}, got the text 'host:8786'",
        ),
        (
            {"executor": "{kind: local, scheduler: 'tcp://host:8786'}"},
            "executor.scheduler: worker processes of this machine have none; expected kind: dask",
        ),
        (
            {"executor": "{kind: dask}", "workers": "0"},
            "workers: 0 plays in the main process, not with kind: dask; leave out one of them",
        ),
        (
            {"executor": "{kind: dask, tls_ca: ca.pem}"},
            f"executor.tls_ca: only with a scheduler; expected scheduler: {SCHEDULER}",
        ),
        (
            {"executor": "{kind: dask, scheduler: 'tls://host:8786', tls_ca: no/ca.pem}"},
            "executor.tls_ca: no such file: no/ca.pem",
        ),
        (
            {"executor": "{kind: dask, scheduler: 'tls://host:8786', tls_key: x.yaml}"},
            "executor.tls_cert: missing; expected the certificate of tls_key",
        ),
        (
            {"executor": "{kind: task}"},
            "executor.kind: expected local or dask, got the text 'task'; did you mean 'dask'?",
        ),
    ],
)
def test_what_an_executor_is_given_must_fit(tmp_path, monkeypatch, changes, expected):
    monkeypatch.chdir(tmp_path)
    assert problems(tmp_path, **changes) == [expected]


@pytest.mark.parametrize(
    "stop",
    ["{sets: 5}", "{matches: 5}", "{sets: 5, matches: 5}", "{hours: 8}", "{at: '07:00'}", "{resolved: {p: 0.95}}"],
)
def test_stop_may_stand_for_sets_per_pairing(tmp_path, stop):
    config = load(tmp_path, SOUND | {"format": "{kind: round_robin}", "stop": stop})
    assert config.format.sets_per_pairing is None


def test_all_problems_are_told_at_once_in_the_order_of_the_file(tmp_path):
    path = tmp_path / "x.yaml"
    path.write_text(
        "ladder: a b\n"
        "seed: 0123\n"
        "games:\n"
        "  - {id: a, game: bridgette}\n"
        "  - {id: a}\n"
        "format:\n"
        "  kind: gauntlet\n"
        "  challengers: [x, x]\n"
        "entrants:\n"
        "  - {bot: a.py, nam: a}\n"
        "null_twin: {}\n"
        "null_twin: {}\n"
    )
    with pytest.raises(ArenaError) as caught:
        load_config(path)
    places = [line.split(": ")[:2] for line in str(caught.value).splitlines()]
    assert places == [
        [f"{path}:1", "ladder"],
        [f"{path}:2", "seed"],
        [f"{path}:5", "games[1].game"],
        [f"{path}:6", "format.sets_per_pairing"],
        [f"{path}:8", "format.challengers[1]"],
        [f"{path}:10", "entrants[0].nam"],
        [f"{path}:11", "null_twin"],
    ]


def test_config_is_frozen(tmp_path):
    config = load(tmp_path, SOUND)
    with pytest.raises(ValueError, match="frozen"):
        config.ladder = "other"  # type: ignore[misc]
