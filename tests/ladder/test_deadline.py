"""Runs that end by the clock; it is a clock of the test's own."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from arena.ladder.deadline import check_at, first_deadline, moment
from arena.ladder.entrants import Ladder
from arena.ladder.executors.base import Failed, Played
from arena.ladder.interrupt import Interrupt
from arena.ladder.runner import Outcome, Runner, run_ladder
from arena.ladder.stored import open_ladder
from arena.records import SetResult, SetTask
from tests.ladder.kit import BRIDGETTE, SIX, contents, made_up, make_ladder, opened, played

EVENING = datetime(2026, 5, 1, 23, 0).astimezone()
HOUR = timedelta(hours=1)


class Watch:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = EVENING

    def __call__(self) -> datetime:
        return self.now

    def move(self, **by: float) -> None:
        self.now += timedelta(**by)


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "results"


# When that is


@pytest.mark.parametrize(
    ("at", "day", "hour", "minute"),
    [("07:00", 2, 7, 0), ("7:05", 2, 7, 5), ("23:01", 1, 23, 1), ("23:00", 2, 23, 0), ("22:59", 2, 22, 59)],
)
def test_a_time_of_day_is_the_next_one(at: str, day: int, hour: int, minute: int) -> None:
    assert moment(at, EVENING) == datetime(2026, 5, day, hour, minute).astimezone()


@pytest.mark.parametrize("at", ["2026-05-03 07:00", "2026-05-03T07:00"])
def test_a_date_with_a_time_is_that_one(at: str) -> None:
    assert moment(at, EVENING) == datetime(2026, 5, 3, 7, 0).astimezone()


@pytest.mark.parametrize("at", ["", "7", "24:00", "07:60", "07.00", "seven", "2026-05-01", "2026-02-30 07:00"])
def test_nothing_else_is_a_time(at: str) -> None:
    with pytest.raises(ValueError, match=r'^expected a time of day in quotes, such as "07:00", or a date with it'):
        check_at(at)


def test_the_earlier_of_hours_and_time_ends_a_run(watch: Watch) -> None:
    for hours, at, name, after in (
        (8, "07:30", "stop.hours 8", 8 * HOUR),
        (9, "07:30", "stop.at 07:30", 8.5 * HOUR),
        (0.5, None, "stop.hours 0.5", 0.5 * HOUR),
        (None, "07:30", "stop.at 07:30", 8.5 * HOUR),
    ):
        found = first_deadline(hours, at, watch)
        assert found is not None
        assert (found.name, found.at, found.left) == (name, EVENING + after, after)
    assert first_deadline(None, None, watch) is None


def test_sets_in_flight_have_a_minute(watch: Watch) -> None:
    deadline = first_deadline(1, None, watch)
    assert deadline is not None
    seen = []
    for seconds in (3599, 1, 59, 1):
        watch.move(seconds=seconds)
        seen.append((deadline.is_past, deadline.is_over))
    assert seen == [(False, False), (True, False), (True, False), (True, True)]


# What a run does then


def run(ladder: Ladder, folder: Path, watch: Watch, minutes: float, workers: int = 0) -> Outcome:
    """A run in which every set takes so long."""

    def play(task: SetTask) -> SetResult:
        watch.move(minutes=minutes)
        return made_up(task)

    return run_ladder(ladder, folder, workers, quiet=True, play=play, clock=watch)


@pytest.mark.parametrize(("stop", "name"), [({"hours": 1}, "stop.hours 1"), ({"at": "00:00"}, "stop.at 00:00")])
def test_no_set_begins_after_it_and_the_next_run_goes_on(
    stop: dict[str, object], name: str, tmp_path: Path, folder: Path, watch: Watch
) -> None:
    ladder = make_ladder(tmp_path, games=[BRIDGETTE, SIX], stop=stop)
    outcome = run(ladder, folder, watch, 11)
    assert (outcome.sets, outcome.complete, outcome.interrupted) == (6, False, False)
    assert outcome.reason == f"{name} is reached"
    with open_ladder(folder) as results:
        assert [session.reason for session in results.sessions()] == [outcome.reason]
    watch.now = EVENING
    assert run(ladder, folder, watch, 11).sets == 6
    watch.now = EVENING
    outcome = run(ladder, folder, watch, 11)
    assert (outcome.sets, outcome.complete, outcome.reason) == (4, True, "the end of the schedule is reached")
    run_ladder(make_ladder(tmp_path, games=[BRIDGETTE, SIX]), tmp_path / "smooth", quiet=True, play=made_up)
    with open_ladder(folder) as here, open_ladder(tmp_path / "smooth") as there:
        assert contents(here) == contents(there)


def test_the_clock_alone_may_end_a_ladder_without_end(tmp_path: Path, folder: Path, watch: Watch) -> None:
    ladder = make_ladder(tmp_path, format={"kind": "round_robin"}, stop={"hours": 1})
    for _ in range(2):
        outcome = run(ladder, folder, watch, 2)
        assert (outcome.sets, outcome.complete, outcome.reason) == (30, False, "stop.hours 1 is reached")


def test_a_stop_that_is_met_first_is_the_one_told(tmp_path: Path, folder: Path, watch: Watch) -> None:
    ladder = make_ladder(tmp_path, stop={"hours": 1, "sets": 5})
    outcome = run(ladder, folder, watch, 11)
    assert (outcome.sets, outcome.complete, outcome.reason) == (5, True, "stop.sets 5 is reached")


def test_a_run_that_begins_too_late_plays_nothing(tmp_path: Path, folder: Path, watch: Watch) -> None:
    ladder = make_ladder(tmp_path, stop={"at": "2099-05-01 22:00"})
    watch.now = datetime(2099, 5, 1, 22, 30).astimezone()
    outcome = run(ladder, folder, watch, 1)
    assert (outcome.sets, outcome.complete, outcome.reason) == (0, False, "stop.at 2099-05-01 22:00 is reached")


class Slow:
    """An executor of four sets at a time, of which it plays two; each takes so many seconds."""

    slots = 4

    def __init__(self, watch: Watch, seconds: float, fails: bool = False) -> None:
        self.begun: list[tuple[datetime, str]] = []
        self._watch = watch
        self._seconds = seconds
        self._fails = fails
        self._tasks: list[SetTask] = []

    def submit(self, task: SetTask) -> None:
        self.begun.append((self._watch(), task.name))
        self._tasks.append(task)

    def wait(self, timeout: float) -> list[Played | Failed]:
        self._watch.move(seconds=self._seconds)
        task = self._tasks.pop(0)
        return [Failed(task, "worker killed") if self._fails else played(task)]

    def recall(self) -> int:
        """Only the first two have begun."""
        recalled, self._tasks = self._tasks[2:], self._tasks[:2]
        return len(recalled)

    def close(self) -> None:
        self._tasks.clear()


def run_slowly(ladder: Ladder, folder: Path, executor: Slow, watch: Watch) -> Outcome:
    deadline = first_deadline(ladder.config.stop.hours, ladder.config.stop.at, watch)
    with opened(folder, ladder) as store, Interrupt() as interrupt:
        return Runner(ladder, store, quiet=True, deadline=deadline).run(lambda: executor, interrupt)


@pytest.mark.parametrize(("seconds", "sets"), [(10, 4 + 2), (25, 2 + 2), (50, 1 + 1)])
def test_sets_in_flight_are_stored_if_they_come_in_time(
    seconds: float, sets: int, tmp_path: Path, folder: Path, watch: Watch
) -> None:
    """The run has 36 s, and those two that have begun then a minute more."""
    executor = Slow(watch, seconds)
    ladder = make_ladder(tmp_path, stop={"hours": 0.01})
    outcome = run_slowly(ladder, folder, executor, watch)
    assert outcome.reason == "stop.hours 0.01 is reached"
    assert all(begun < EVENING + timedelta(seconds=36) for begun, _ in executor.begun)
    assert outcome.sets == sets


def test_a_set_that_fails_after_it_is_not_tried_again_and_not_void(
    tmp_path: Path, folder: Path, watch: Watch
) -> None:
    executor = Slow(watch, 37, fails=True)
    ladder = make_ladder(tmp_path, stop={"hours": 0.01})
    outcome = run_slowly(ladder, folder, executor, watch)
    assert (outcome.sets, outcome.voids, len(executor.begun)) == (0, (), 4)
    assert run_ladder(make_ladder(tmp_path), folder, quiet=True, play=made_up, clock=watch).sets == 12


@pytest.mark.parametrize("workers", [1, 2])
def test_workers_that_are_late_are_given_no_more(workers: int, tmp_path: Path, folder: Path, watch: Watch) -> None:
    calls = 0

    def clock() -> datetime:
        nonlocal calls
        calls += 1
        return EVENING + timedelta(minutes=calls)

    ladder = make_ladder(tmp_path, format={"kind": "round_robin"}, stop={"hours": 1})
    outcome = run_ladder(ladder, folder, workers, quiet=True, play=made_up, clock=clock)
    assert outcome.reason == "stop.hours 1 is reached"
    with open_ladder(folder) as results:
        assert results.finished("bridgette") + results.played_ahead("bridgette") == outcome.sets
