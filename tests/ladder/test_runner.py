import gc
import json
import random
import signal
import subprocess
import sys
import textwrap
import time
import tracemalloc
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from arena.ladder.entrants import Ladder
from arena.ladder.executors.base import Failed, Played
from arena.ladder.interrupt import EXIT_INTERRUPTED, Interrupt
from arena.ladder.progress import Progress
from arena.ladder.runner import LOG_FILE, Outcome, Runner, run_ladder
from arena.ladder.schedule import schedule
from arena.ladder.schema import StoreError
from arena.ladder.store import Store
from arena.ladder.stored import StoredLadder, open_ladder
from arena.records import SetResult, SetTask
from tests.ladder.executors.kit import await_file
from tests.ladder.kit import BRIDGETTE, SIX, contents, made_up, make_ladder, missing, opened, played, results_in


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "results"


def run(ladder: Ladder, folder: Path, workers: int = 0, max_sets: int | None = None) -> Outcome:
    return run_ladder(ladder, folder, workers, max_sets, quiet=True, play=made_up)


def stored(folder: Path) -> dict[str, Any]:
    with open_ladder(folder) as ladder:
        return contents(ladder)


def schedule_of(ladder: StoredLadder, game: Ladder, pool: str) -> Iterator[str]:
    sides = next(p.sides for p in game.pools if p.id == pool)
    return (task.name for task in schedule(pool, sides, ladder.epochs(pool), ladder.secret))


def assert_prefix(folder: Path, game: Ladder, pool: str, length: int) -> None:
    """Exactly the first sets of a pool's schedule are stored."""
    with open_ladder(folder) as ladder:
        expected = list(islice(schedule_of(ladder, game, pool), length))
        assert [result.name for result in ladder.counted_sets(pool)] == expected
        assert [result.name for result in results_in(ladder, pool)] == expected


class Shuffling:
    """An executor that gives back in any order what it was given; `fails` says how often a set fails first."""

    def __init__(self, slots: int = 7, seed: int = 0, fails: dict[str, int] | None = None) -> None:
        self.slots = slots
        self.closed = False
        self._random = random.Random(seed)
        self._tasks: list[SetTask] = []
        self._fails = Counter(fails or {})

    def submit(self, task: SetTask) -> None:
        assert len(self._tasks) < self.slots
        self._tasks.append(task)

    def wait(self, timeout: float) -> list[Played | Failed]:
        self._random.shuffle(self._tasks)
        tasks = [self._tasks.pop() for _ in range(self._random.randint(0, len(self._tasks)))]
        return [self._answer(task) for task in tasks]

    def _answer(self, task: SetTask) -> Played | Failed:
        if self._fails[task.name] > 0:
            self._fails[task.name] -= 1
            return Failed(task, f"worker killed, {self._fails[task.name]} to come")
        return played(task)

    def recall(self) -> int:
        return 0

    def close(self) -> None:
        self.closed = True


def run_with(executor: Shuffling, ladder: Ladder, folder: Path, max_sets: int | None = None) -> Outcome:
    with opened(folder, ladder) as store, Interrupt() as interrupt:
        outcome = Runner(ladder, store, quiet=True, max_sets=max_sets).run(lambda: executor, interrupt)
    assert executor.closed or not outcome.sets
    return outcome


# What is played


def test_a_ladder_is_played_to_the_end_of_its_schedule_and_then_there_is_nothing_to_play(
    tmp_path: Path, folder: Path
) -> None:
    ladder = make_ladder(tmp_path)
    outcome = run(ladder, folder)
    assert (outcome.sets, outcome.matches, outcome.voids) == (12, 24, ())
    assert outcome.complete
    assert outcome.reason == "the end of the schedule is reached"
    assert_prefix(folder, ladder, "bridgette", 12)
    again = run(ladder, folder)
    assert (again.sets, again.complete, again.reason) == (0, True, "the end of the schedule is reached")


def test_a_finished_ladder_makes_no_executor(tmp_path: Path, folder: Path) -> None:
    ladder = make_ladder(tmp_path)
    run(ladder, folder)
    with opened(folder, ladder) as store:
        Runner(ladder, store, quiet=True).run(lambda: pytest.fail("made an executor"), Interrupt())


