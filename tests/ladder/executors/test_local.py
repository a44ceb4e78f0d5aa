import faulthandler
import multiprocessing
import os
import random
import re
import signal
import subprocess
import sys
import textwrap
import threading
import time
import tracemalloc
from collections.abc import Callable, Iterator

import pytest

from arena.errors import ArenaError
from arena.ladder.executors.base import Failed, Measured, Play, Played
from arena.ladder.executors.local import LocalExecutor
from arena.records import SetResult, SetTask
from tests.ladder.executors.kit import (
    await_file,
    is_running,
    ks,
    open_files,
    play,
    play_in,
    rest,
    result,
    run,
    task,
)


@pytest.fixture
def start() -> Iterator[Callable[..., LocalExecutor]]:
    started: list[LocalExecutor] = []

    def start(play: Play, workers: int) -> LocalExecutor:
        started.append(LocalExecutor(play, workers))
        return started[-1]

    yield start
    for executor in started:
        executor.close()


def play_by_pid(task: SetTask) -> Measured:
    return result(task, os.getpid())


def pid_of(answer: Played | Failed) -> int:
    assert isinstance(answer, Played)
    return answer.result.matches[0].scores[0]


def test_sets_are_played_by_all_workers_and_by_nobody_else(start):
    answers = run(start(play_by_pid, 3), [task(k) for k in range(300)])
    by_worker = {answer.worker: pid_of(answer) for answer in answers}
    assert sorted(by_worker) == [1, 2, 3]
    assert {(answer.worker, pid_of(answer)) for answer in answers} == set(by_worker.items())
    assert os.getpid() not in by_worker.values()


def test_sets_are_queued_with_the_workers_so_that_they_play_on_while_nobody_waits(start):
    executor = start(play, 2)
    for k in range(executor.slots):
        executor.submit(task(k))
    time.sleep(0.3)
    assert len(executor.wait(0)) == executor.slots > 4


def test_wait_gives_up_after_its_timeout(start):
    executor = start(play_in(1.2), 1)
    executor.submit(task(1))
    began = time.monotonic()
    assert executor.wait(0.2) == []
    assert 0.19 < time.monotonic() - began < 1.1
    assert executor.wait(0) == []
    assert ks(executor.wait(10)) == [1]


def test_a_result_that_cannot_travel_fails_its_set_only(start):
    def play_text(task: SetTask) -> Measured:
        return SetResult("\ud800" if task.k == 1 else task.pool, task.sides, task.k, ()), ()

    first, second = run(start(play_text, 1), [task(1), task(2)])
    assert isinstance(first, Failed)
    assert "UnicodeEncodeError" in first.cause
    assert isinstance(second, Played)


# Deaths


def segfault() -> None:
    faulthandler.disable()  # pytest's would print
    os.kill(os.getpid(), signal.SIGSEGV)


DEATHS = {
    "was killed by signal 9": lambda: os.kill(os.getpid(), signal.SIGKILL),
    "was killed by signal 11": segfault,
    "ended with exit code 3": lambda: os._exit(3),
}


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("how", DEATHS)
def test_the_death_of_a_worker_fails_the_set_it_was_playing_and_no_other(start, workers, how):
    def deadly(task: SetTask) -> Measured:
        if task.k == 20:
            DEATHS[how]()
        return play(task)

    answers = run(start(deadly, workers), [task(k) for k in range(60)])
    assert sorted(ks(answers)) == list(range(60))
    (lost,) = [answer for answer in answers if isinstance(answer, Failed)]
    assert lost.task == task(20)
    assert re.fullmatch(rf"worker \d \(pid \d+\) {how}", lost.cause)


def test_a_worker_killed_in_mid_set_by_somebody_else_fails_that_set(start, tmp_path):
    def hang_once(task: SetTask) -> Measured:
        if task.k == 5:
            (tmp_path / "pid").write_text(str(os.getpid()))
            time.sleep(60)
        return play(task)

    executor = start(hang_once, 2)
    for k in range(executor.slots):
        executor.submit(task(k))
    pid = int(await_file(tmp_path / "pid"))
    os.kill(pid, signal.SIGKILL)
    answers = rest(executor, executor.slots)
    assert sorted(ks(answers)) == list(range(executor.slots))
    (lost,) = [answer for answer in answers if isinstance(answer, Failed)]
    assert lost.task.k == 5
    assert re.fullmatch(rf"worker \d \(pid {pid}\) was killed by signal 9", lost.cause)


