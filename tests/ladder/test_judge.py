"""Pools that end by their results (`arena.ladder.judge`)."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from arena.ladder.entrants import Ladder
from arena.ladder.executors.base import Failed, Played
from arena.ladder.formats import Epoch
from arena.ladder.interrupt import Interrupt
from arena.ladder.plan import plan_pool
from arena.ladder.pool_run import PoolRun
from arena.ladder.runner import Outcome, Runner, run_ladder
from arena.ladder.schedule import schedule
from arena.ladder.stored import StoredLadder, open_ladder
from arena.ladder.terms import Ruling, Terms, Uncounted
from arena.records import SetResult, SetTask
from tests.ladder.kit import (
    BRIDGETTE,
    SIX,
    Entrants,
    bad_luck,
    contents,
    made_up,
    make_ladder,
    missing,
    opened,
    played,
    results_in,
    submission,
)
from tests.ladder.test_runner import Shuffling

ANY = Epoch(1, (), (), {"kind": "round_robin"}, None)


class Adder:
    """Answers once the last digits of the scores of all sets have come to `enough`; so every set matters."""

    def __init__(self, enough: int) -> None:
        self.enough = enough
        self.heard: list[str] = []
        self.sum = 0

    @property
    def question(self) -> str:
        return f"at least {self.enough}?"

    def add(self, result: SetResult, _epoch: Epoch, /) -> str | None:
        self.heard.append(result.name)
        self.sum += sum(abs(score) % 10 for match in result.matches for score in match.scores)
        return f"yes, {self.sum}" if self.sum >= self.enough else None

    def text(self) -> str:
        return f"sum {self.sum}"


def judged(folder: Path, enough: int = 100, entrants: Entrants = "abcd", **keys: Any) -> Ladder:
    """A ladder whose pools end so; they would have 24 sets, after some 18 points each."""
    ladder = make_ladder(folder, entrants, **keys)
    pools = tuple(replace(pool, judge=lambda: Adder(enough)) for pool in ladder.pools)
    return replace(ladder, pools=pools)


def sets_needed(ladder: StoredLadder, pool: str, enough: int = 100) -> int:
    """How many sets of what is stored it takes."""
    judge = Adder(enough)
    return next(n for n, result in enumerate(results_in(ladder, pool), 1) if judge.add(result, ANY))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "results"


def run(ladder: Ladder, folder: Path, workers: int = 0, max_sets: int | None = None) -> Outcome:
    return run_ladder(ladder, folder, workers, max_sets, quiet=True, play=made_up)


def counted(folder: Path, pool: str = "bridgette") -> list[str]:
    with open_ladder(folder) as ladder:
        return [result.name for result in ladder.counted_sets(pool)]


def test_a_pool_ends_with_the_set_that_answers_and_later_runs_play_nothing(tmp_path: Path, folder: Path) -> None:
    ladder = judged(tmp_path)
    outcome = run(ladder, folder)
    with open_ladder(folder) as stored:
        needed = sets_needed(stored, "bridgette")
        assert 1 < needed < 24
        ruling = stored.ruling("bridgette")
        assert ruling is not None
        assert (ruling.question, ruling.sets, ruling.epoch) == ("at least 100?", needed, 1)
        assert ruling.answer.startswith("yes, 1")
    assert outcome.complete
    assert outcome.reason == f"the answer {ruling.answer!r} is reached"
    assert len(counted(folder)) == needed
    again = run(ladder, folder)
    assert (again.sets, again.complete, again.reason) == (0, True, outcome.reason)


@pytest.mark.parametrize("seed", range(8))
def test_in_whatever_order_sets_come_in_the_same_ones_count(seed: int, tmp_path: Path, folder: Path) -> None:
    ladder = judged(tmp_path, games=[BRIDGETTE, SIX])
    run(ladder, tmp_path / "serial")
    with opened(folder, ladder) as store, Interrupt() as interrupt:
        Runner(ladder, store, quiet=True).run(lambda: Shuffling(5 + seed, seed), interrupt)
    with open_ladder(folder) as stored, open_ladder(tmp_path / "serial") as serial:
        for pool in ("bridgette", "six"):
            assert stored.ruling(pool) == serial.ruling(pool)
            assert list(stored.counted_sets(pool)) == list(serial.counted_sets(pool))
            beyond = len(results_in(stored, pool)) - len(counted(folder, pool))
            assert stored.uncounted(pool) == Uncounted(beyond_stop=beyond)


@pytest.mark.parametrize("workers", [0, 1, 2, 3])
def test_however_a_run_is_cut_into_pieces_the_same_sets_count(workers: int, tmp_path: Path, folder: Path) -> None:
    ladder = judged(tmp_path)
    run(ladder, tmp_path / "whole")
    pieces = 0
    while not run(ladder, folder, workers, max_sets=2).complete:
        pieces += 1
    assert pieces > 1
    with open_ladder(folder) as stored, open_ladder(tmp_path / "whole") as whole:
        assert stored.ruling("bridgette") == whole.ruling("bridgette")
        assert list(stored.counted_sets("bridgette")) == list(whole.counted_sets("bridgette"))


def test_a_run_killed_before_it_could_take_the_answer_down_gives_it_first_thing_when_it_goes_on(
    tmp_path: Path, folder: Path
) -> None:
    with opened(folder, make_ladder(tmp_path, "abcd")) as store:  # nobody judges
        store.add([played(task) for task in islice(missing(store, make_ladder(tmp_path, "abcd")), 20)])
        needed = sets_needed(store, "bridgette")
    assert run(judged(tmp_path), folder).sets == 0
    assert len(counted(folder)) == needed


def test_another_question_is_asked_anew_and_the_same_one_is_not(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(judged(tmp_path), folder)
    first = len(counted(folder))
    run(judged(tmp_path, 200), folder)
    assert len(counted(folder)) > first
    run(judged(tmp_path), folder)
    assert len(counted(folder)) == first
    heard: list[str] = []
    monkeypatch.setattr(Adder, "add", lambda self, result, _: heard.append(result.name))
    run(judged(tmp_path), folder)
    assert heard == []


def test_without_a_judge_all_is_played_and_counts_again(tmp_path: Path, folder: Path) -> None:
    run(judged(tmp_path), folder)
    run(make_ladder(tmp_path, "abcd"), folder)
    assert len(counted(folder)) == 24
    with open_ladder(folder) as stored:
        assert stored.ruling("bridgette") is None


def test_sets_beyond_the_configs_stop_are_not_heard(tmp_path: Path, folder: Path) -> None:
    run(make_ladder(tmp_path, "abcd"), folder)
    outcome = run(judged(tmp_path, stop={"sets": 2}), folder)
    assert outcome.reason == "stop.sets 2 is reached"
    with open_ladder(folder) as stored:
        assert stored.ruling("bridgette") is None
    assert len(counted(folder)) == 2


def test_an_answer_holds_for_its_field_only(tmp_path: Path, folder: Path) -> None:
    """A new entrant opens an epoch: all is heard again, and the answer may come only where the newcomer plays."""
    run(judged(tmp_path, entrants="abc"), folder)
    with open_ladder(folder) as stored:
        before = stored.ruling("bridgette")
    assert before is not None
    run(judged(tmp_path, entrants="abcd"), folder)
    with open_ladder(folder) as stored:
        after = stored.ruling("bridgette")
        assert after is not None
        assert (before.epoch, after.epoch) == (1, 2)
        assert after.sets > before.sets
        assert len(list(stored.counted_sets("bridgette"))) == after.sets


@pytest.mark.parametrize("enough", [300, 2000, 2600, 2700, 2800, 2900, 3500])
def test_a_suspension_that_lies_beyond_the_answer_never_begins(
    enough: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sets are begun ahead of those heard, but no further than a set from which somebody would be suspended."""
    monkeypatch.setattr("arena.ladder.suspension.LEAST_NOTICE", 40)
    ladder = judged(tmp_path, enough, ["a", "b", "bad"], format={"kind": "round_robin", "sets_per_pairing": 80})
    run_ladder(ladder, tmp_path / "serial", 0, quiet=True, play=bad_luck)
    with opened(tmp_path / "eager", ladder) as store, Interrupt() as interrupt:
        Runner(ladder, store, quiet=True).run(lambda: Eager(50, enough), interrupt)
    with open_ladder(tmp_path / "eager") as eager, open_ladder(tmp_path / "serial") as serial:
        assert eager.ruling("bridgette") == serial.ruling("bridgette")
        assert list(eager.events.changes("bridgette")) == list(serial.events.changes("bridgette"))
        assert list(eager.counted_sets("bridgette")) == list(serial.counted_sets("bridgette"))