@pytest.mark.parametrize(
    ("stop", "bridgette", "six", "told"),
    [
        ({"sets": 7}, 7, 4, "stop.sets 7 and the end of the schedule is reached"),
        ({"sets": 3}, 3, 3, "stop.sets 3 is reached"),
        ({"matches": 9}, 4, 3, "stop.matches 9 is reached"),
        ({"sets": 2, "matches": 9}, 2, 2, "stop.sets 2 is reached"),
    ],
)
def test_a_stop_cuts_each_pools_schedule_exactly(
    stop: dict[str, int], bridgette: int, six: int, told: str, tmp_path: Path, folder: Path
) -> None:
    ladder = make_ladder(tmp_path, games=[BRIDGETTE, SIX], stop=stop)
    outcome = run_with(Shuffling(), ladder, folder)
    assert outcome.reason == told
    assert outcome.complete
    assert_prefix(folder, ladder, "bridgette", bridgette)
    assert_prefix(folder, ladder, "six", six)
    assert run(ladder, folder).sets == 0


def test_a_raised_stop_goes_on(tmp_path: Path, folder: Path) -> None:
    endless = {"kind": "round_robin"}
    run(make_ladder(tmp_path, format=endless, stop={"sets": 5}), folder)
    ladder = make_ladder(tmp_path, format=endless, stop={"sets": 8})
    assert run(ladder, folder).sets == 3
    assert_prefix(folder, ladder, "bridgette", 8)


@pytest.mark.parametrize("seed", range(5))
def test_max_sets_plays_exactly_the_next_sets_of_each_pool(seed: int, tmp_path: Path, folder: Path) -> None:
    ladder = make_ladder(tmp_path, games=[BRIDGETTE, SIX], format={"kind": "round_robin", "sets_per_pairing": 9})
    for done in (5, 10):
        outcome = run_with(Shuffling(seed=seed), ladder, folder, max_sets=5)
        assert (outcome.sets, outcome.complete, outcome.reason) == (
            (10, False, "--max-sets 5 is reached") if done == 5 else (9, False, "--max-sets 5 is reached")
        )
        assert_prefix(folder, ladder, "bridgette", done)
        assert_prefix(folder, ladder, "six", min(9, done))


def test_pools_take_turns(tmp_path: Path, folder: Path) -> None:
    order: list[str] = []

    def play(task: SetTask) -> SetResult:
        order.append(task.pool)
        return made_up(task)

    run_ladder(make_ladder(tmp_path, games=[BRIDGETTE, SIX]), folder, 0, quiet=True, play=play)
    assert order == ["bridgette", "six"] * 4 + ["bridgette"] * 8


@pytest.mark.parametrize("workers", [1, 3])
def test_any_number_of_workers_stores_the_same(workers: int, tmp_path: Path) -> None:
    ladder = make_ladder(tmp_path, "abcdef", games=[BRIDGETTE, SIX])
    run(ladder, tmp_path / "serial")
    run(ladder, tmp_path / "parallel", workers)
    assert stored(tmp_path / "parallel") == stored(tmp_path / "serial")


@pytest.mark.parametrize("seed", range(5))
def test_any_cuts_and_orders_of_completion_store_the_same(seed: int, tmp_path: Path) -> None:
    ladder = make_ladder(tmp_path, "abcd", games=[BRIDGETTE, SIX])
    run(ladder, tmp_path / "smooth")
    chance = random.Random(seed)
    for _ in range(20):
        run_with(Shuffling(chance.randint(1, 9), seed), ladder, tmp_path / "rough", chance.randint(1, 6))
    assert run(ladder, tmp_path / "rough").complete
    assert stored(tmp_path / "rough") == stored(tmp_path / "smooth")


# The harness's failures


def test_a_set_that_fails_twice_is_played_and_one_that_fails_three_times_is_void(
    tmp_path: Path, folder: Path
) -> None:
    ladder = make_ladder(tmp_path)
    names = [task.name for task in _tasks(ladder, tmp_path)]
    outcome = run_with(Shuffling(fails={names[2]: 2, names[4]: 3}), ladder, folder)
    assert (outcome.sets, outcome.voids, outcome.complete) == (11, (names[4],), True)
    assert outcome.reason == "1 set could not be played; the end of the schedule is reached"
    with open_ladder(folder) as results:
        assert results.voids("bridgette") == {names[4]: "worker killed, 0 to come"}
        assert [result.name for result in results.counted_sets("bridgette")] == names[:4] + names[5:]
    outcome = run_with(Shuffling(), ladder, folder)
    assert (outcome.sets, outcome.voids) == (1, ())
    assert_prefix(folder, ladder, "bridgette", 12)


