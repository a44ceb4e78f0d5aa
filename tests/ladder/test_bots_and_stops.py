"""A bot cannot void a loss, hang a run or spoil a result, whatever it raises and whatever it catches."""

import os
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from arena.ladder.interrupt import Interrupt
from arena.ladder.runner import Outcome, run_ladder
from arena.ladder.stored import open_ladder
from arena.records import FaultKind, SetResult, SetTask
from tests.ladder.kit import contents, made_up, make_ladder

BAD = """
from arena.bots import Bot

class Bad(Bot):
    games = ("bridgette", "fiftysix")

    def act(self, view):
        if view.deal_number == 2:
            raise {raised}
        return view.legal[0]
"""
CATCHER = """
import os, signal, time
from pathlib import Path
from arena.bots import Bot

class Catcher(Bot):
    games = ("bridgette", "fiftysix")

    def act(self, view):
        press = Path({press!r})
        if press.exists() and view.deal_number == 2:
            try:
                press.unlink()
                os.kill(os.getpid(), signal.SIGINT)
                time.sleep(1)
            except:
                return view.legal[-1]
        return view.legal[0]
"""
RAISED = [
    "KeyboardInterrupt",
    "SystemExit(1)",
    r"ValueError('\udc80')",
    r"type('X', (Exception,), {})('\ud800\n')",
]


def ladder(folder: Path, source: str, **keys: Any) -> Any:
    (folder / "bad.py").write_text(source)
    entrants = [{"bot": "bad.py", "name": "bad"}, "a"]
    return make_ladder(folder, entrants, **{"format": {"kind": "round_robin", "sets_per_pairing": 3}} | keys)


def run(game: Any, folder: Path, workers: int, play: Any = None) -> Outcome:
    return run_ladder(game, folder, workers, quiet=True, play=play)


@pytest.mark.parametrize("workers", [0, 1])
@pytest.mark.parametrize("raised", RAISED)
def test_whatever_a_bot_raises_loses_its_matches_and_voids_none(raised: str, workers: int, tmp_path: Path) -> None:
    outcome = run(ladder(tmp_path, BAD.format(raised=raised)), tmp_path / "results", workers)
    assert (outcome.sets, outcome.complete, outcome.interrupted) == (3, True, False)
    with open_ladder(tmp_path / "results") as results:
        assert results.voids("bridgette") == {}
        faults = [match.fault for one in results.counted_sets("bridgette") for match in one.matches]
    assert all(fault is not None and fault.kind is FaultKind.CRASH and fault.deal == 2 for fault in faults)


def test_what_a_bot_does_after_it_caught_the_stop_is_not_stored(tmp_path: Path) -> None:
    press = tmp_path / "press"
    game = ladder(tmp_path, CATCHER.format(press=str(press)))
    smooth, rough = tmp_path / "smooth", tmp_path / "rough"
    run(game, smooth, 0)
    press.touch()
    stopped = run(game, rough, 0)
    assert (stopped.interrupted, stopped.sets, press.exists()) == (True, 0, False)
    assert run(game, rough, 0).complete
    with open_ladder(smooth) as there, open_ladder(rough) as here:
        assert contents(here) == contents(there)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_set_is_kept_only_if_nothing_stopped_it(number: signal.Signals, tmp_path: Path) -> None:
    presses = iter([False, False, True])

    def stubborn(task: SetTask) -> SetResult:
        try:
            if next(presses, False):
                os.kill(os.getpid(), number)
                time.sleep(1)
        except BaseException:  # as a bot may
            pass
        return made_up(task)

    game = ladder(tmp_path, BAD.format(raised="ValueError"))
    stopped = run(game, tmp_path / "results", 0, stubborn)
    assert (stopped.sets, stopped.interrupted) == (2, True)
    assert run(game, tmp_path / "results", 0, stubborn).sets == 1


def test_the_handlers_of_before_are_back_after_a_stop() -> None:
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    with Interrupt() as interrupt:
        os.kill(os.getpid(), signal.SIGINT)
        assert interrupt.asked
    assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)] == before