def test_answers_sent_before_the_death_count_and_sets_queued_behind_keep_their_order(start):
    def deadly(task: SetTask) -> Measured:
        if task.k == 1:
            os._exit(1)
        return play(task)

    executor = start(deadly, 1)
    for k in range(8):
        executor.submit(task(k))
    time.sleep(0.3)  # dead by now, with one answer in the pipe
    answers = rest(executor, 8)
    assert ks(answers) == list(range(8))
    assert [type(answer) for answer in answers] == [Played, Failed] + 6 * [Played]


def test_a_large_answer_cut_off_by_the_death_is_a_failed_set(start):
    def cut_off(task: SetTask) -> Measured:
        if task.k == 0:
            threading.Timer(0.2, os._exit, (1,)).start()
        return result(task, transcript=bytes(1_000_000))

    executor = start(cut_off, 1)
    for k in range(4):
        executor.submit(task(k))
    time.sleep(0.5)  # dead by now, in the middle of sending
    answers = rest(executor, 4)
    assert ks(answers) == list(range(4))
    assert [type(answer) for answer in answers] == [Failed, Played, Played, Played]


def test_an_idle_worker_that_is_killed_costs_no_set(start):
    executor = start(play_by_pid, 2)
    for round_ in range(5):
        answers = run(executor, [task(k) for k in range(20)])
        assert all(isinstance(answer, Played) for answer in answers)
        os.kill(pid_of(answers[round_]), signal.SIGKILL)
        time.sleep(0.05)


def test_a_set_that_kills_every_worker_it_meets_stops_nothing(start):
    def deadly(task: SetTask) -> Measured:
        os._exit(1)

    answers = run(start(deadly, 2), [task(k) for k in range(20)])
    assert sorted(ks(answers)) == list(range(20))
    assert all(isinstance(answer, Failed) for answer in answers)


def test_random_kills_lose_no_set_but_those_reported(start):
    def short(task: SetTask) -> Measured:
        time.sleep(0.003)
        return play_by_pid(task)

    executor, rng = start(short, 3), random.Random(1)
    answers: list[Played | Failed] = []
    submitted = kills = 0
    while len(answers) < 300:
        while submitted < 300 and submitted - len(answers) < executor.slots:
            executor.submit(task(submitted))
            submitted += 1
        came = executor.wait(10)
        answers += came
        alive = [pid_of(answer) for answer in came if isinstance(answer, Played)]
        if alive and kills < 20 and len(answers) > 10 * kills:
            time.sleep(rng.random() / 200)
            if is_running(pid := rng.choice(alive)):
                os.kill(pid, signal.SIGKILL)
                kills += 1
    assert kills == 20
    assert sorted(ks(answers)) == list(range(300))
    failed = [answer for answer in answers if isinstance(answer, Failed)]
    assert len(failed) <= 20
    assert all("was killed by signal 9" in answer.cause for answer in failed)


def test_a_death_is_noticed_though_a_process_left_behind_keeps_the_pipe_open(start):
    def fork_and_die(task: SetTask) -> Measured:
        if task.k == 1:
            if os.fork():
                os._exit(1)
            time.sleep(4)
            os._exit(0)
        return play(task)

    executor = start(fork_and_die, 1)
    began = time.monotonic()
    answers = run(executor, [task(1), task(2)])
    assert [type(answer) for answer in answers] == [Failed, Played]
    assert time.monotonic() - began < 3.5


# Signals and the end


def test_workers_leave_ctrl_c_to_the_main_process(start):
    executor = start(play_by_pid, 1)
    (before,) = run(executor, [task(1)])
    for _ in range(3):
        os.kill(pid_of(before), signal.SIGINT)
    (after,) = run(executor, [task(2)])
    assert pid_of(after) == pid_of(before)


def test_sigterm_ends_a_worker_whatever_the_main_process_does_with_it(start):
    old = signal.signal(signal.SIGTERM, lambda *_: None)
    try:
        executor = start(play_by_pid, 1)
        (before,) = run(executor, [task(1)])
        os.kill(pid_of(before), signal.SIGTERM)
        time.sleep(0.1)
        (after,) = run(executor, [task(2)])
        assert pid_of(after) != pid_of(before)
    finally:
        signal.signal(signal.SIGTERM, old)


