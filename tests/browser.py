"""A headless browser for the tests of pages: one that must need no network and say nothing on its console."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, sync_playwright

SCREENSHOTS = Path(__file__).parents[1] / "results" / "screenshots"
ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
]


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's Chromium."""
    program = which("chromium")
    if program is None:
        pytest.skip("needs chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield browser
        browser.close()


@contextmanager
def opened_page(
    browser: Browser, url: str, width: int = 1200, height: int = 900, dark: bool = False, own_server: bool = False
) -> Iterator[Page]:
    """A page that at its end must have had nothing on its console and asked for nothing but itself.

    With `own_server` it may ask the server that it came from.
    """
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme="dark" if dark else "light"
    )
    page = context.new_page()
    said: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(url)
    yield page
    context.close()
    assert said == [], said
    if own_server:
        assert all(address.startswith(url) for address in asked), asked
    else:
        assert {address.partition("#")[0] for address in asked} == {url.partition("#")[0]}


def keep_picture(shown: Page | Locator, name: str) -> None:
    """Keep how a page, or a part of it, looks, to be looked at: `results/screenshots/NAME.png`."""
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    shown.screenshot(path=SCREENSHOTS / f"{name}.png")


def assert_accessible(page: Page) -> None:
    """No violation of WCAG A and AA that axe-core can find."""
    results = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]})
    assert results.violations_count == 0, results.generate_report()