class Eager(Shuffling):
    def _answer(self, task: SetTask) -> Played | Failed:
        return Played(task, bad_luck(task), 0.01, 0)


def test_an_entrant_that_comes_after_the_answer_opens_the_question_again(tmp_path: Path, folder: Path) -> None:
    ladder = judged(tmp_path, entrants="abc")
    with opened(folder, ladder) as store:
        one = PoolRun(ladder, ladder.pools[0], store)
        while (task := one.next()) is not None:
            store.add([played(task)])
            one.update()
        end = one.plan.end
        assert end == store.stop("bridgette") == one.index
        store.take(ladder, [submission("d")], {"bridgette": one.place})
        one.turn()
        assert store.stop("bridgette") is None
        assert len(list(store.counted_sets("bridgette"))) == end
        assert one.plan.end is not None
        assert one.plan.end > end
        while (task := one.next()) is not None:
            store.add([played(task)])
            one.update()
        ruling = store.ruling("bridgette")
        assert ruling is not None
        assert (ruling.epoch, ruling.sets) == (2, end + 1)


def test_void_sets_are_passed_over(tmp_path: Path, folder: Path) -> None:
    ladder = judged(tmp_path)
    with opened(folder, ladder) as store, Interrupt() as interrupt:
        fails = {task.name: 99 for task in islice(schedule_of(store, ladder), 1, 3)}
        outcome = Runner(ladder, store, quiet=True).run(lambda: Shuffling(fails=fails), interrupt)
        ruling = store.ruling("bridgette")
    assert set(outcome.voids) == set(fails)
    assert ruling is not None
    assert ruling.sets == len(counted(folder)) + 2


