"""One log file for a run: the log records of the main process and of all its workers.

multiprocessing-logging carries a worker's records to the main process through a queue. A process killed while
it holds the lock of such a queue takes the lock along, and every other process that uses the queue falls
silent. So each worker gets a queue of its own, made just before the fork: its death ends its queue and no
other, and its replacement starts with a new one. The main process writes to the file itself and needs none.
"""

import logging
import multiprocessing
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from multiprocessing_logging import MultiProcessingHandler

FORMAT = "%(asctime)s %(levelname)s %(processName)s[%(process)d] %(name)s: %(message)s"
# Seconds that closing the log waits for records under way.
CLOSE_S = 1.0


@contextmanager
def run_log(path: Path) -> Iterator["RunLog"]:
    """Append all log records of this process, and of workers forked under `RunLog.forking`, to a file.

    Takes the records of `arena` from level INFO, all others from the root logger's level. Close the executor
    first, so that the workers' last records are in.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    file = _LogFile(path, encoding="utf-8", errors="backslashreplace")
    file.setFormatter(logging.Formatter(FORMAT))
    file.addFilter(_as_text)
    root, arena = logging.getLogger(), logging.getLogger("arena")
    level = arena.level
    root.addHandler(file)
    arena.setLevel(logging.INFO)
    log = RunLog(file)
    try:
        yield log
    finally:
        log.close()
        arena.setLevel(level)
        root.removeHandler(file)
        file.close()


class RunLog:
    """An open log; made by `run_log`."""

    def __init__(self, file: logging.Handler) -> None:
        self._file = file
        self._carriers: list[MultiProcessingHandler] = []

    @contextmanager
    def forking(self) -> Iterator[None]:
        """A process forked inside sends its log records here, until it ends."""
        self._carriers = [carrier for carrier in self._carriers if carrier._receive_thread.is_alive()]
        root = logging.getLogger()
        carrier = _carrier(self._file)
        root.removeHandler(self._file)
        root.addHandler(carrier)
        try:
            yield
        finally:
            root.removeHandler(carrier)
            root.addHandler(self._file)
            # Now the worker alone can write, so the queue's reader meets the end when the worker does.
            carrier.queue._writer.close()
            self._carriers.append(carrier)

    def close(self) -> None:
        """Wait for records of ended workers, a second at most; those of workers still there are given up."""
        end = time.monotonic() + CLOSE_S
        for carrier in self._carriers:
            carrier._receive_thread.join(max(0.0, end - time.monotonic()))
            carrier._is_closed = True  # or Python's exit would wait another five seconds for each
        self._carriers.clear()


class _LogFile(logging.FileHandler):
    """A file handler that any thread may write to with a bare `emit`, as the carriers' threads do."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write one record."""
        self.acquire()
        try:
            super().emit(record)
        finally:
            self.release()


def _carrier(file: logging.Handler) -> MultiProcessingHandler:
    """A handler for a process about to be forked. Its queue must be made under the start method `fork`."""
    method = multiprocessing.get_start_method(allow_none=True)
    multiprocessing.set_start_method("fork", force=True)
    try:
        return MultiProcessingHandler("run log", sub_handler=file)
    finally:
        multiprocessing.set_start_method(method, force=True)


def _as_text(record: logging.LogRecord) -> bool:
    """Make the message plain text in the process that logs it: its parts may be unable to travel."""
    try:
        record.msg = record.getMessage()
    except Exception as error:
        record.msg = f"a log message that cannot be formatted ({type(error).__name__})"
    record.args = None
    return True
