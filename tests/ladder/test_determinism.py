"""What `arena verify --deep` finds by playing a sample again with the bots that the ladder has kept."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arena.ladder.determinism import SETS_EACH, Deviation, Repetition
from arena.ladder.entrants import load_ladder
from arena.ladder.runner import run_ladder
from arena.ladder.stored import open_ladder
from tests.ladder.kit import BRIDGETTE, write_config

SIX = {"id": "six", "game": "fiftysix", "variant": {"players": 6, "tables": 2, "max_deals": 2}}
BOT = """
import os
import time
from arena.bots import Bot

class Some(Bot):
    games = ("bridgette", "fiftysix")

    def act(self, view):
        {act}
"""

Again = Callable[..., tuple[list[Deviation], Repetition]]


@pytest.fixture
def again(tmp_path: Path) -> Again:
    """Play a ladder of `a`, `b` and a bot that acts so, change the bot's file, and play a sample again."""

    def again(act: str, entrant: dict[str, Any] | None = None, **keys: Any) -> tuple[list[Deviation], Repetition]:
        (tmp_path / "some.py").write_text(BOT.format(act=act))
        form = {"kind": "round_robin", "sets_per_pairing": 4}
        entrants = ["a", "b", {"bot": "some.py", "name": "some", **(entrant or {})}]
        config = write_config(tmp_path, entrants, format=form, **{"games": [BRIDGETTE]} | keys)
        run_ladder(load_ladder(config), tmp_path / "results", quiet=True)
        (tmp_path / "some.py").write_text("raise RuntimeError('the file of now is not what played')")
        with open_ladder(tmp_path / "results") as stored:
            repetition = Repetition(stored, tmp_path / "workspace")
            return list(repetition.deviations()), repetition

    return again


def test_bots_that_go_by_what_they_see_act_again_as_they_did(again: Again) -> None:
    deviations, repetition = again("return self.rng.choice(view.legal)", games=[BRIDGETTE, SIX])
    assert deviations == []
    assert not repetition.left_out
    # three entrants in three pairings: at least as many sets as one entrant needs, at most what all do
    assert 2 * SETS_EACH <= repetition.matches <= 3 * SETS_EACH * (2 + 3)


def test_noise_comes_again_too(again: Again) -> None:
    deviations, repetition = again("return view.legal[0]", {"noise": 0.3})
    assert deviations == []
    assert repetition.matches > 0


def test_bots_that_say_that_time_decides_are_left_out(again: Again) -> None:
    act = "return view.legal[time.time_ns() % len(view.legal)]\n    timed = True"
    deviations, repetition = again(act)
    assert deviations == []
    assert list(repetition.left_out.values()) == ["it lets time decide what it does"]


def test_a_bot_that_goes_by_the_time_is_named_with_its_first_other_action(again: Again) -> None:
    deviations, _ = again("return view.legal[time.time_ns() % len(view.legal)]")
    assert deviations
    assert {deviation.entrant.partition("@")[0] for deviation in deviations} == {"some"}
    assert all(deviation.then != deviation.now for deviation in deviations)
    assert "some@" in str(deviations[0])


def test_a_bot_that_faults_only_when_played_again_is_named_with_its_fault(again: Again, tmp_path: Path) -> None:
    mark = tmp_path / "played"
    act = f"assert view.phase != 'call' or not os.path.exists({str(mark)!r}); return view.legal[0]"
    deviations, _ = again(act)
    assert deviations == []
    mark.touch()
    with open_ladder(tmp_path / "results") as stored:
        found = list(Repetition(stored, tmp_path / "workspace").deviations())
    assert {(one.entrant.partition("@")[0], one.now) for one in found} == {("some", "crash: AssertionError")}


def test_bots_whose_bundle_is_gone_are_left_out_and_said(again: Again, tmp_path: Path) -> None:
    again("return view.legal[0]")
    with open_ladder(tmp_path / "results") as stored:
        key = next(entrant.key for entrant in stored.entrants() if entrant.name == "some")
        bundle = next(entrant.bundle for entrant in stored.entrants() if entrant.name == "some")
        for path in (tmp_path / "results" / "bundles" / bundle).iterdir():
            path.unlink()
        (tmp_path / "results" / "bundles" / bundle).rmdir()
        repetition = Repetition(stored, tmp_path / "workspace")
        assert list(repetition.deviations()) == []
    assert set(repetition.left_out) == {key}
    assert bundle in repetition.left_out[key]
    assert repetition.matches > 0
