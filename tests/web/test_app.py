"""What the live page's server answers, and that nothing else can be had from it."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from arena.errors import ArenaError
from arena.web.app import Pages, Site, make_app
from tests.web.kit import Growing

HOST = "http://127.0.0.1"


def no_replay(folder: Path, name: str) -> str:
    raise ArenaError(f"{folder}: no such set")


def client(*folders: Path, single: bool = True, report: bytes = b"<p>report</p>") -> TestClient:
    ladders = {folder.name: folder for folder in folders}
    site = Site(ladders, single, Pages(lambda folder: (report, {}), no_replay, {"x.js": b"1"}))
    return TestClient(make_app(site, ["127.0.0.1"]), base_url=HOST)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Growing(tmp_path).folder


def test_the_report_is_the_page_of_a_single_ladder(folder: Path) -> None:
    answer = client(folder).get("/")
    assert (answer.status_code, answer.text) == (200, "<p>report</p>")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize("encoding", ["gzip", "identity"])
def test_a_page_comes_as_it_is_asked_for(folder: Path, encoding: str) -> None:
    answer = client(folder, report=b"<p>report</p>" * 1000).get("/", headers={"accept-encoding": encoding})
    assert answer.headers.get("content-encoding", "identity") == encoding
    assert answer.text == "<p>report</p>" * 1000


def test_the_reports_scripts_may_be_kept_by_the_browser(folder: Path) -> None:
    answer = client(folder).get("/x.js")
    assert (answer.text, answer.headers["cache-control"]) == ("1", "max-age=86400")


def test_a_folder_of_ladders_has_an_index_and_each_ladder_its_page(folder: Path) -> None:
    site = client(folder, single=False)
    index = site.get("/")
    assert f'href="{folder.name}/"' in index.text
    assert "0 sets" in index.text
    assert "default-src 'none'; style-src" in index.text
    assert site.get(f"/{folder.name}/").text == "<p>report</p>"


@pytest.mark.parametrize(
    "path",
    [
        "/ladder.db",
        "/..%2f..%2fetc%2fpasswd",
        "//etc/passwd",
        "/%00",
        "/replay",
        "/replay?set=",
        "/replay?set=../../etc/passwd",
        "/replay?set=%00%ff",
        "/replay?set=" + "a" * 5000,
        "/report",
        "/static/../app.py",
    ],
)
@pytest.mark.parametrize("single", [True, False])
def test_odd_requests_are_refused_and_told_no_path(folder: Path, path: str, single: bool) -> None:
    answer = client(folder, single=single).get(path)
    assert 400 <= answer.status_code < 500
    assert str(folder) not in answer.text
    assert "Traceback" not in answer.text


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
def test_nothing_can_be_sent(folder: Path, method: str) -> None:
    assert client(folder).request(method, "/").status_code == 405


def test_another_hosts_page_cannot_ask_through_a_name_of_its_own(folder: Path) -> None:
    assert client(folder).get("/", headers={"host": "evil.example"}).status_code == 400
