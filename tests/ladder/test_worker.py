"""A worker holds every bot as the config says, and finds out who is to blame when a process ends."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import arena.ladder.isolation
from arena.errors import ArenaError
from arena.hosts.layers import REQUIRED, Layer, LayerMissingError
from arena.hosts.output import entrant_logs
from arena.hosts.thinking import bucket, percentile_ms
from arena.ladder.config import ConfigError, IsolationConfig
from arena.ladder.entrants import Ladder
from arena.ladder.inbox import Inbox
from arena.ladder.isolation import find_sandbox, isolation_of
from arena.ladder.runner import run_ladder
from arena.ladder.stored import open_ladder
from arena.ladder.stored_entrant import Origin
from arena.ladder.worker import SetPlayer
from arena.records import FaultKind, SetResult, SetTask
from tests.ladder.kit import SIX, contents, make_ladder, submission

BOT = """
import os
from pathlib import Path
from arena.bots import Bot

class Mortal(Bot):
    games = ("bridgette", "fiftysix")
    lives = Path(__file__).parent.parent.parent / "lives"

    def act(self, view):
        {act}
        return view.legal[0]
"""
DIE = "os._exit(0)"
DIE_ONCE = "self.lives.exists() or (self.lives.touch(), os._exit(0))"
DIE_AFTER_ANOTHER = (
    "more = self.lives.with_name('more')\n"
    "        self.lives.exists() and not more.exists() and (more.touch(), os._exit(0))"
)


def ladder_of(folder: Path, *acts: str, **keys: Any) -> Ladder:
    """A ladder of bots that do these things in `act`."""
    for i, act in enumerate(acts):
        (folder / f"bot{i}.py").write_text(BOT.format(act=act))
    entrants = [{"bot": f"bot{i}.py", "name": f"bot{i}"} for i in range(len(acts))]
    return make_ladder(folder, entrants, **{"isolation": "process", **keys})


def task_of(ladder: Ladder) -> SetTask:
    pool = ladder.pools[0]
    return SetTask(pool.id, 1, 1, tuple((key,) for key in pool.keys), 1, "5eed")


@pytest.fixture
def play(tmp_path: Path) -> Callable[[Ladder], SetResult]:
    """Play the first set of a ladder."""

    def play(ladder: Ladder) -> SetResult:
        player = SetPlayer(ladder, tmp_path / "results")
        try:
            return player.play(task_of(ladder))
        finally:
            player.close()

    return play


@pytest.mark.parametrize("pool", [{"id": "bridgette", "game": "bridgette"}, SIX])
def test_a_set_comes_out_alike_in_every_isolation(
    tmp_path: Path, play: Callable[[Ladder], SetResult], pool: dict[str, Any]
) -> None:
    results = {
        isolation: play(make_ladder(tmp_path, "abc" if pool is SIX else "ab", games=[pool], isolation=isolation))
        for isolation in ("none", "auto", "process", "sandbox")
    }
    assert len(set(map(repr, results.values()))) == 1


def test_an_entrant_may_be_held_otherwise_than_the_rest(
    tmp_path: Path, play: Callable[[Ladder], SetResult]
) -> None:
    bot = {"bot": "bots/random_legal.py"}
    entrants = [bot | {"name": "a", "isolation": "none"}, bot | {"name": "b", "limits": {"decision_ms": 2000}}]
    mixed = make_ladder(tmp_path, entrants, isolation="process")
    assert [(one.isolation, one.limits.decision_ms) for one in mixed.entrants] == [
        ("none", 1000),
        ("process", 2000),
    ]
    assert play(mixed) == play(make_ladder(tmp_path, "ab"))


def test_a_set_in_which_a_process_ended_is_played_again(
    tmp_path: Path, play: Callable[[Ladder], SetResult], caplog: pytest.LogCaptureFixture
) -> None:
    ladder = ladder_of(tmp_path, DIE_ONCE, "pass")
    result = play(ladder)
    assert all(match.fault is None for match in result.matches)
    assert "the process of seat 0 ended with exit code 0; the set is played again, alone" in caplog.text


@pytest.mark.parametrize("isolation", ["process", "sandbox"])
def test_a_process_that_ends_again_is_its_bots_crash(
    tmp_path: Path, play: Callable[[Ladder], SetResult], isolation: str
) -> None:
    result = play(ladder_of(tmp_path, "pass", DIE, isolation=isolation))
    assert [match.order for match in result.matches] == [(0, 1), (1, 0)]
    assert [match.forfeited for match in result.matches] == [(1,), (0,)]
    for match in result.matches:
        assert match.fault is not None
        assert (match.fault.kind, match.fault.detail) == (FaultKind.CRASH, "ended with exit code 0")


@pytest.mark.parametrize("isolation", ["process", "sandbox"])
def test_two_bots_that_both_end_themselves_make_no_set_void(
    tmp_path: Path, play: Callable[[Ladder], SetResult], isolation: str
) -> None:
    result = play(ladder_of(tmp_path, DIE, DIE, isolation=isolation))
    assert [match.order for match in result.matches] == [(0, 1), (1, 0)]
    assert [match.fault.seat if match.fault else None for match in result.matches] == [0, 0]
    assert [match.forfeited for match in result.matches] == [(0,), (0,)]


def test_of_two_bots_that_end_themselves_at_one_event_the_lower_seat_is_blamed(
    tmp_path: Path, play: Callable[[Ladder], SetResult]
) -> None:
    dies = "pass\n        return view.legal[0]\n\n    def deal_end(self, view, event):\n        os._exit(0)"
    result = play(ladder_of(tmp_path, dies, dies))
    assert [match.fault.seat if match.fault else None for match in result.matches] == [0, 0]


def test_bots_whose_processes_end_once_each_are_blamed_for_nothing(
    tmp_path: Path, play: Callable[[Ladder], SetResult], caplog: pytest.LogCaptureFixture
) -> None:
    result = play(ladder_of(tmp_path, DIE_ONCE, DIE_AFTER_ANOTHER))
    assert all(match.fault is None for match in result.matches)
    assert caplog.text.count("the set is played again, alone") == 2


def test_a_run_in_processes_stores_what_a_run_without_them_does(tmp_path: Path) -> None:
    stored = []
    for isolation, workers in (("none", 0), ("process", 2), ("auto", 0)):
        ladder = make_ladder(tmp_path, "ab", isolation=isolation)
        folder = tmp_path / f"{isolation}{workers}"
        assert run_ladder(ladder, folder, workers, quiet=True).complete
        with open_ladder(folder) as results:
            stored.append(contents(results))
    assert stored[0] == stored[1] == stored[2]


def test_a_faults_cause_is_in_the_run_log_and_what_was_printed_in_the_entrants(tmp_path: Path) -> None:
    ladder = ladder_of(tmp_path, "print('hello'); raise ValueError('no')", "pass")
    run_ladder(ladder, tmp_path / "results", 0, max_sets=1, quiet=True)
    log = (tmp_path / "results" / "run.log").read_text()
    assert "crash: ValueError: no" in log
    assert "in act\n" in log
    assert "print('hello'); raise ValueError('no')\n" in log
    (log,) = entrant_logs(tmp_path / "results", ladder.entrants[0].key)
    printed = log.read_text()
    assert printed.startswith("--- bridgette/")
    assert "seat 0\nhello\n" in printed


def test_auto_means_a_process_for_ones_own_bots_and_a_sandbox_for_submitted_ones() -> None:
    assert isolation_of("auto", Origin.CONFIG) == "process"
    assert isolation_of("auto", Origin.SUBMITTED, "linux") == "sandbox"
    assert isolation_of("auto", Origin.SUBMITTED, "darwin") == "process"
    assert isolation_of("none", Origin.SUBMITTED) == "none"


@pytest.mark.parametrize("keys", [{"isolation": None}, {"isolation": "sandbox"}, {"isolation": "process"}])
def test_a_short_seed_is_for_trusted_bots_only(tmp_path: Path, keys: dict[str, Any]) -> None:
    with pytest.raises(ConfigError, match="seed: so short that a bot could find it by trying"):
        make_ladder(tmp_path, seed="quick", **keys)
    make_ladder(tmp_path, seed="quick")
    entrants = [{"bot": "bots/random_legal.py", "name": name, "isolation": "none"} for name in "ab"]
    make_ladder(tmp_path, entrants, seed="quick", **keys)


@pytest.fixture
def no_landlock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that has no Landlock."""
    gone = Layer("landlock", "files", False, "Function not implemented")
    wanting = lambda required=REQUIRED: [gone] if gone.name in required else []  # noqa: E731
    monkeypatch.setattr(arena.ladder.isolation, "missing_layers", wanting)
    monkeypatch.setattr(arena.ladder.isolation, "working_locks", lambda: ("prctl", "rlimits", "seccomp"))


