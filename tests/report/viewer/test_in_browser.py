"""The replay viewer in a browser: stepping, looking from a seat, side by side, and by keyboard."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from arena.records import Fault, FaultKind
from arena.report.viewer.page import replay_page
from tests.browser import assert_accessible, chromium, keep_picture, opened_page
from tests.report.viewer.kit import SEED, set_at_random

pytestmark = pytest.mark.system


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


def page_of(folder: Path, game: str, options: dict[str, str | int], *entrants: str, **ending: Any) -> str:
    """The address of a page with a set played at random."""
    pool, result = set_at_random(game, options, entrants or ("a@1", "b@1"), **ending)
    path = folder / "replay.html"
    path.write_text(replay_page(pool, SEED, result), encoding="utf-8")
    return path.as_uri()


def cards_in(page: Page, seat: int) -> int:
    return page.locator(f".seat:has-text('seat {seat}') .hand .card:not(.back)").count()


def test_stepping_plays_the_deal_card_by_card_and_into_the_next(browser: Browser, tmp_path: Path) -> None:
    with opened_page(browser, page_of(tmp_path, "bridgette", {})) as page:
        expect(page.locator("#said")).to_contain_text("Deal 1")
        assert (cards_in(page, 0), cards_in(page, 1)) == (13, 13)
        page.keyboard.press("ArrowRight")
        expect(page.locator("#said")).to_contain_text("exchanges 2 cards")
        page.get_by_role("button", name="Last step").click()
        expect(page.locator("#said")).to_contain_text("Deal over")
        assert (cards_in(page, 0), cards_in(page, 1)) == (0, 0)
        page.get_by_role("button", name="Next").click()
        expect(page.locator("#said")).to_contain_text("Deal 2")
        page.keyboard.press("ArrowLeft")
        expect(page.locator("#said")).to_contain_text("Deal over")
        page.keyboard.press("Shift+ArrowRight")
        expect(page.locator("#said")).to_contain_text("Deal 2")


def test_a_seat_sees_its_own_cards_only(browser: Browser, tmp_path: Path) -> None:
    with opened_page(browser, page_of(tmp_path, "bridgette", {})) as page:
        page.get_by_label("Seen from").select_option("1")
        assert (cards_in(page, 0), cards_in(page, 1)) == (0, 13)
        page.keyboard.press("ArrowRight")  # the exchange of the other, whoever that is, shows no card of his
        page.get_by_role("button", name="Next").click()
        assert "draws" in page.locator("#boards").inner_text()
        assert page.locator("#boards li", has_text="draws").count() == 1


def test_both_seatings_stand_side_by_side(browser: Browser, tmp_path: Path) -> None:
    with opened_page(browser, page_of(tmp_path, "bridgette", {})) as page:
        page.get_by_label("Both seatings").check()
        assert page.locator(".board").count() == 2
        boxes = [board.bounding_box() for board in page.locator(".board").all()]
        assert boxes[0] is not None
        assert boxes[1] is not None
        assert boxes[0]["y"] == boxes[1]["y"]


def test_the_address_leads_back_to_deal_and_step(browser: Browser, tmp_path: Path) -> None:
    url = page_of(tmp_path, "fiftysix", {"tables": 12, "max_deals": 3})
    with opened_page(browser, url) as page:
        page.get_by_label("Deal").select_option("2")
        for _ in range(6):
            page.get_by_role("button", name="Next").click()
        said, address = page.locator("#said").inner_text(), page.url
    with opened_page(browser, address) as page:
        expect(page.locator("#said")).to_have_text(said)
    with opened_page(browser, f"{url}#seating=x&deal=99&step=-1&seat=77") as page:
        expect(page.locator("#said")).to_contain_text("Deal 1")


def test_it_plays_by_itself_until_it_is_stopped(browser: Browser, tmp_path: Path) -> None:
    with opened_page(browser, page_of(tmp_path, "bridgette", {})) as page:
        page.locator("body").press(" ")
        expect(page.locator("#where")).to_contain_text("3 of", timeout=5000)
        page.get_by_role("button", name="Play by itself").click()
        said = page.locator("#said").inner_text()
        page.wait_for_timeout(1200)
        expect(page.locator("#said")).to_have_text(said)


def test_a_forfeited_match_ends_at_the_fault_and_says_what_happened(browser: Browser, tmp_path: Path) -> None:
    fault = Fault(1, FaultKind.ILLEGAL_ACTION, 1, "<img src=x onerror=alert(1)>", "SA")
    with opened_page(browser, page_of(tmp_path, "bridgette", {}, take=20, fault=fault)) as page:
        page.get_by_role("button", name="Last step").click()
        told = page.locator(".fault")
        expect(told).to_contain_text("illegal action <img src=x onerror=alert(1)>")
        expect(told).to_contain_text("its answer: SA")


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [360, 1200])
def test_no_rule_of_accessibility_is_broken_and_nothing_is_cut_off(
    browser: Browser, tmp_path: Path, width: int, dark: bool
) -> None:
    options: dict[str, str | int] = {"players": 8, "teams": "pairs", "tables": 3, "max_deals": 3}
    names = ("a@1", "a name that is much longer than any name should be@1", "\u05d0\u05d1\u05d2@1", "'\"<b>&@1")
    url = page_of(tmp_path, "fiftysix", options, *names)
    with opened_page(browser, url + "#deal=1&step=30&both=1", width=width, dark=dark) as page:
        keep_picture(page, f"replay-{width}-{'dark' if dark else 'light'}")
        assert_accessible(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
