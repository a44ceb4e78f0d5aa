import logging
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
from collections.abc import Callable
from pathlib import Path

import pytest
from multiprocessing_logging import MultiProcessingHandler

from arena.ladder.executors.base import Failed, Play, Played
from arena.ladder.executors.local import LocalExecutor
from arena.ladder.logs import run_log
from arena.records import SetResult, SetTask
from tests.ladder.executors.kit import is_running, ks, open_files, play, rest, result, run, task

log = logging.getLogger("arena.test")


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Call it in the test to take pytest's own handlers away, which print and raise."""
    return lambda: monkeypatch.setattr(logging.getLogger(), "handlers", [])


def play_and_tell(task: SetTask) -> SetResult:
    log.info("set %d", task.k)
    return result(task, os.getpid())


def run_logged(path: Path, play: Play, count: int, workers: int = 2) -> list[Played | Failed]:
    with run_log(path) as logs:
        executor = LocalExecutor(play, workers, logs.forking)
        answers = run(executor, [task(k) for k in range(count)])
        executor.close()
    return answers


def told(path: Path) -> list[int]:
    """The sets whose records reached the log, in order."""
    return [int(k) for k in re.findall(r"arena.test: set (\d+)\n", path.read_text())]


def this_workers_queue() -> multiprocessing.Queue:
    (carrier,) = [each for each in logging.getLogger().handlers if isinstance(each, MultiProcessingHandler)]
    return carrier.queue


def test_every_record_of_workers_and_main_process_reaches_the_file(tmp_path):
    path = tmp_path / "ladder" / "run.log"
    with run_log(path) as logs:
        executor = LocalExecutor(play_and_tell, 2, logs.forking)
        log.info("the run begins")
        run(executor, [task(k) for k in range(500)])
        executor.close()
        log.info("the run ends")
    text = path.read_text()
    assert re.search(rf"^[\d-]+ [\d:,]+ INFO MainProcess\[{os.getpid()}\] arena.test: the run begins\n", text)
    assert "arena.test: the run ends\n" in text
    assert sorted(told(path)) == list(range(500))
    assert len(text.splitlines()) == 502
    assert set(re.findall(r" INFO (.*)\[\d+\] arena.test: set ", text)) == {"worker 1", "worker 2"}


def test_a_second_run_appends(tmp_path):
    for _ in range(2):
        run_logged(tmp_path / "run.log", play_and_tell, 3)
    assert sorted(told(tmp_path / "run.log")) == [0, 0, 1, 1, 2, 2]


def test_records_of_arena_are_kept_from_info_and_others_from_the_root_level(tmp_path):
    def chatty(task: SetTask) -> SetResult:
        for name in ("arena.bots", "bots.kim"):
            for level in (logging.DEBUG, logging.INFO, logging.WARNING):
                logging.getLogger(name).log(level, "said")
        return play(task)

    run_logged(tmp_path / "run.log", chatty, 1)
    said = re.findall(r" (\w+) worker \d\[\d+\] ([\w.]+): said", (tmp_path / "run.log").read_text())
    assert said == [("INFO", "arena.bots"), ("WARNING", "arena.bots"), ("WARNING", "bots.kim")]


class Untransportable:
    def __str__(self):
        return "text of it"

    def __reduce__(self):
        raise TypeError("stays here")


def test_whatever_is_logged_arrives_as_text_and_nothing_is_printed(tmp_path, capfd, alone):
    alone()

    def odd(task: SetTask) -> SetResult:
        log.info(Untransportable())
        log.info("args: %s", Untransportable())
        log.info("lone \ud800")
        log.info("%d bots", "no number")
        try:
            raise LookupError("no card")
        except LookupError:
            log.exception("it failed")
        return play(task)

    run_logged(tmp_path / "run.log", odd, 1)
    text = (tmp_path / "run.log").read_text()
    assert "arena.test: text of it\n" in text
    assert "arena.test: args: text of it\n" in text
    assert "arena.test: lone \\ud800\n" in text
    assert "a log message that cannot be formatted (TypeError)\n" in text
    assert "arena.test: it failed\nTraceback" in text
    assert "LookupError: no card\n" in text
    assert capfd.readouterr().err == ""


# Deaths


def test_the_death_of_a_worker_is_logged(tmp_path):
    def deadly(task: SetTask) -> SetResult:
        os._exit(1)

    answers = run_logged(tmp_path / "run.log", deadly, 1)
    assert (
        f"WARNING MainProcess[{os.getpid()}] arena.ladder.executors.local: {answers[0].cause}\n"
        in (tmp_path / "run.log").read_text()
    )


def test_a_worker_that_dies_with_the_lock_of_its_queue_silences_nobody(tmp_path, capfd):
    def deadly(task: SetTask) -> SetResult:
        if task.k % 10 == 5:
            assert this_workers_queue()._wlock.acquire(timeout=5)
            os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(0.002)
        return play_and_tell(task)

    began = time.monotonic()
    answers = run_logged(tmp_path / "run.log", deadly, 100, workers=3)
    played = [answer for answer in answers if isinstance(answer, Played)]
    assert len(played) == 90
    # Only the last records of a worker that dies may be on their way still.
    assert len(set(ks(played)) - set(told(tmp_path / "run.log"))) <= 10
    assert time.monotonic() - began < 5
    assert capfd.readouterr().err == ""


