"""The live page in a browser: it follows a ladder that is being played, and stays as it is looked at."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import assert_accessible, chromium, keep_picture, opened_page
from tests.kit import ROOT
from tests.web.kit import Growing

pytestmark = pytest.mark.system


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a live page."""
    command = [sys.executable, "-m", "arena.cli.main", "report", str(folder), "--live", "--port", "0"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().split()[2]
        finally:
            process.terminate()


def test_the_page_follows_the_ladder_and_stays_as_it_is_looked_at(browser: Browser, tmp_path: Path) -> None:
    ladder = Growing(tmp_path, "abc", format={"kind": "round_robin", "sets_per_pairing": 20})
    ladder.play(6)
    with served(ladder.folder) as address, opened_page(browser, address, own_server=True) as page:
        expect(page.locator("#live-facts")).to_contain_text("6 of 60 sets")
        page.locator("#filter-entrant").fill("b")
        more = page.locator("#standings .more", has_text="b")
        more.click()
        page.get_by_role("button", name="faults").first.click()
        ladder.play(30)
        expect(page.locator("#live-facts")).to_contain_text("36 of 60 sets", timeout=15_000)
        expect(page.locator(".top")).to_contain_text("36 of 60 planned sets", timeout=30_000)
        expect(more).to_have_attribute("aria-expanded", "true")
        expect(page.locator("#standings th[aria-sort]").first).to_contain_text("faults")
        assert page.locator("#standings tbody[data-entrant]:visible").count() == 1
        keep_picture(page, "live")
        assert_accessible(page)


def test_a_folder_of_ladders_has_a_page_that_leads_to_each(browser: Browser, tmp_path: Path) -> None:
    ladder = Growing(tmp_path)
    with (
        served(ladder.folder.parent) as address,
        opened_page(browser, address, width=390, own_server=True) as page,
    ):
        keep_picture(page, "live-index")
        assert_accessible(page)
        page.get_by_role("link", name=ladder.folder.name).click()
        expect(page.locator("#live-said")).to_contain_text("The run ended", timeout=15_000)


def test_it_says_when_its_server_has_gone(browser: Browser, tmp_path: Path) -> None:
    ladder = Growing(tmp_path)
    with served(ladder.folder) as address:
        context = browser.new_context()
        page = context.new_page()
        page.goto(address)
        expect(page.locator("#live-said")).to_contain_text("The run ended")
    expect(page.locator("#live-said")).to_contain_text("does not answer", timeout=15_000)
    context.close()


def test_a_set_played_for_real_can_be_stepped_through_from_the_live_page(browser: Browser, tmp_path: Path) -> None:
    config = tmp_path / "real.yaml"
    config.write_text(
        json.dumps(
            {
                "ladder": "real",
                "seed": "0123456789abcdef0123456789abcdef",
                "games": [{"id": "bridgette", "game": "bridgette"}],
                "format": {"kind": "round_robin", "sets_per_pairing": 2},
                "workers": 0,
                "isolation": "none",
                "entrants": [{"bot": str(ROOT / "bots/random_legal.py"), "name": name} for name in "ab"],
            }
        )
    )
    run = [sys.executable, "-m", "arena.cli.main", "run", str(config), "--out", str(tmp_path / "out")]
    subprocess.run(run, cwd=ROOT, check=True, capture_output=True)
    with served(tmp_path / "out") as address, opened_page(browser, address, own_server=True) as page:
        page.get_by_text("The latest sets and faults").click()
        page.locator("#live-latest a").first.click()
        expect(page.locator("#said")).to_contain_text("Deal 1")
        page.get_by_role("button", name="Next").click()
        expect(page.locator("#said")).to_contain_text("exchanges 2 cards")