def test_nothing_is_left_after_close():
    run_and_close(20)  # what Python itself keeps open from the first use on
    files, children, threads = open_files(), multiprocessing.active_children(), threading.active_count()
    run_and_close(20)
    assert open_files() == files
    assert multiprocessing.active_children() == children
    assert threading.active_count() == threads


def run_and_close(count: int) -> None:
    """Sets, deaths, and a close in mid-set."""

    def deadly(task: SetTask) -> Measured:
        if task.k % 7 == 0:
            os._exit(1)
        return play(task)

    executor = LocalExecutor(deadly, 3)
    run(executor, [task(k) for k in range(count)])
    executor.submit(task(1))
    executor.close()


def test_close_kills_workers_that_do_not_leave(start):
    def tie_down(task: SetTask) -> Measured:
        threading.Thread(target=time.sleep, args=(60,)).start()
        return play_by_pid(task)

    executor = start(tie_down, 2)
    pids = {pid_of(answer) for answer in run(executor, [task(k) for k in range(10)])}
    began = time.monotonic()
    executor.close()
    assert time.monotonic() - began < 2
    assert not any(is_running(pid) for pid in pids)


def test_the_main_process_stays_small_however_many_sets_are_played(start):
    executor = start(lambda task: result(task, transcript=bytes(1000)), 2)

    def run_many() -> int:
        in_flight = 0
        for k in range(5000):
            executor.submit(task(k))
            in_flight += 1
            while in_flight >= executor.slots:
                in_flight -= len(executor.wait(10))
        rest(executor, in_flight)
        return tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    try:
        assert run_many() + 50_000 > run_many()
    finally:
        tracemalloc.stop()


MAIN = r"""
    import os, sys, time
    from arena.ladder.executors import process
    from arena.ladder.executors.local import LocalExecutor
    from tests.ladder.executors.kit import result, run, task

    def play(task):
        os.write(1, b"%d\n" % os.getpid())  # one write, so that lines do not mix
        time.sleep({seconds} if task.k >= 100 else 0.05)
        return result(task)

    if {portable}:
        process.die_with_parent = lambda parent: None
    executor = LocalExecutor(play, 3)
    run(executor, [task(k) for k in range(9)])
    print("played", flush=True)
    for k in range({busy}):
        executor.submit(task(100 + k))
    time.sleep(60)
"""


@pytest.mark.parametrize(
    ("portable", "busy", "seconds"),
    [(False, 0, 0), (False, 3, 60), (True, 0, 0), (True, 3, 0.5)],
    ids=["idle", "playing", "idle without Linux's help", "playing without Linux's help"],
)
def test_no_worker_outlives_a_main_process_that_is_killed(portable, busy, seconds):
    script = textwrap.dedent(MAIN).format(portable=portable, busy=busy, seconds=seconds)
    main = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert main.stdout is not None
    lines = iter(main.stdout.readline, "played\n")
    pids = {int(line) for line in lines}
    assert len(pids) == 3
    for _ in range(busy):
        main.stdout.readline()
    main.kill()
    main.wait()
    main.stdout.close()
    end = time.monotonic() + 2
    while any(is_running(pid) for pid in pids) and time.monotonic() < end:
        time.sleep(0.05)
    assert [pid for pid in pids if is_running(pid)] == []


def test_a_main_process_that_fails_to_close_ends_all_the_same():
    script = textwrap.dedent(MAIN).format(portable=False, busy=3, seconds=60).replace("sleep(60)\n", "sleep(0)\n")
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=20)
    assert (ended.returncode, ended.stderr) == (0, "")


# Where it cannot run


def test_a_system_without_fork_is_refused_with_what_to_do(monkeypatch):
    monkeypatch.setattr(multiprocessing, "get_all_start_methods", lambda: ["spawn"])
    with pytest.raises(ArenaError, match=r"cannot fork.*workers: 0"):
        LocalExecutor(play, 1)


def test_a_thread_other_than_the_main_one_is_refused():
    errors: list[RuntimeError] = []

    def attempt() -> None:
        try:
            LocalExecutor(play, 1)
        except RuntimeError as error:
            errors.append(error)

    thread = threading.Thread(target=attempt)
    thread.start()
    thread.join()
    assert "main thread" in str(errors[0])
