"""`arena check --as RESULTS`."""

from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from arena.cli import check_there
from arena.cli.main import app
from arena.errors import ArenaError
from tests.ladder.kit import make_ladder, missing, opened, played


def results_in(folder: Path, *paces_ms: float, decision_ms: int = 200) -> Path:
    """A ladder of this limit, in whose last run workers have measured these times."""
    ladder = make_ladder(folder, limits={"decision_ms": decision_ms})
    store = opened(folder / "results", ladder)
    for worker, (pace, task) in enumerate(zip(paces_ms, missing(store, ladder), strict=False), start=1):
        store.add([msgspec.structs.replace(played(task), worker=worker, pace_ns=round(pace * 1e6))])
    store.close("done")
    return folder / "results"


def output(*arguments: object) -> str:
    done = CliRunner().invoke(app, ["check", *map(str, arguments)])
    if isinstance(done.exception, ArenaError):
        raise done.exception
    assert done.exit_code == 0, done.output
    return done.stdout


def test_times_are_scaled_to_the_slowest_worker_and_held_against_the_limit(tmp_path, monkeypatch):
    monkeypatch.setattr(check_there, "loop_ns", lambda: 10_000_000)
    out = output(
        "bots/random_legal.py", "--game", "bridgette", "--budget", 1, "--as", results_in(tmp_path, 30, 50)
    )
    text = " ".join(out.split())
    assert "Its slowest worker takes 5.00 times as long as this machine: 50.0 ms for a loop" in text
    assert "loop that takes 10.0 ms here. The limit is 200 ms of CPU time." in text
    assert "Too slow there" not in out


def test_a_bot_that_would_be_late_there_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(check_there, "loop_ns", lambda: 1000)
    results = results_in(tmp_path, 50, decision_ms=1)
    out = output("bots/random_legal.py", "--game", "bridgette", "--budget", 1, "--as", results)
    assert "Too slow there" in out


def test_a_ladder_without_measurements_is_refused_before_the_check(tmp_path):
    with pytest.raises(ArenaError, match="no run has measured yet how fast its machines are"):
        output("bots/random_legal.py", "--as", results_in(tmp_path))


def test_a_scene_is_not_timed(tmp_path):
    with pytest.raises(ArenaError, match="--as: a scene is not timed; leave out --scene"):
        output("bots/random_legal.py", "--as", results_in(tmp_path, 10), "--scene", "x")
