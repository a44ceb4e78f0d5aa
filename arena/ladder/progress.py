"""What a run shows while it plays: a bar on a terminal, elsewhere a line now and then."""

import sys
import time
from typing import Final, NoReturn, Self, TextIO

from tqdm import tqdm

FIRST_LINE_S: Final = 4.0
BAR: Final = "{n:,}/{total:,} matches |{bar}| {rate_fmt}, {remaining} left{postfix}"
ENDLESS_BAR: Final = "{n:,} matches | {rate_fmt}{postfix}"
LINE_S: Final = 10.0
"""The least time between two lines where there is no terminal; the first comes sooner."""


class Progress:
    """Matches done and planned, matches a second, time left, faults and news; use it as a context manager.

    `done` matches were there before; `planned` may change on the way, None meaning that there is no end; with
    `quiet` nothing is shown.
    """

    def __init__(self, done: int, planned: int | None, quiet: bool = False, stream: TextIO | None = None) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._done = self._before = self._told = done
        self.planned = planned
        self._faults = 0
        self._news = ""
        self._started = time.monotonic()
        self._next_line = self._started + FIRST_LINE_S
        self._lines = not quiet and not self._stream.isatty()
        self._bar: tqdm[NoReturn] | None = None
        if not quiet and not self._lines:
            self._bar = tqdm(
                total=planned,
                initial=done,
                unit=" matches",
                file=self._stream,
                dynamic_ncols=True,
                bar_format=ENDLESS_BAR if planned is None else BAR,
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()
        elif self._lines and self._done > self._told:
            self._line()

    def update(self, matches: int, faults: int, news: str) -> None:
        """So many matches and faults more; `news` is what the results say now, such as who leads."""
        self._done += matches
        self._faults += faults
        self._news = news
        if self._bar is not None:
            self._bar.total = None if self.planned is None else max(self.planned, self._done)
            self._bar.bar_format = ENDLESS_BAR if self.planned is None else BAR
            self._bar.set_postfix_str(self._aside(), refresh=False)
            self._bar.update(matches)
        elif self._lines and time.monotonic() >= self._next_line:
            self._line()

    def _line(self) -> None:
        now = time.monotonic()
        self._next_line = now + LINE_S
        self._told = self._done
        rate = (self._done - self._before) / max(now - self._started, 1e-9)
        of, left = "", ""
        if self.planned is not None:
            planned = max(self.planned, self._done)  # once the results end it, some are already beyond
            of = f" of {planned:,}"
            left = f", {tqdm.format_interval((planned - self._done) / rate) if rate else '?'} left"
        print(f"{self._done:,}{of} matches, {rate:.0f}/s{left}, {self._aside()}", file=self._stream, flush=True)

    def _aside(self) -> str:
        faults = f"{self._faults:,} fault{'' if self._faults == 1 else 's'}"
        return f"{faults}, {self._news}" if self._news else faults