@pytest.mark.usefixtures("no_landlock")
def test_a_missing_layer_is_named_before_anything_runs(tmp_path: Path) -> None:
    with pytest.raises(LayerMissingError, match="landlock: Function not implemented") as caught:
        make_ladder(tmp_path, isolation="sandbox")
    assert isinstance(caught.value, ArenaError)


@pytest.mark.usefixtures("no_landlock")
def test_a_layer_that_submitted_bots_miss_is_named_before_anything_runs(tmp_path: Path) -> None:
    ladder = make_ladder(tmp_path, isolation=None)
    Inbox(tmp_path / "results").post(submission("guest"))
    with pytest.raises(LayerMissingError, match="landlock: Function not implemented"):
        run_ladder(ladder, tmp_path / "results", 0)
    assert [path.name for path in (tmp_path / "results").iterdir()] == ["inbox"]


@pytest.mark.usefixtures("no_landlock")
def test_with_best_effort_it_is_done_without_and_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ladder = make_ladder(tmp_path, "ab", isolation={"kind": "sandbox", "require": "best_effort"})
    assert run_ladder(ladder, tmp_path / "results", 0, max_sets=1, quiet=True).sets == 1
    assert "The sandbox lacks landlock (Function not implemented)." in capsys.readouterr().err


def test_bubblewrap_is_needed_only_if_required(monkeypatch: pytest.MonkeyPatch) -> None:
    gone = Layer("bubblewrap", "", False, "not installed")
    wanting = lambda required=REQUIRED: [gone] if gone.name in required else []  # noqa: E731
    monkeypatch.setattr(arena.ladder.isolation, "missing_layers", wanting)
    monkeypatch.setattr(arena.ladder.isolation, "bubblewrap_works", lambda: False)
    assert not find_sandbox(IsolationConfig(kind="sandbox")).wrapped
    with pytest.raises(LayerMissingError, match="bubblewrap: not installed"):
        find_sandbox(IsolationConfig(kind="sandbox", require=("bubblewrap",)))


@pytest.mark.parametrize("isolation", ["none", "process"])
def test_how_long_each_entrant_thinks_comes_with_the_set(isolation: str, tmp_path: Path) -> None:
    busy = "import time; end = time.process_time() + 0.004\n        while time.process_time() < end: pass"
    ladder = ladder_of(tmp_path, "pass", busy, isolation=isolation)
    player = SetPlayer(ladder, tmp_path / "results")
    try:
        result, times = player.play_measured(task_of(ladder))
    finally:
        player.close()
    quick, slow = sorted(times, key=lambda one: one.entrant)
    assert [key.partition("@")[0] for key in (quick.entrant, slow.entrant)] == ["bot0", "bot1"]
    assert quick.longest_ns < 4_000_000 <= slow.longest_ns
    for one in times:
        assert sum(one.counts.values()) >= 10 * len(result.matches)
        assert bucket(one.longest_ns) == max(one.counts)
    assert (percentile_ms(quick.counts, 0.5) or 0) < 4 < (percentile_ms(slow.counts, 0.5) or 0)
