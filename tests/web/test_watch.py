"""All viewers of a ladder are told the same, and cost as much as one."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from arena.web import watch
from arena.web.watch import Page, Watch
from tests.web.kit import Growing


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "POLL_S", 0.01)
    monkeypatch.setattr(watch, "LEAST_BETWEEN_PAGES_S", 0.0)
    monkeypatch.setattr(watch, "PAUSE_FACTOR", 0)


class Pages:
    """Makes a page that says how often one was made."""

    def __init__(self) -> None:
        self.made = 0

    def __call__(self) -> Page:
        self.made += 1
        return b"page %d" % self.made, {"bridgette": 12}


def looked_at(folder: Path, pages: Pages, look: Callable[[Watch], Awaitable[None]]) -> None:
    async def within_time() -> None:
        await asyncio.wait_for(look(Watch(folder, pages)), 20)

    asyncio.run(within_time())


def test_a_viewer_is_told_at_once_and_then_of_every_new_set(tmp_path: Path) -> None:
    ladder = Growing(tmp_path)

    async def look(watch: Watch) -> None:
        messages = watch.messages()
        counts = []
        for _ in range(3):
            counts.append(json.loads(await anext(messages))["pools"][0]["sets"])
            ladder.play(2)
        assert counts == [0, 2, 4]

    looked_at(ladder.folder, Pages(), look)


def test_many_viewers_have_one_page_made(tmp_path: Path) -> None:
    ladder = Growing(tmp_path)
    pages = Pages()

    async def look(watch: Watch) -> None:
        viewers = [watch.messages() for _ in range(50)]
        first = await asyncio.gather(*(anext(viewer) for viewer in viewers))
        assert len({*first}) == 1
        assert {*await asyncio.gather(*(watch.page() for _ in range(50)))} == {b"page 1"}
        ladder.play(1)
        later = await asyncio.gather(*(anext(viewer) for viewer in viewers))
        assert {json.loads(message)["page"] for message in later} <= {1, 2}
        assert await watch.page() == b"page 2"

    looked_at(ladder.folder, pages, look)
    assert pages.made == 2


def test_a_page_that_takes_long_is_made_seldom(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "LEAST_BETWEEN_PAGES_S", 3600.0)
    ladder = Growing(tmp_path)

    async def look(watch: Watch) -> None:
        assert await watch.page() == b"page 1"
        ladder.play(1)
        assert await watch.page() == b"page 1"

    looked_at(ladder.folder, Pages(), look)


def test_a_database_that_cannot_be_read_any_more_is_said_and_the_page_stays(tmp_path: Path) -> None:
    ladder = Growing(tmp_path)

    async def look(watch: Watch) -> None:
        messages = watch.messages()
        await anext(messages)
        for file in ladder.folder.glob("ladder.db*"):
            file.unlink()
        assert json.loads(await anext(messages))["state"] == "unreadable"
        assert await watch.page() == b"page 1"

    looked_at(ladder.folder, Pages(), look)
