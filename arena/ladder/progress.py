"""What a run shows while it plays: a bar on a terminal, elsewhere a line now and then."""

import sys
import time
from typing import Final, NoReturn, Self, TextIO

from tqdm import tqdm

LINE_S: Final = 10.0
"""The least time between two lines where there is no terminal."""


class Progress:
    """Matches done and planned, matches a second, time left, faults and leader; use it as a context manager.

    `done` matches were there before; `planned` may change on the way; with `quiet` nothing is shown.
    """

    def __init__(self, done: int, planned: int, quiet: bool = False, stream: TextIO | None = None) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._done = self._before = self._told = done
        self.planned = planned
        self._faults = 0
        self._leaders = ""
        self._started = time.monotonic()
        self._last_line = self._started
        self._lines = not quiet and not self._stream.isatty()
        self._bar: tqdm[NoReturn] | None = None
        if not quiet and not self._lines:
            self._bar = tqdm(
                total=planned,
                initial=done,
                unit=" matches",
                file=self._stream,
                dynamic_ncols=True,
                bar_format="{n:,}/{total:,} matches |{bar}| {rate_fmt}, {remaining} left{postfix}",
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()
        elif self._lines and self._done > self._told:
            self._line()

    def update(self, matches: int, faults: int, leaders: str) -> None:
        """So many matches and faults more; `leaders` is who leads now."""
        self._done += matches
        self._faults += faults
        self._leaders = leaders
        if self._bar is not None:
            self._bar.total = self.planned
            self._bar.set_postfix_str(self._aside(), refresh=False)
            self._bar.update(matches)
        elif self._lines and time.monotonic() - self._last_line >= LINE_S:
            self._line()

    def _line(self) -> None:
        self._last_line = time.monotonic()
        self._told = self._done
        rate = (self._done - self._before) / max(self._last_line - self._started, 1e-9)
        left = tqdm.format_interval((self.planned - self._done) / rate) if rate else "?"
        print(
            f"{self._done:,} of {self.planned:,} matches, {rate:.0f}/s, {left} left, {self._aside()}",
            file=self._stream,
            flush=True,
        )

    def _aside(self) -> str:
        faults = f"{self._faults:,} fault{'' if self._faults == 1 else 's'}"
        return f"{faults}, leader {self._leaders}" if self._leaders else faults
