"""report.html in a browser: what one can click, filter and point at, and for whom it is legible."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import assert_accessible, chromium, keep_picture, opened_page
from tests.ladder.kit import BRIDGETTE
from tests.report.page.kit import FOUR, HOSTILE, SIX, page_of, printed, really_played

pytestmark = pytest.mark.system

BOT = "bots/random_legal.py"
NAMES = ("able", "baker", "charlie", *HOSTILE)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The page of a ladder of both games with odd names and one bot that often fails."""
    folder = tmp_path_factory.mktemp("page")
    bots = {"able": "bots/bridgette_steady.py", "charlie": "faulty.py"}
    entrants = [{"bot": bots.get(name, BOT), "name": name} for name in NAMES]
    results = really_played(folder, entrants, sets=2, games=[BRIDGETTE, FOUR, SIX])
    printed(results, "charlie", "<b>about to fail</b>\n" * 3)
    path = folder / "report.html"
    path.write_text(page_of(results), encoding="utf-8")
    return path.as_uri()


def open_all(page: Page) -> None:
    """Open all that can be opened, and scroll past every picture so that it is drawn."""
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    page.evaluate("document.querySelectorAll('.more[aria-expanded=false]').forEach((one) => one.click())")
    page.wait_for_function("document.querySelector('.opponents:empty') === null")
    for plot in page.locator(".plot").all():
        plot.evaluate("(one) => one.scrollIntoView({ behavior: 'instant', block: 'center' })")
        expect(plot.locator(".main-svg").first).to_be_visible(timeout=30_000)


def ranked(page: Page) -> list[str]:
    """The entrants of the first table as they stand."""
    return page.locator(".standings").first.locator("tbody:visible .more").all_inner_texts()


def test_a_column_sorts_and_sorts_the_other_way(browser: Browser, address: str) -> None:
    with opened_page(browser, address) as page:
        by_rank = ranked(page)
        page.locator(".standings").first.get_by_role("button", name="entrant", exact=True).click()
        by_name = ranked(page)
        assert sorted(by_name) == sorted(by_rank)
        assert [name for name in by_name if name in NAMES[:3]] == ["able", "baker", "charlie"]
        head = page.locator(".standings").first.locator("th", has_text="rank")
        head.get_by_role("button").click()
        assert ranked(page) == by_rank
        head.get_by_role("button").click()
        expect(head).to_have_attribute("aria-sort", "descending")
        assert ranked(page) == by_rank[::-1]


def test_a_phone_sorts_by_a_list_and_a_button_that_need_no_pointer(browser: Browser, address: str) -> None:
    with opened_page(browser, address, width=390) as page:
        by_rank = ranked(page)
        order = page.get_by_role("group", name="Order of pool bridgette")
        expect(order.get_by_label("Sort by")).to_have_value("0")
        expect(order.get_by_label("Sort by")).to_have_accessible_description(re.compile("The place by the number"))
        order.get_by_label("Sort by").focus()
        page.keyboard.press("ArrowDown")
        by_name = ranked(page)
        assert sorted(by_name) == sorted(by_rank)
        assert [name for name in by_name if name in NAMES[:3]] == ["able", "baker", "charlie"]
        page.keyboard.press("Tab")
        expect(order.get_by_role("button", name="ascending")).to_be_focused()
        page.keyboard.press("Enter")
        expect(order.get_by_role("button", name="descending")).to_be_focused()
        assert ranked(page) == by_name[::-1]


def test_the_filters_leave_an_entrant_and_a_pool(browser: Browser, address: str) -> None:
    with opened_page(browser, address) as page:
        page.get_by_label("Entrant", exact=True).first.fill("BAK")
        assert ranked(page) == ["baker"]
        page.get_by_label("Entrant", exact=True).first.fill("")
        assert len(ranked(page)) == len(NAMES)
        page.locator("#filter-pool").select_option("six")
        expect(page.locator("#standings .pool:visible")).to_have_count(1)
        expect(page.locator("#standings .pool:visible h3")).to_contain_text("six")


