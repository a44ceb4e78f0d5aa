"""What every executor keeps to. Another executor is added to `start` and nowhere else."""

import random
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing

import pytest

from arena.ladder.executors.base import Executor, Failed, Measured, Play, Played
from arena.ladder.executors.dask import DaskExecutor
from arena.ladder.executors.dask_cluster import Address, Cluster
from arena.ladder.executors.local import LocalExecutor
from arena.ladder.executors.serial import SerialExecutor
from arena.records import SetTask
from tests.ladder.executors.dask_kit import CarriedPlay, dask_processes
from tests.ladder.executors.kit import ks, play, play_in, rest, result, run, task

EXECUTORS: dict[str, Callable[[Play], Executor]] = {
    "serial": SerialExecutor,
    "local-1": lambda play: LocalExecutor(play, workers=1),
    "local-2": lambda play: LocalExecutor(play, workers=2),
    "local-3": lambda play: LocalExecutor(play, workers=3),
}
ALL = [*EXECUTORS, pytest.param("dask-2", marks=pytest.mark.system)]


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a cluster of two workers."""
    with dask_processes(tmp_path_factory.mktemp("dask"), workers=2) as processes:
        yield processes.address


@pytest.fixture(params=ALL)
def kind(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def many(kind: str) -> int:
    """How many sets of no length are many; the way to a cluster takes each some milliseconds."""
    return 3000 if kind in EXECUTORS else 200


@pytest.fixture
def start(kind: str, request: pytest.FixtureRequest) -> Iterator[Callable[[Play], Executor]]:
    with ExitStack() as stack:

        def start(play: Play) -> Executor:
            executor: Executor
            if kind in EXECUTORS:
                executor = EXECUTORS[kind](play)
            else:
                address = Address(request.getfixturevalue("scheduler"))
                executor = DaskExecutor(stack.enter_context(closing(Cluster(address, CarriedPlay(play)))))
            stack.enter_context(closing(executor))
            return executor

        yield start


def test_every_set_comes_back_exactly_once_with_its_result(start, many):
    tasks = [task(k) for k in range(many)]
    answers = run(start(play), tasks)
    assert sorted(ks(answers)) == list(range(many))
    for answer in answers:
        assert isinstance(answer, Played)
        assert answer.task == tasks[answer.task.k]
        assert (answer.result, answer.thinking) == play(answer.task)
        assert answer.seconds >= 0


def test_sets_come_back_exactly_once_however_submits_and_waits_alternate(start, many):
    executor, rng = start(play), random.Random(7)
    submitted, answers = 0, []
    for _ in range(many // 15):
        for _ in range(rng.randrange(3 * executor.slots)):
            executor.submit(task(submitted))
            submitted += 1
        for _ in range(rng.randrange(4)):
            answers += executor.wait(rng.choice([0, 0.001]))
    answers += rest(executor, submitted - len(answers))
    assert sorted(ks(answers)) == list(range(submitted))
    assert executor.wait(0) == []


def test_more_sets_than_slots_may_be_submitted_at_once(start, many):
    executor = start(play)
    for k in range(many // 5):
        executor.submit(task(k))
    assert sorted(ks(rest(executor, many // 5))) == list(range(many // 5))


def test_the_time_of_a_set_is_measured(start):
    (answer,) = run(start(play_in(0.05)), [task(1)])
    assert isinstance(answer, Played)
    assert 0.05 <= answer.seconds < 1


def test_every_worker_measures_how_fast_it_computes(start):
    answers = run(start(play), [task(k) for k in range(50)])
    measured = {answer.worker for answer in answers if isinstance(answer, Played) and answer.pace_ns}
    assert measured == {answer.worker for answer in answers if isinstance(answer, Played)}


def test_an_exception_fails_its_set_with_the_traceback_and_the_others_are_played(start):
    def clumsy(task: SetTask) -> Measured:
        if task.k % 5 == 0:
            raise LookupError(f"no card for {task.k}")
        return play(task)

    answers = run(start(clumsy), [task(k) for k in range(100)])
    assert sorted(ks(answers)) == list(range(100))
    for answer in answers:
        if answer.task.k % 5:
            assert isinstance(answer, Played)
        else:
            assert isinstance(answer, Failed)
            assert "Traceback" in answer.cause
            assert "in clumsy" in answer.cause
            assert f"LookupError: no card for {answer.task.k}" in answer.cause


@pytest.mark.parametrize("error", [SystemExit(3), MemoryError(), RecursionError(), ValueError("lone \ud800")])
def test_whatever_is_raised_fails_one_set_only(start, error):
    def clumsy(task: SetTask) -> Measured:
        if task.k == 1:
            raise error
        return play(task)

    answers = sorted(run(start(clumsy), [task(k) for k in range(4)]), key=lambda answer: answer.task.k)
    assert [type(answer) for answer in answers] == [Played, Failed, Played, Played]
    assert type(error).__name__ in answers[1].cause
    assert answers[1].cause.encode()  # can be stored


def test_large_results_come_back_even_if_nobody_waits_for_long(start):
    def long_winded(task: SetTask) -> Measured:
        return result(task, task.k, transcript=task.k.to_bytes(4) * 100_000)

    executor = start(long_winded)
    for k in range(3 * executor.slots):
        executor.submit(task(k))
    time.sleep(0.2)  # the pipes are full now
    answers = rest(executor, 3 * executor.slots)
    assert sorted(ks(answers)) == list(range(3 * executor.slots))
    assert all((answer.result, answer.thinking) == long_winded(answer.task) for answer in answers)


def test_large_tasks_meet_large_results_without_deadlock(start):
    def long_winded(task: SetTask) -> Measured:
        return result(task, transcript=bytes(1_000_000))

    side = tuple(f"{'x' * 60}{n}@0123456789ab" for n in range(8))
    tasks = [SetTask("p" * 60, 0, k, (side, side, side, side), k, "5" * 64) for k in range(20)]
    assert sorted(ks(run(start(long_winded), tasks))) == list(range(20))


def test_nothing_in_flight_is_not_waited_for(start):
    executor = start(play)
    began = time.monotonic()
    assert executor.wait(10) == []
    run(executor, [task(1)])
    assert executor.wait(10) == []
    assert time.monotonic() - began < 2


def test_what_has_not_begun_can_be_recalled(start):
    """What is being played comes back; nothing is lost in the count, and nothing comes twice."""
    executor = start(play_in(0.3))
    submitted = executor.slots + 5
    for k in range(submitted):
        executor.submit(task(k))
    recalled = executor.recall()
    assert recalled >= 5
    answers = rest(executor, submitted - recalled)
    assert len(set(ks(answers))) == len(answers)
    assert executor.recall() == 0
    assert executor.wait(0.5) == []


def test_close_in_the_middle_stops_at_once_and_loses_what_is_in_flight(start):
    executor = start(play_in(0.05))
    for k in range(200):
        executor.submit(task(k))
    executor.wait(10)
    began = time.monotonic()
    executor.close()
    assert time.monotonic() - began < 2
    assert executor.wait(10) == []


def test_close_may_be_called_again_and_ends_the_executor(start):
    executor = start(play)
    run(executor, [task(k) for k in range(10)])
    executor.close()
    executor.close()
    with pytest.raises(RuntimeError, match="closed"):
        executor.submit(task(1))