def test_a_failure_is_logged_and_the_run_goes_on(tmp_path: Path, folder: Path) -> None:
    ladder = make_ladder(tmp_path)
    bad = _tasks(ladder, tmp_path)[3].name

    def play(task: SetTask) -> SetResult:
        if task.name == bad:
            raise RuntimeError("the engine broke")
        return made_up(task)

    outcome = run_ladder(ladder, folder, 0, quiet=True, play=play)
    assert (outcome.sets, outcome.voids) == (11, (bad,))
    log = (folder / LOG_FILE).read_text()
    assert f"{bad}: not played, trying again" in log
    assert f"{bad}: void after 3 attempts" in log
    assert "RuntimeError: the engine broke" in log


def test_a_run_stops_when_hardly_anything_can_be_played_and_the_next_one_goes_on(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.ladder.batches.BATCH_S", 0.0)  # looked at after every answer
    ladder = make_ladder(tmp_path, "abcd", format={"kind": "round_robin", "sets_per_pairing": 50})
    names = [task.name for task in _tasks(ladder, tmp_path)]
    outcome = run_with(Shuffling(fails=dict.fromkeys(names[100:], 3)), ladder, folder)
    assert not outcome.complete
    assert 11 <= len(outcome.voids) <= 11 + 7
    assert outcome.reason == (
        f"{len(outcome.voids)} sets could not be played; too many to go on: {len(outcome.voids)} of the last "
        f"{outcome.sets + len(outcome.voids)}, whoever plays in them (last cause: worker killed, 0 to come)"
    )
    assert run(ladder, folder).complete
    assert_prefix(folder, ladder, "bridgette", 300)


def test_a_run_goes_on_without_the_sets_of_one_entrant(tmp_path: Path, folder: Path) -> None:
    ladder = make_ladder(tmp_path, "abcd", format={"kind": "round_robin", "sets_per_pairing": 20})
    bad = [task.name for task in _tasks(ladder, tmp_path) if "d@" in task.name]
    outcome = run_with(Shuffling(fails=dict.fromkeys(bad, 3)), ladder, folder)
    assert outcome.complete
    assert set(outcome.voids) == set(bad)


def _tasks(ladder: Ladder, tmp_path: Path) -> list[SetTask]:
    with opened(tmp_path / "plan", ladder) as store:
        return list(missing(store, ladder))


# Telling


def test_nothing_is_announced_before_it_is_stored(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    announced = 0

    def update(self: Progress, matches: int, faults: int, news: str) -> None:
        nonlocal announced
        announced += matches
        with open_ladder(folder) as results:
            assert 2 * len(results_in(results, "bridgette")) == announced
            assert news in {"leader a", "leader b", "leader c"}

    monkeypatch.setattr(Progress, "update", update)
    monkeypatch.setattr("arena.ladder.batches.BATCH_SETS", 3)
    run(make_ladder(tmp_path), folder)
    assert announced == 24


def test_faults_are_counted_by_match(tmp_path: Path, folder: Path) -> None:
    outcome = run(make_ladder(tmp_path, "abcdef"), folder)
    with open_ladder(folder) as results:
        matches = [match for result in results.counted_sets("bridgette") for match in result.matches]
    assert outcome.faults == sum(match.fault is not None for match in matches) > 0


def test_a_full_disk_ends_the_run_and_more_space_lets_it_go_on(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ladder = make_ladder(tmp_path, format={"kind": "round_robin", "sets_per_pairing": 50})
    with monkeypatch.context() as small:
        begin = Store.begin

        def begin_on_small_disk(self: Store, *args: Any) -> None:
            begin(self, *args)
            self._db.execute("PRAGMA max_page_count = 25")

        small.setattr(Store, "begin", begin_on_small_disk)
        with pytest.raises(StoreError, match="the disk is full"):
            run(ladder, folder)
    with open_ladder(folder) as results:
        kept = results.finished("bridgette")
    assert 0 < kept < 150
    assert_prefix(folder, ladder, "bridgette", kept)
    assert run(ladder, folder).sets == 150 - kept
    assert_prefix(folder, ladder, "bridgette", 150)


@pytest.mark.system
def test_the_main_process_does_not_grow_with_the_sets(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.ladder.batches.BATCH_SETS", 20)  # a batch is held, and not what is measured
    sets = 6000
    ladder = make_ladder(tmp_path, format={"kind": "round_robin"}, stop={"sets": sets})
    sizes: list[int] = []

    class Watched(Shuffling):
        def submit(self, task: SetTask) -> None:
            if task.position in (sets // 3, sets - 1):
                gc.collect()
                sizes.append(tracemalloc.get_traced_memory()[0])
            super().submit(task)

    tracemalloc.start()
    run_with(Watched(), ladder, folder)
    tracemalloc.stop()
    assert sizes[1] - sizes[0] < 100_000, sizes


# Interruptions: runs in a process of their own


RUN = """
    import random, sys, time
    from pathlib import Path
    from arena.ladder import suspension
    from arena.ladder.runner import run_ladder
    from tests.ladder.kit import bad_luck, made_up, make_ladder

    suspension.LEAST_NOTICE = 40

    def unlucky(task):
        time.sleep(random.random() / 100)
        return bad_luck(task)

    def quick(task):
        time.sleep(random.random() / 100)
        return made_up(task)

    def slow(task):
        if task.position >= 5:
            time.sleep(60)
        return made_up(task)

    def stubborn(task):
        if task.position >= 5:
            (folder.parent / "begun").write_text("it has")
            while True:
                try:
                    time.sleep(60)
                except BaseException:
                    pass
        return made_up(task)

    folder, workers, play, keys = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3], eval(sys.argv[4])
    ladder = make_ladder(folder.parent, "abcd", **keys)
    outcome = run_ladder(ladder, folder, workers, quiet=True, play=globals()[play])
    sys.exit(130 if outcome.interrupted else 0)
"""


@contextmanager
def running(folder: Path, workers: int, play: str, **keys: Any) -> Iterator[subprocess.Popen[bytes]]:
    """A run in another process, beside which nothing is left over."""
    command = [sys.executable, "-c", textwrap.dedent(RUN), str(folder), str(workers), play, repr(keys)]
    folder.parent.mkdir(exist_ok=True)
    with subprocess.Popen(command, stderr=subprocess.PIPE) as process:
        try:
            yield process
        finally:
            process.kill()


def wait_for_sets(folder: Path, count: int) -> None:
    """Wait until a run has stored so many sets."""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        try:
            with open_ladder(folder) as results:
                if len(results_in(results, "bridgette")) >= count:
                    return
        except (StoreError, ValueError):
            pass
        time.sleep(0.02)
    pytest.fail(f"no {count} sets in time")


@pytest.mark.parametrize("workers", [0, 2])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_first_signal_keeps_what_is_finished_and_ends_within_two_seconds(
    workers: int, number: signal.Signals, tmp_path: Path, folder: Path
) -> None:
    with running(folder, workers, "slow") as process:
        wait_for_sets(folder, 5)
        asked = time.monotonic()
        process.send_signal(number)
        assert process.wait(5) == EXIT_INTERRUPTED
        assert time.monotonic() - asked < 2
        assert process.stderr
        assert process.stderr.read().decode().startswith("\nStopping: what is finished is kept.")
    ladder = make_ladder(tmp_path, "abcd")
    with open_ladder(folder) as results:
        (session,) = results.sessions()
        assert (session.reason, session.sets) == ("interrupted", 5)
        assert results.finished("bridgette") == 5
    assert run(ladder, folder).sets == 24 - 5


def test_a_second_signal_stops_at_once(tmp_path: Path, folder: Path) -> None:
    with running(folder, 0, "stubborn") as process:
        await_file(tmp_path / "begun", seconds=20)
        process.send_signal(signal.SIGINT)
        time.sleep(0.3)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        assert process.wait(1) == EXIT_INTERRUPTED
    assert run(make_ladder(tmp_path, "abcd"), folder).sets == 24 - 5


@pytest.mark.system
def test_a_run_killed_at_any_moment_and_resumed_stores_the_same_bytes(tmp_path: Path) -> None:
    keys = {"games": [BRIDGETTE, SIX], "format": {"kind": "round_robin", "sets_per_pairing": 500}}
    folder = tmp_path / "rough" / "results"
    chance = random.Random(25)
    for _ in range(25):
        with running(folder, chance.randint(0, 3), "quick", **keys) as process:
            time.sleep(0.6 + 0.6 * chance.random())
            process.kill()
    ladder = make_ladder(tmp_path, "abcd", **keys)
    run(ladder, folder)
    run(ladder, tmp_path / "smooth")
    assert encoded(folder) == encoded(tmp_path / "smooth")


def encoded(folder: Path) -> bytes:
    return json.dumps(stored(folder), default=repr, sort_keys=True).encode()
