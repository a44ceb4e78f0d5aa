"""`null_twin` adds an entrant that differs from another in nothing but its name."""

from pathlib import Path
from typing import Any

import pytest

from arena.ladder.config import ConfigError
from arena.ladder.entrants import load_config_of, load_ladder
from arena.ladder.events import Roster
from arena.ladder.field import field_of
from arena.ladder.inbox import Inbox
from arena.ladder.runner import run_ladder
from arena.ladder.schedule import name_of
from arena.ladder.stored import open_ladder
from tests.ladder.kit import BRIDGETTE, SIX, make_ladder, submission, write_config

BOT = "bots/random_legal.py"


def problems(folder: Path, *entrants: str | dict[str, Any], **keys: Any) -> list[str]:
    with pytest.raises(ConfigError) as caught:
        make_ladder(folder, entrants, **keys)
    return [f"{problem.key}: {problem.message}" for problem in caught.value.problems]


def test_the_twin_is_the_entrant_in_all_but_its_name(tmp_path: Path) -> None:
    entry = {"bot": BOT, "name": "a", "noise": 0.5, "games": ["six"], "author": "kim", "limits": {"match_s": 9}}
    ladder = make_ladder(tmp_path, [entry, "b", "c"], games=[BRIDGETTE, SIX], null_twin="a")
    a, *_, twin = ladder.entrants
    assert twin.name == "a-twin"
    assert twin.key == f"a-twin@{a.version}"
    assert (twin.noise, twin.author, twin.games, twin.limits) == (0.5, "kim", ("fiftysix",), a.limits)
    assert [[entrant.name for entrant in pool.entrants] for pool in ladder.pools] == [
        ["b", "c"],
        ["a", "b", "c", "a-twin"],
    ]


def test_a_name_taken_from_the_bot_has_a_twin_too(tmp_path: Path) -> None:
    ladder = make_ladder(tmp_path, [{"bot": BOT}], null_twin="random_legal")
    assert [entrant.name for entrant in ladder.entrants] == ["random_legal", "random_legal-twin"]


def test_an_entrant_and_its_twin_are_enough_for_a_pool(tmp_path: Path) -> None:
    assert len(make_ladder(tmp_path, "a", null_twin="a").entrants) == 2


def test_the_twin_of_a_challenger_challenges(tmp_path: Path) -> None:
    form = {"kind": "gauntlet", "challengers": ["a"], "sets_per_pairing": 1}
    ladder = make_ladder(tmp_path, "abc", format=form, null_twin="a")
    run_ladder(ladder, tmp_path / "results", quiet=True)
    with open_ladder(tmp_path / "results") as stored:
        pairs = {frozenset(name_of(k) for s in r.sides for k in s) for r in stored.counted_sets("bridgette")}
    assert pairs == {frozenset(pair) for pair in (("a", "b"), ("a", "c"), ("a-twin", "b"), ("a-twin", "c"))}
    ladder = make_ladder(tmp_path, "abc", format=form, null_twin="b")
    field = field_of(ladder, ladder.pools[0], Roster(), {})
    assert list(map(name_of, field.challengers)) == ["a"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (
            "zz",
            (
                "null_twin: no entrant 'zz' in this config, and one that was submitted can have no twin; known: "
                "a, b, b-twin"
            ),
        ),
        ("b", "null_twin: the twin would be called 'b-twin', as entrants[2] is; give that one another name"),
    ],
)
def test_a_twin_that_cannot_be_is_told(tmp_path: Path, name: str, expected: str) -> None:
    assert problems(tmp_path, "a", "b", {"bot": BOT, "name": "b-twin"}, null_twin=name) == [expected]


def test_a_misspelt_name_has_a_suggestion(tmp_path: Path) -> None:
    (problem,) = problems(tmp_path, {"bot": BOT, "name": "steady"}, "b", null_twin="stedy")
    assert problem.endswith("did you mean 'steady'?")


def test_a_name_that_is_too_long_for_a_twin_is_told(tmp_path: Path) -> None:
    (problem,) = problems(tmp_path, {"bot": BOT, "name": "x" * 60}, "b", null_twin="x" * 60)
    assert "expected a name of at most 64 characters" in problem


def test_no_second_message_where_the_entrant_is_wrong(tmp_path: Path) -> None:
    for entry in ({"bot": "bots/none.py"}, {"bot": "bots/none.py", "name": "none"}):
        (problem,) = problems(tmp_path, entry, "b", null_twin="none")
        assert problem.startswith("entrants[0].bot: ")


def test_nobody_can_have_the_twins_name_or_be_its_original_from_outside(tmp_path: Path) -> None:
    Inbox(tmp_path / "results").post(submission("a-twin"))
    Inbox(tmp_path / "results").post(submission("guest"))
    with pytest.raises(ConfigError, match="the name 'a-twin' is also that of an entrant that was submitted"):
        load_ladder(write_config(tmp_path, "ab", null_twin="a"), tmp_path / "results")
    with pytest.raises(ConfigError, match="one that was submitted can have no twin"):
        load_ladder(write_config(tmp_path, "ab", null_twin="guest"), tmp_path / "results")
    assert "a-twin" in load_config_of(write_config(tmp_path, "ab", null_twin="a")).names


def test_twins_draw_every_set_between_them_and_meet_others_on_other_cards(tmp_path: Path) -> None:
    """They sit in the same places with the same cards, random numbers and noise, so they play the same matches."""
    noisy = {"bot": BOT, "name": "a", "noise": 0.3}
    run_ladder(make_ladder(tmp_path, [noisy, "b"], null_twin="a"), tmp_path / "results", quiet=True)
    with open_ladder(tmp_path / "results") as stored:
        sets = {}
        for result in stored.counted_sets("bridgette", transcripts=True):
            names = frozenset(name_of(key) for side in result.sides for key in side)
            sets.setdefault(names, []).append([match.transcript for match in result.matches])
    assert all(one == other for one, other in sets[frozenset(("a", "a-twin"))])
    assert sets[frozenset(("a", "b"))] != sets[frozenset(("a-twin", "b"))]


def test_a_twin_can_come_and_go_between_runs(tmp_path: Path) -> None:
    def run(**keys: Any) -> tuple[list[str], str | None]:
        run_ladder(make_ladder(tmp_path, "ab", **keys), tmp_path / "results", quiet=True)
        with open_ladder(tmp_path / "results") as stored:
            return [name_of(key) for key in stored.field("bridgette")], stored.null_twin

    assert run() == (["a", "b"], None)
    assert run(null_twin="a") == (["a", "b", "a-twin"], "a")
    assert run(null_twin="b") == (["a", "b", "b-twin"], "b")
    assert run() == (["a", "b"], None)
