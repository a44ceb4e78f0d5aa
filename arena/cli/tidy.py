"""Ctrl-C and SIGTERM for commands that check bots: folders and processes go, then one line is said."""

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import typer

from arena.ladder.interrupt import EXIT_INTERRUPTED


@contextmanager
def tidily(left: str) -> Iterator[None]:
    """While entered SIGTERM ends what is going on as Ctrl-C does; then exit code 130, saying how things are left.

    Outside the main thread, where Python handles no signals, it does nothing.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, _stop)
    try:
        yield
    except KeyboardInterrupt:
        print(f"\nStopped: {left}.", file=sys.stderr)
        raise typer.Exit(EXIT_INTERRUPTED) from None
    finally:
        signal.signal(signal.SIGTERM, before)


def _stop(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt
