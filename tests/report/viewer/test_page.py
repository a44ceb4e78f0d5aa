"""The viewer's page holds its data and nothing of it can become code."""

import json
import re
from base64 import b64encode
from hashlib import sha256
from typing import Any

import pytest

from arena.records import Fault, FaultKind, Substitution
from arena.report.viewer.page import replay_file, replay_page
from tests.report.viewer.kit import SEED, set_at_random

NASTY = ("</script><script>alert(1)</script>@1", "\u202eb<!--'\"&@1")


def data_of(page: str) -> Any:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found
    return json.loads(found[1])


def test_the_page_holds_every_seating_with_its_names() -> None:
    pool, result = set_at_random("bridgette", {})
    data = data_of(replay_page(pool, SEED, result))
    assert data["set"] == "bridgette/a@1+b@1/1"
    assert [match["name"] for match in data["matches"]] == ["bridgette/a@1+b@1/1/1", "bridgette/a@1+b@1/1/2"]
    assert [match["seats"] for match in data["matches"]] == [["a", "b"], ["b", "a"]]
    assert data["sides"] == [[0], [1]]


def test_no_name_ends_the_element_it_stands_in() -> None:
    pool, result = set_at_random("bridgette", {}, NASTY)
    page = replay_page(pool, SEED, result)
    assert page.count("<script") == page.count("</script>") == 2
    assert "<!--" not in page
    assert data_of(page)["matches"][0]["seats"] == [name.rpartition("@")[0] for name in NASTY]


def test_the_policy_allows_the_pages_own_script_and_style_alone() -> None:
    pool, result = set_at_random("fiftysix", {"tables": 2, "max_deals": 2})
    page = replay_page(pool, SEED, result)
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    assert policy
    for tag, directive in (("style", "style-src"), ("script", "script-src")):
        text = re.search(rf"<{tag}>(.*?)</{tag}>", page, re.DOTALL)
        assert text
        digest = b64encode(sha256(text[1].encode()).digest()).decode()
        assert f"{directive} 'sha256-{digest}'" in policy[1]
    assert "default-src 'none'" in policy[1]


@pytest.mark.parametrize("public", [False, True])
def test_a_public_page_names_the_kind_of_a_fault_and_not_the_bots_words(public: bool) -> None:
    fault = Fault(1, FaultKind.CRASH, 1, "ValueError: my secret")
    entry = Substitution(0, FaultKind.CRASH, 1, 0, "KeyError: my secret")
    pool, result = set_at_random("bridgette", {}, take=20, fault=fault, substituted=(entry,))
    page = replay_page(pool, SEED, result, public=public)
    assert ("my secret" not in page) == public
    assert data_of(page)["matches"][0]["events"][-1]["kind"] == "crash"


def test_the_same_set_gives_the_same_page_under_the_same_name() -> None:
    pool, result = set_at_random("bridgette", {}, NASTY)
    assert replay_page(pool, SEED, result) == replay_page(pool, SEED, result)
    assert re.fullmatch(r"[0-9a-f]{16}\.html", replay_file(result.name))