def test_a_record_cut_off_by_the_death_of_its_worker_harms_no_other(tmp_path, capfd):
    def deadly(task: SetTask) -> SetResult:
        if task.k == 5:
            queue = this_workers_queue()
            assert queue._wlock.acquire(timeout=5)
            os.write(queue._writer.fileno(), b"\0\1\0\0 the rest never comes")
            os._exit(1)
        return play_and_tell(task)

    answers = run_logged(tmp_path / "run.log", deadly, 50)
    played = [answer.task.k for answer in answers if isinstance(answer, Played)]
    assert len(played) == 49
    assert {k for k in played if k > 20} <= set(told(tmp_path / "run.log"))
    assert capfd.readouterr().err == ""


@pytest.mark.system
def test_the_log_goes_on_when_a_hundred_logging_workers_are_killed(tmp_path, capfd, alone):
    alone()

    def talkative(task: SetTask) -> SetResult:
        for n in range(20):
            log.info("set %d says %d, and adds %s", task.k, n, "x" * 500)
        return play_and_tell(task)

    path, rng, began = tmp_path / "run.log", random.Random(3), time.monotonic()
    killed: set[int] = set()
    answers: list[Played | Failed] = []
    with run_log(path) as logs:
        executor = LocalExecutor(talkative, 3, logs.forking)
        submitted = 0
        while len(killed) < 100:
            while submitted - len(answers) < executor.slots:
                executor.submit(task(submitted))
                submitted += 1
            came = executor.wait(10)
            answers += came
            alive = [answer.result.matches[0].scores[0] for answer in came if isinstance(answer, Played)]
            if alive and is_running(pid := rng.choice(alive)):
                time.sleep(rng.random() / 500)
                os.kill(pid, signal.SIGKILL)
                killed.add(pid)
        answers += rest(executor, submitted - len(answers))
        time.sleep(0.1)  # whoever was killed last is dead now
        after = run(executor, [task(k) for k in range(submitted, submitted + 100)])
        executor.close()
        log.info("the run ends")
    assert time.monotonic() - began < 20
    assert capfd.readouterr().err == ""
    text = path.read_text()
    assert text.count("was killed by signal 9") == 100
    assert "arena.test: the run ends\n" in text
    # A worker killed right after its first set may not have got a word out, but most have.
    heard = {int(pid) for pid in re.findall(r" INFO worker \d\[(\d+)\] ", text)}
    assert len(killed & heard) > 70
    assert sorted(ks(answers)) == list(range(submitted))
    assert all(isinstance(answer, Played) for answer in after)
    assert set(ks(after)) <= set(told(path))


# The end


def test_nothing_is_left_behind(tmp_path):
    def deadly(task: SetTask) -> SetResult:
        if task.k % 7 == 0:
            os._exit(1)
        return play_and_tell(task)

    def state() -> tuple[object, ...]:
        root = logging.getLogger()
        return (
            open_files(),
            threading.active_count(),
            list(root.handlers),
            root.level,
            logging.getLogger("arena").level,
            multiprocessing.get_start_method(allow_none=True),
        )

    run_logged(tmp_path / "run.log", deadly, 20)
    before = state()
    run_logged(tmp_path / "run.log", deadly, 20)
    assert state() == before


def test_descriptors_and_threads_do_not_pile_up_while_workers_die(tmp_path):
    def deadly(task: SetTask) -> SetResult:
        if task.k % 2:
            os._exit(1)
        return play_and_tell(task)

    with run_log(tmp_path / "run.log") as logs:
        executor = LocalExecutor(deadly, 2, logs.forking)
        files, threads = len(open_files()), threading.active_count()
        run(executor, [task(k) for k in range(60)])
        time.sleep(0.1)
        assert len(open_files()) <= files + 4
        assert threading.active_count() <= threads + 2
        executor.close()


def test_a_start_method_chosen_before_is_kept(tmp_path):
    script = """
        import multiprocessing
        from pathlib import Path
        from tests.ladder.test_logs import play_and_tell, run_logged

        multiprocessing.set_start_method("spawn")
        run_logged(Path("run.log"), play_and_tell, 20)
        print(multiprocessing.get_start_method())
    """
    ended = run_script(script, tmp_path)
    assert (ended.stdout, ended.stderr) == ("spawn\n", "")
    assert sorted(told(tmp_path / "run.log")) == list(range(20))


UNCLOSED = """
    import time
    from pathlib import Path
    from arena.ladder.executors.local import LocalExecutor
    from arena.ladder.logs import run_log
    from tests.ladder.executors.kit import task
    from tests.ladder.test_logs import log

    def sleep(task):
        log.info("x" * 1000)
        time.sleep(60)

    with run_log(Path("run.log")) as logs:
        executor = LocalExecutor(sleep, 2, logs.forking)
        for k in range(8):
            executor.submit(task(k))
        executor.wait(0.3)
    print("closed")
"""


def test_neither_the_log_nor_the_exit_waits_for_workers_that_were_not_closed(tmp_path):
    began = time.monotonic()
    ended = run_script(UNCLOSED, tmp_path)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "closed\n", "")
    assert time.monotonic() - began < 5


def run_script(script: str, folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(Path.cwd())}
    command = [sys.executable, "-c", textwrap.dedent(script)]
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=30, check=False
    )


def test_a_worker_leaves_even_if_nobody_reads_its_log(tmp_path, monkeypatch):
    def flood(task: SetTask) -> SetResult:
        for _ in range(500):
            log.info("x" * 1000)
        return result(task, os.getpid())

    monkeypatch.setattr(MultiProcessingHandler, "_receive", lambda self: time.sleep(8))
    began = time.monotonic()
    (answer,) = run_logged(tmp_path / "run.log", flood, 1)
    assert time.monotonic() - began < 6
    assert not is_running(answer.result.matches[0].scores[0])
