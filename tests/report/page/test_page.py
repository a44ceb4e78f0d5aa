"""report.html, as text."""

import base64
import hashlib
import json
import re
from pathlib import Path

import pytest

from arena.ladder.stored import open_ladder
from arena.report.audience import Audience
from arena.report.page.page import without_measured
from tests.ladder.kit import BRIDGETTE
from tests.report.kit import BOTH, in_stages, stored, with_a_timed_one
from tests.report.page.kit import DETAIL, FOUR, HOSTILE, Elements, page_of, printed, really_played, registered

LARGEST = 8_000_000
BOT = "bots/random_legal.py"


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ladder whose entrants are called what a page must bear, and print and fail with the same."""
    folder = tmp_path_factory.mktemp("hostile")
    faulty = {"bot": "faulty.py", "name": HOSTILE[0], "author": "</script><b>author-ann</b>"}
    kims = {"bot": BOT, "name": HOSTILE[1], "author": "author-kim"}
    results = really_played(folder, [faulty, kims, *({"bot": BOT, "name": name} for name in HOSTILE[2:])], sets=1)
    printed(results, HOSTILE[0], "first\n<img src=x onerror=alert('log')>\nlast line of ann\n")
    printed(results, HOSTILE[1], "last line of kim\n")
    return results


def test_nothing_that_entrants_are_called_print_or_fail_with_becomes_an_element(hostile: Path) -> None:
    html = page_of(hostile)
    elements = Elements(html)
    assert len(elements.named("script")) == 5
    assert elements.named("img") == []
    assert not any(name.startswith("on") for _, attributes in elements.found for name in attributes)
    for text in (*HOSTILE, DETAIL, "<img src=x onerror=alert('log')>", "</script><b>author-ann</b>"):
        assert text in elements.text


def test_only_its_own_scripts_may_run_and_nothing_may_be_fetched(hostile: Path) -> None:
    html = page_of(hostile)
    (policy,) = [meta["content"] for meta in Elements(html).named("meta") if "http-equiv" in meta]
    scripts = re.findall(r"<script>(.*?)</script>", html, re.DOTALL)
    hashes = [base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in scripts]
    assert policy is not None
    assert policy.startswith("default-src 'none'; script-src ")
    assert re.findall(r"'sha256-(.*?)'", policy) == hashes
    assert "unsafe-eval" not in policy
    assert re.search(r"script-src[^;]*unsafe-inline", policy) is None
    asked = [attributes.get("src") or attributes.get("href") for _, attributes in Elements(html).found]
    assert [address for address in asked if address and not address.startswith("#")] == []


def test_the_data_in_it_are_those_of_the_ladder(hostile: Path) -> None:
    html = page_of(hostile)
    data = json.loads(re.search(r'id="data">(.*?)</script>', html, re.DOTALL)[1])  # type: ignore[index]
    assert [entrant["name"] for entrant in data["entrants"]] == list(HOSTILE)
    assert [pool["pool"] for pool in data["pools"]] == ["bridgette", "four", "six"]
    for pool in data["pools"]:
        assert all(0 <= place < len(HOSTILE) for one in pool["swings"]["found"] for place in one["entrants"])


def test_the_secret_is_not_in_it(hostile: Path) -> None:
    with open_ladder(hostile) as ladder:
        secret = ladder.secret
    for audience in (Audience(), Audience(public=True), Audience(author="author-kim")):
        assert secret not in page_of(hostile, audience)


def test_the_public_page_has_nothing_that_is_private(hostile: Path) -> None:
    html = page_of(hostile, Audience(public=True))
    text = html.partition("plotly.js v")[0]
    for private in (
        "last line",
        "onerror",
        "ValueError",
        "alert('detail')",
        "author-",
        "random_legal",
        "faulty.py",
    ):
        assert private not in text, private
    with open_ladder(hostile) as ladder:
        assert ladder.sessions()[-1].host not in text


def test_an_authors_page_has_all_of_the_own_and_of_others_only_what_is_public(hostile: Path) -> None:
    kims = page_of(hostile, Audience(author="author-kim")).partition("plotly.js v")[0]
    assert "last line of kim" in kims
    assert "random_legal" in kims
    for anns in ("last line of ann", "ValueError", "alert('detail')", "author-ann", "faulty.py"):
        assert anns not in kims, anns
    anns_page = page_of(hostile, Audience(author="</script><b>author-ann</b>")).partition("plotly.js v")[0]
    assert "last line of ann" in anns_page
    assert "ValueError" in anns_page
    assert "last line of kim" not in anns_page


def test_an_authors_page_has_a_section_for_each_of_the_own_alone(hostile: Path) -> None:
    sections = [
        attributes["data-entrant"]
        for attributes in Elements(page_of(hostile, Audience(author="author-kim"))).named("details")
        if attributes.get("class") == "entrant"
    ]
    assert sorted(map(str, sections)) == [HOSTILE[1]]


def test_equal_results_give_equal_bytes_but_for_this_run(tmp_path: Path) -> None:
    pages = []
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        pages.append(page_of(really_played(tmp_path / name, "ab", sets=1, games=[BRIDGETTE])))
    assert pages[0] != pages[1]
    assert without_measured(pages[0]) == without_measured(pages[1])
    assert str(tmp_path) not in without_measured(pages[0])


def test_nothing_measured_stands_outside_this_run(hostile: Path) -> None:
    text = without_measured(page_of(hostile)).partition("plotly.js v")[0]
    with open_ladder(hostile) as ladder:
        (session,) = ladder.sessions()
    for measured in (session.started, session.host, session.system):
        assert measured not in text


def test_every_id_is_there_once_and_every_reference_leads_to_one(hostile: Path) -> None:
    found = Elements(page_of(hostile)).found
    ids = [attributes["id"] for _, attributes in found if "id" in attributes]
    assert len(ids) == len(set(ids))
    for _, attributes in found:
        for name in ("aria-describedby", "aria-controls", "aria-labelledby"):
            if name in attributes:
                assert attributes[name] in ids
        if (attributes.get("href") or "").startswith("#"):
            assert str(attributes["href"])[1:] in ids


def test_an_empty_ladder_says_so(tmp_path: Path) -> None:
    text = Elements(page_of(stored(tmp_path, "ab", sets=0))).text
    assert "Not enough sets: none counts yet." in text
    assert "0 of 4 planned sets" in text


def test_a_ladder_without_entrants_says_so(tmp_path: Path) -> None:
    text = Elements(page_of(registered(tmp_path, []))).text
    assert "Nobody is in this pool yet." in text
    assert "Nobody plays yet." in text


def test_one_entrant_has_nobody_to_meet(tmp_path: Path) -> None:
    text = Elements(page_of(registered(tmp_path, "a"))).text
    assert "Not enough sets: none counts yet." in text


def test_one_set_is_not_enough_for_an_error(tmp_path: Path) -> None:
    text = Elements(page_of(really_played(tmp_path, "ab", sets=1, games=[BRIDGETTE]))).text
    assert "1 of 1 planned sets" in text
    assert "not enough sets, a standard error needs two" in text


def test_where_every_set_was_forfeited_there_is_no_margin(tmp_path: Path) -> None:
    (tmp_path / "quits.py").write_text(
        "from arena.bots import Bot\n\n\nclass Quits(Bot):\n    games = ('bridgette',)\n\n"
        "    def act(self, view):\n        raise ValueError('no')\n"
    )
    entrants = [{"bot": str(tmp_path / "quits.py"), "name": name} for name in "ab"]
    keys = {"games": [BRIDGETTE], "on_fault": {"max_fault_rate": 1}}
    text = Elements(page_of(really_played(tmp_path, entrants, **keys))).text
    assert "every set so far has a forfeited match" in text
    assert "4 crash" in text or "2 crash" in text


def test_sixty_entrants_are_small_enough(tmp_path: Path) -> None:
    names = [f"entrant number {n}" for n in range(60)]
    html = page_of(stored(tmp_path, names, sets=300))
    assert len(html.encode()) < LARGEST
    assert html.count('class="entrant"') == 60


def test_matches_that_cannot_be_replayed_are_told_of(tmp_path: Path) -> None:
    text = Elements(page_of(stored(tmp_path, "ab"))).text
    assert "8 matches of pool bridgette cannot be replayed" in text


def test_a_timed_entrant_is_told_of(tmp_path: Path) -> None:
    assert "Timed: slow." in Elements(page_of(with_a_timed_one(tmp_path))).text


def test_the_combined_table_is_there_for_several_pools(tmp_path: Path) -> None:
    assert "Combined: mean rank over 2 pools" in page_of(stored(tmp_path, "abcd", **BOTH))
    (tmp_path / "one").mkdir()
    assert "Combined: mean rank" not in page_of(stored(tmp_path / "one", "abcd"))


def test_a_knockout_has_its_bracket(tmp_path: Path) -> None:
    results = stored(tmp_path, "abcd", format={"kind": "knockout", "sets_per_tie": 1})
    html = page_of(results)
    assert '<section aria-label="final">' in html or '<section aria-label="Final">' in html
    assert "goes on" in html


def test_who_is_out_after_a_stage_is_told_of_like_the_others(tmp_path: Path) -> None:
    results = in_stages(tmp_path, 99)
    elements = Elements(page_of(results))
    with open_ladder(results) as ladder:
        assert len(ladder.field("bridgette")) == 3
    for name in "abcdef":
        assert f"All of {name}" in " ".join(elements.text.split())


def test_habits_of_both_games_are_told(hostile: Path) -> None:
    text = Elements(page_of(hostile)).text
    for told in (
        "Contracts made of those declared, by level and denomination",
        "exact bonuses",
        "three-over bonuses",
        "colons led: trick won",
        "Cards discarded in exchanges, by rank",
        "Bids by form",
        "doubles given: contracts beaten",
        "Mean tables after so many deals of a match",
        "matches in which it went out",
    ):
        assert told in text


def test_a_short_seed_is_not_given_away(tmp_path: Path) -> None:
    html = page_of(stored(tmp_path, "ab", seed="quick", games=[BRIDGETTE, FOUR]))
    assert "short, so not shown" in html