def schedule_of(store: StoredLadder, ladder: Ladder) -> Iterator[Any]:
    return schedule("bridgette", 2, store.epochs("bridgette"), store.secret)


def test_a_run_shows_how_the_matter_stands(
    tmp_path: Path, folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    ladder = judged(tmp_path)
    run_ladder(ladder, folder, 0, play=made_up)
    assert capfd.readouterr().err.splitlines()[-1].endswith(" faults, sum " + str(total(folder)))


def total(folder: Path) -> int:
    judge = Adder(10**9)
    with open_ladder(folder) as stored:
        for result in stored.counted_sets("bridgette"):
            judge.add(result, ANY)
    return judge.sum


def test_the_earlier_of_stop_and_answer_ends_a_pool(tmp_path: Path) -> None:
    ladder = make_ladder(tmp_path, stop={"sets": 5})
    (pool,) = ladder.pools
    for sets, end in ((4, 4), (5, 5), (6, 5)):
        ruling = Ruling("?", "yes", sets, 1)
        assert plan_pool(ladder, pool, 12, ruling).end == end
        assert Terms(stop=5, ruling=ruling).end == end
    assert Terms().end is None


def test_nothing_of_a_ruling_depends_on_the_run(tmp_path: Path, folder: Path) -> None:
    ladder = judged(tmp_path)
    found = []
    for name in ("first", "second"):
        run(ladder, folder / name)
        with open_ladder(folder / name) as stored:
            found.append((contents(stored), stored.events.terms("bridgette")))
    assert found[0] == found[1]
