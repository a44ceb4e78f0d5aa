"""Doing the same with many files at once, each in a process that may die."""

import multiprocessing
import os
import signal
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from types import FrameType
from typing import Final, TypeVar

from arena.hosts.linux.prctl import die_with_parent

DIED: Final = "the process that checked it died; submit the folder again"
T = TypeVar("T")


def each_apart(
    job: Callable[..., T], files: Sequence[str], given: tuple[object, ...], processes: int
) -> Generator[tuple[str, T | None], None, None]:
    """What `job(file, *given)` comes to for each file, in any order, so many at a time.

    If a process dies, those not done yet are tried once more, each alone, so that only its own dies with it; for
    that one there is None. If whoever asks stops, or is stopped, so do the processes.
    """
    left = list(files)
    for group in (files, *([file] for file in files)):
        together = [file for file in group if file in left]
        if not together:
            continue
        with _pool(min(processes, len(together))) as pool:
            waiting = {pool.submit(job, file, *given): file for file in together}
            for done in as_completed(waiting):
                file, result = waiting[done], None
                try:
                    result = done.result()
                except BrokenProcessPool:
                    if group is files:
                        continue
                left.remove(file)
                yield file, result


@contextmanager
def _pool(processes: int) -> Iterator[ProcessPoolExecutor]:
    context = multiprocessing.get_context("fork")
    before = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(processes, mp_context=context, initializer=_begin, initargs=(os.getpid(),))
    try:
        yield pool
    except BaseException:
        for process in set(multiprocessing.active_children()) - before:
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _begin(parent: int) -> None:
    """End with the parent, and only when it says so: Ctrl-C reaches all processes of a terminal at once."""
    die_with_parent(parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _stop)


def _stop(_number: int, _frame: FrameType | None) -> None:
    """Let go of what is being done, removing its folders and processes on the way."""
    raise SystemExit(128 + signal.SIGTERM)
