"""Ladders that end once the order is settled: `stop: {resolved: …}`."""

import hashlib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from arena.ladder import resolved
from arena.ladder.entrants import Ladder
from arena.ladder.executors.base import Failed, Played
from arena.ladder.formats import Epoch
from arena.ladder.interrupt import Interrupt
from arena.ladder.resolved import ResolvedJudge
from arena.ladder.runner import Outcome, Runner, run_ladder
from arena.ladder.schedule import schedule
from arena.ladder.stored import open_ladder
from arena.records import SetResult, SetTask, Termination
from tests.ladder.kit import BRIDGETTE, SIX, contents, made_up, make_ladder, opened
from tests.ladder.test_runner import Shuffling

ENDLESS = {"kind": "round_robin"}


def skilled(task: SetTask) -> SetResult:
    """Who comes earlier in the alphabet plays the better, but does not always win; nobody faults."""
    result = made_up(task)
    matches = []
    for turn, match in enumerate(result.matches):
        noise = hashlib.shake_256(f"skill/{task.seed}/{turn}".encode()).digest(len(match.order))
        names = [task.sides[side][0] for side in match.order]
        scores = tuple(luck - 60 * ord(name[0]) for luck, name in zip(noise, names, strict=True))
        matches.append(
            msgspec.structs.replace(
                match,
                scores=scores,
                places=tuple(1 + sum(other > own for other in scores) for own in scores),
                termination=Termination.PLAYED_OUT,
                forfeited=(),
                fault=None,
                substituted=(),
            )
        )
    return msgspec.structs.replace(result, matches=tuple(matches))


def ladder_until(tmp_path: Path, entrants: str = "abc", p: float = 0.9, **keys: Any) -> Ladder:
    top = keys.pop("top", None)
    stop = {"resolved": {"p": p} if top is None else {"p": p, "top": top}, "sets": 2000}
    return make_ladder(tmp_path, entrants, **{"format": ENDLESS, "stop": stop} | keys)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "results"


def run(ladder: Ladder, folder: Path, workers: int = 0, max_sets: int | None = None) -> Outcome:
    return run_ladder(ladder, folder, workers, max_sets, quiet=True, play=skilled)


def ruling_of(folder: Path, pool: str = "bridgette") -> tuple[int, str]:
    """After how many sets it came, and what it says."""
    with open_ladder(folder) as stored:
        ruling = stored.ruling(pool)
        assert ruling is not None
        return ruling.sets, ruling.answer


def counted(folder: Path, pool: str = "bridgette") -> list[SetResult]:
    with open_ladder(folder) as stored:
        return list(stored.counted_sets(pool))


class Skilled(Shuffling):
    def _answer(self, task: SetTask) -> Played | Failed:
        return Played(task, skilled(task), 0.01, 0)


def test_a_ladder_ends_after_the_cycle_that_settles_the_order_and_says_so_again(
    tmp_path: Path, folder: Path
) -> None:
    ladder = ladder_until(tmp_path)
    outcome = run(ladder, folder)
    sets, answer = ruling_of(folder)
    assert 10 < sets < 2000
    assert sets % 3 == 0
    assert len(counted(folder)) == sets
    assert answer.startswith("the order of all is right with 0.9")
    assert (outcome.complete, outcome.reason) == (True, f"stop.resolved ({answer}) is reached")
    again = run(ladder, folder)
    assert (again.sets, again.complete, again.reason) == (0, True, outcome.reason)


@pytest.mark.parametrize("workers", [1, 2])
def test_any_number_of_workers_and_any_cuts_count_the_same_sets(
    workers: int, tmp_path: Path, folder: Path
) -> None:
    ladder = ladder_until(tmp_path, games=[BRIDGETTE, SIX])
    run(ladder, tmp_path / "whole")
    for _ in range(3):
        run(ladder, folder, workers, max_sets=7)
    assert run(ladder, folder, workers).complete
    for pool in ("bridgette", "six"):
        assert ruling_of(folder, pool) == ruling_of(tmp_path / "whole", pool)
        assert counted(folder, pool) == counted(tmp_path / "whole", pool)