def test_a_row_opens_what_is_one_click_deeper(browser: Browser, address: str) -> None:
    with opened_page(browser, address) as page:
        row = page.locator(".standings tbody").first
        expect(row.locator(".details")).to_be_hidden()
        row.locator(".more").press("Enter")
        for label in ("conservative rating", "in seat 0", "as declarer", "faults by cause", "thinking time"):
            expect(row.locator(".details")).to_contain_text(label)
        row.get_by_role("link", name="All of").click()
        expect(page.locator("details.entrant[open]")).to_contain_text("Against each opponent")


@pytest.mark.parametrize("how", ["hover", "focus"])
def test_a_term_is_explained_where_one_points_or_stands(how: str, browser: Browser, address: str) -> None:
    with opened_page(browser, address) as page:
        term = page.locator(".standings").first.get_by_role("button", name="margin")
        getattr(term, how)()
        expect(page.get_by_role("tooltip")).to_contain_text("with the same cards in the same seats")
        page.keyboard.press("Escape")
        expect(page.locator("#tip")).to_be_hidden()


def test_two_entrants_are_compared_with_the_deals_that_moved_most(browser: Browser, address: str) -> None:
    with opened_page(browser, address) as page:
        form = page.locator("#compare-form")
        form.get_by_label("Entrant").select_option("able")
        form.get_by_label("against").select_option("baker")
        result = page.locator("#compare-result")
        expect(result).to_contain_text("able got")
        expect(result).to_contain_text("as declarer")
        expect(result.locator(".swings li").first).to_contain_text("arena replay . bridgette/able@")
        form.get_by_label("against").select_option("able")
        expect(result).to_contain_text("Choose two different entrants.")


def test_a_picture_tells_margin_interval_and_count_where_one_points(browser: Browser, address: str) -> None:
    with opened_page(browser, address) as page:
        plot = page.locator("[data-plot=head_to_head]").first
        plot.scroll_into_view_if_needed()
        box = plot.locator(".nsewdrag").first.bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + box["width"] * 0.2, box["y"] + 3)
        page.mouse.move(box["x"] + box["width"] * 0.21, box["y"] + 6)
        told = plot.locator(".hoverlayer .hovertext")
        expect(told).to_contain_text("set score")
        expect(told).to_contain_text("2 sets")


SCREENS = {"light": (1280, False), "dark": (1280, True), "phone": (390, False)}


@pytest.mark.parametrize(("width", "dark"), SCREENS.values(), ids=SCREENS)
def test_it_is_accessible_fits_and_shows_odd_texts_as_they_are(
    width: int, dark: bool, browser: Browser, address: str
) -> None:
    with opened_page(browser, address, width=width, dark=dark) as page:
        screen = f"{width}-{'dark' if dark else 'light'}"
        keep_picture(page, f"report-{screen}")
        open_all(page)
        keep_picture(page.locator("#pictures .pool").first, f"report-pictures-{screen}")
        for name in HOSTILE:
            expect(page.locator("details.entrant h3").get_by_text(name, exact=True)).to_have_count(1)
        expect(page.locator("pre", has_text="<b>about to fail</b>")).to_have_count(1)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert_accessible(page)


def test_it_can_be_printed_from_a_dark_screen(browser: Browser, address: str) -> None:
    with opened_page(browser, address, dark=True) as page:
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        page.wait_for_timeout(300)
        paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
        ink = page.locator("[data-plot=course] .xtick text").first.evaluate("(one) => getComputedStyle(one).fill")
        assert paper == "rgb(251, 250, 247)"
        assert ink == "rgb(29, 33, 38)"


def test_the_standings_are_there_within_two_seconds(browser: Browser, address: str) -> None:
    with opened_page(browser, address) as page:
        painted = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
        assert painted < 2_000
        expect(page.locator(".standings").first).to_be_visible()
