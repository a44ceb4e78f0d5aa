"""One ladder as all its viewers see it: read once, told to everybody."""

import asyncio
import gzip
import time
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path
from typing import Final

import msgspec

from arena.errors import ArenaError
from arena.web.status import Status, StatusReader

POLL_S: Final = 1.0
LEAST_BETWEEN_PAGES_S: Final = 3.0
PAUSE_FACTOR: Final = 15
"""A page is made again no sooner than after this many times what the last one took, to leave the run its cores."""

_PACKING: Final = 5

Page = tuple[bytes, Mapping[str, int | None]]
"""A report, and how many sets it says each pool is to have."""


class Watch:
    """Follows a ladder while someone looks at it.

    However many look, the database is read once a second and the report is made once for all of them.
    """

    def __init__(self, folder: Path, make_page: Callable[[], Page]) -> None:
        self._make_page = make_page
        self._reader = StatusReader(folder)
        self._page = b""
        self._packed = b""
        self._number = 0
        self._of: tuple[int, str] | None = None
        """The stored set and the state that the page tells of."""
        self._not_before = 0.0
        self._looked = 0.0
        self._making = asyncio.Lock()
        self._news = asyncio.Condition()
        self._told = b""
        self._viewers = 0
        self._task: asyncio.Task[None] | None = None

    async def page(self) -> bytes:
        """The report as it is now, or as it was a few seconds ago."""
        await self._look_if_old()
        return self._page

    async def packed_page(self) -> bytes:
        """The same, packed by gzip once for all viewers."""
        await self._look_if_old()
        return self._packed

    async def messages(self) -> AsyncIterator[str]:
        """The status as JSON, at once and after every change, until whoever listens goes away."""
        self._viewers += 1
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._follow())
        told = b""
        try:
            while True:
                async with self._news:
                    while self._told in (b"", told):
                        await self._news.wait()
                    told = self._told
                yield told.decode()
        finally:
            self._viewers -= 1

    async def _follow(self) -> None:
        while self._viewers:
            await self._look()
            await asyncio.sleep(POLL_S)

    async def _look_if_old(self) -> None:
        if not self._page or time.monotonic() >= self._looked + POLL_S:
            await self._look()

    async def _look(self) -> None:
        """Read the status, make the page again if it is time, and tell everybody."""
        async with self._making:
            try:
                status = await asyncio.to_thread(self._reader.read, time.monotonic(), self._number)
                seen = self._reader.row, status.state
                if not self._page or (seen != self._of and time.monotonic() >= self._not_before):
                    began = time.monotonic()
                    self._page, self._reader.planned = await asyncio.to_thread(self._make_page)
                    self._packed = await asyncio.to_thread(gzip.compress, self._page, _PACKING, mtime=0)
                    took = time.monotonic() - began
                    self._of, self._number = seen, self._number + 1
                    self._not_before = time.monotonic() + max(LEAST_BETWEEN_PAGES_S, PAUSE_FACTOR * took)
                    status = await asyncio.to_thread(self._reader.read, time.monotonic(), self._number)
            except ArenaError as error:
                if not self._page:
                    raise
                status = Status("unreadable", str(error), (), None, None, (), (), self._number)
        self._looked = time.monotonic()
        async with self._news:
            self._told = msgspec.json.encode(status)
            self._news.notify_all()
