"""Sets that need no game: tasks, and `play` functions with known results."""

import time
from collections.abc import Iterable
from pathlib import Path

from arena.ladder.executors.base import Executor, Failed, Measured, Play, Played
from arena.records import DealResult, MatchResult, SetResult, SetTask, Termination


def task(k: int) -> SetTask:
    return SetTask("pool", 0, k, (("a@1",), ("b@2",)), k, f"{k:064x}")


def result(task: SetTask, *scores: int, transcript: bytes = b"\x01\x02") -> Measured:
    match = MatchResult(
        order=(0, 1),
        places=(1, 2),
        scores=scores,
        deals=(DealResult(0, None, scores),),
        termination=Termination.PLAYED_OUT,
        forfeited=(),
        fault=None,
        substituted=(),
        transcript=transcript,
    )
    return SetResult(task.pool, task.sides, task.k, (match, match)), ()


def play(task: SetTask) -> Measured:
    return result(task, task.k, -task.k)


def play_in(seconds: float) -> Play:
    def slow(task: SetTask) -> Measured:
        time.sleep(seconds)
        return play(task)

    return slow


def run(executor: Executor, tasks: Iterable[SetTask]) -> list[Played | Failed]:
    """Play all tasks as the runner does: as many in flight as there are slots."""
    answers: list[Played | Failed] = []
    in_flight = 0
    for each in tasks:
        executor.submit(each)
        in_flight += 1
        while in_flight >= executor.slots:
            came = executor.wait(10)
            in_flight -= len(came)
            answers += came
    return answers + rest(executor, in_flight)


def rest(executor: Executor, count: int) -> list[Played | Failed]:
    """The next `count` answers; fails if they do not come."""
    answers: list[Played | Failed] = []
    while len(answers) < count:
        came = executor.wait(10)
        assert came, f"only {len(answers)} of {count} sets came back"
        answers += came
    return answers


def ks(answers: Iterable[Played | Failed]) -> list[int]:
    return [answer.task.k for answer in answers]


def await_file(path: Path, seconds: int = 10) -> str:
    """The text of a file that another process is about to write."""
    for _ in range(100 * seconds):
        if path.exists() and (text := path.read_text()):
            return text
        time.sleep(0.01)
    raise AssertionError(f"{path.name} was not written")


def is_running(pid: int) -> bool:
    """Whether a process exists and is no zombie."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


def open_files() -> list[str]:
    return sorted(path.name for path in Path("/proc/self/fd").iterdir())


def descendants(pid: int) -> list[int]:
    """The processes below one, those of its threads too."""
    found, todo = [], [pid]
    while todo:
        for thread in Path(f"/proc/{todo.pop()}/task").iterdir():
            children = [int(child) for child in (thread / "children").read_text().split()]
            found += children
            todo += children
    return found


def left_after(pids: list[int], seconds: float) -> list[int]:
    """Which of these still run, once none does or so much time has passed."""
    end = time.monotonic() + seconds
    while any(map(is_running, pids)) and time.monotonic() < end:
        time.sleep(0.02)
    return [pid for pid in pids if is_running(pid)]
