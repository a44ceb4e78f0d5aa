"""Ctrl-C and SIGTERM: the first stops a run in good order, the second at once."""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Self

from arena.match.players import StopAsked

EXIT_INTERRUPTED = 130
STOPPING = b"\nStopping: what is finished is kept. (Ctrl-C again stops at once.)\n"


class Interrupt:
    """While entered, notes that the run was asked to stop.

    Outside the main thread, where Python handles no signals, it does nothing.
    """

    def __init__(self) -> None:
        self.asked = False
        self._breaking = False
        self._before: dict[signal.Signals, Any] = {}

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, signal.SIGTERM):
                self._before[number] = signal.signal(number, self._arrived)
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    @contextmanager
    def breaking(self) -> Iterator[None]:
        """Raise StopAsked here as soon as a stop is asked for: for code that may take long."""
        self._breaking = True
        try:
            if self.asked:
                raise StopAsked
            yield
        finally:
            self._breaking = False

    def _arrived(self, _number: int, _frame: FrameType | None) -> None:
        if self.asked:
            os._exit(EXIT_INTERRUPTED)
        self.asked = True
        os.write(2, STOPPING)  # print could be in the middle of printing
        if self._breaking:
            raise StopAsked