@pytest.mark.parametrize("seed", range(3))
def test_in_whatever_order_sets_come_in_the_same_ones_count(seed: int, tmp_path: Path, folder: Path) -> None:
    ladder = ladder_until(tmp_path)
    run(ladder, tmp_path / "serial")
    with opened(folder, ladder) as store, Interrupt() as interrupt:
        Runner(ladder, store, quiet=True).run(lambda: Skilled(9, seed), interrupt)
    assert ruling_of(folder) == ruling_of(tmp_path / "serial")
    assert counted(folder) == counted(tmp_path / "serial")


def test_the_earlier_of_sets_and_order_ends_a_ladder(tmp_path: Path, folder: Path) -> None:
    stop = {"resolved": {"p": 0.9}, "sets": 9}
    outcome = run(make_ladder(tmp_path, "abc", format=ENDLESS, stop=stop), folder)
    assert (outcome.sets, outcome.complete, outcome.reason) == (9, True, "stop.sets 9 is reached")


def test_it_need_not_have_another_end(tmp_path: Path, folder: Path) -> None:
    ladder = ladder_until(tmp_path, stop={"resolved": {"p": 0.9}})
    assert run(ladder, folder, max_sets=4).reason == "--max-sets 4 is reached"
    assert run(ladder, folder).complete


def test_the_first_of_the_field_are_settled_sooner(tmp_path: Path) -> None:
    for name, top in (("all", None), ("one", 1)):
        run(ladder_until(tmp_path, "abcd", top=top), tmp_path / name)
    assert ruling_of(tmp_path / "one")[0] < ruling_of(tmp_path / "all")[0]
    assert ruling_of(tmp_path / "one")[1].startswith("the order of the first 1 is right with")


def test_a_newcomer_opens_the_question_again(tmp_path: Path, folder: Path) -> None:
    run(ladder_until(tmp_path, "abc"), folder)
    before, _ = ruling_of(folder)
    run(ladder_until(tmp_path, "abcd"), folder)
    after, _ = ruling_of(folder)
    assert after > before
    assert run(ladder_until(tmp_path, "abcd"), folder).sets == 0


def test_another_probability_is_another_question(tmp_path: Path, folder: Path) -> None:
    run(ladder_until(tmp_path, p=0.8), folder)
    before, _ = ruling_of(folder)
    run(ladder_until(tmp_path, p=0.99), folder)
    assert ruling_of(folder)[0] > before
    run(ladder_until(tmp_path, p=0.8), folder)
    assert ruling_of(folder)[0] == before


def test_all_looks_are_at_full_cycles_and_seldom_enough_to_cost_little(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[int] = []

    def resolution(_fit: object, _p: float, cycles: int, _top: int | None) -> float:
        looks.append(cycles)
        return 0.5

    monkeypatch.setattr(resolved, "resolution", resolution)
    monkeypatch.setattr(resolved, "fit", lambda *_: None)
    judge = ResolvedJudge(2, 0.95, None)
    epoch = Epoch(1, ("a@1", "b@1", "c@1"), (), ENDLESS, None)
    for result in results(epoch, 3 * 5000):
        assert judge.add(result, epoch) is None
    assert looks[:100] == list(range(1, 101))
    assert 200 < len(looks) < 600
    assert all(one < other <= 1 + 1.01 * one for one, other in pairwise(looks))
    second = Epoch(2, ("a@1", "b@1"), (), ENDLESS, None)
    looks.clear()
    for result in results(second, 4):
        judge.add(result, second)
    assert looks == [1, 2, 3, 4]


def results(epoch: Epoch, count: int) -> Iterator[SetResult]:
    tasks = schedule("bridgette", 2, [epoch], "secret")
    return (made_up(task) for _, task in zip(range(count), tasks, strict=False))


def test_a_run_shows_how_far_it_is(tmp_path: Path, folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    judge = ResolvedJudge(2, 0.95, 5)
    assert judge.text() == "the order of the first 5 not known yet (stop at 0.95)"
    run_ladder(ladder_until(tmp_path), folder, 0, play=skilled)
    assert " faults, the order of all right with 0.9" in capfd.readouterr().err.splitlines()[-1]


def test_interruptions_and_reruns_leave_the_same_contents(tmp_path: Path, folder: Path) -> None:
    ladder = ladder_until(tmp_path)
    run(ladder, tmp_path / "smooth")
    while not run(ladder, folder, max_sets=10).complete:
        pass
    with open_ladder(folder) as here, open_ladder(tmp_path / "smooth") as there:
        assert contents(here) == contents(there)
