"""`arena report`."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from arena.cli.main import app
from arena.errors import ArenaError
from tests.report.kit import BOTH, stored

TABLES = ["standings.csv", "head_to_head.csv", "seats_and_roles.csv", "forfeits.csv"]
FILES = ["report.html", "results.json", "report.md", *TABLES]
PUBLIC = ["report.html", "results.json", *TABLES]


def report(*arguments: object) -> list[str]:
    """The files that it says it has written; the last line tells of the replays."""
    result = CliRunner().invoke(app, ["report", *map(str, arguments)], catch_exceptions=False)
    assert result.exit_code == 0
    *files, replays = result.output.splitlines()
    assert "replays" in replays
    return files


def test_it_writes_into_the_ladders_folder_and_says_where(tmp_path: Path) -> None:
    results = stored(tmp_path, "abcd", **BOTH)
    assert report(results) == [str(results / name) for name in FILES]
    assert all((results / name).stat().st_size for name in FILES)


def test_out_is_another_folder(tmp_path: Path) -> None:
    results = stored(tmp_path, "abc")
    out = tmp_path / "new" / "folder"
    assert report(results, "--out", out) == [str(out / name) for name in FILES]
    assert not (results / "report.md").exists()


def test_the_same_results_give_the_same_files(tmp_path: Path) -> None:
    results = stored(tmp_path, "abc")
    first, second = tmp_path / "first", tmp_path / "second"
    report(results, "--out", first)
    report(results, "--out", second)
    assert all((first / name).read_bytes() == (second / name).read_bytes() for name in FILES)


def test_a_folder_that_cannot_be_written_is_explained(tmp_path: Path) -> None:
    results = stored(tmp_path, "abc")
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(ArenaError, match="use another one with --out"):
        report(results, "--out", tmp_path / "file")


AUTHORS = [
    {"bot": "bots/random_legal.py", "name": name, "author": author}
    for name, author in (("one", "A"), ("two", "B"), ("three", "A"))
]


def test_the_public_report_lies_apart_and_has_no_document_of_everything(tmp_path: Path) -> None:
    results = stored(tmp_path, AUTHORS)
    assert report(results, "--public") == [str(results / "public" / name) for name in PUBLIC]


def test_an_authors_report_lies_in_a_folder_of_the_author(tmp_path: Path) -> None:
    results = stored(tmp_path, AUTHORS)
    assert report(results, "--for", "A") == [str(results / "for" / "A" / name) for name in PUBLIC]


@pytest.mark.parametrize("author", ["../..", "..", "a/b", "שלום", "é"])
def test_no_authors_name_leads_out_of_the_folder(author: str, tmp_path: Path) -> None:
    results = stored(tmp_path, [{"bot": "bots/random_legal.py", "name": "a", "author": author}, "b"])
    written = Path(report(results, "--for", author)[0])
    assert written.resolve().parent.parent == (results / "for").resolve()


def test_an_unknown_author_is_told_who_there_is(tmp_path: Path) -> None:
    results = stored(tmp_path, AUTHORS)
    (tmp_path / "other").mkdir()
    nobodys = stored(tmp_path / "other", "ab")
    with pytest.raises(ArenaError, match="no author 'Z'; this ladder has: A, B"):
        report(results, "--for", "Z")
    with pytest.raises(ArenaError, match="no entrant of this ladder has an author"):
        report(nobodys, "--for", "Z")


def test_who_has_left_and_earlier_versions_are_in_a_report_of_all(tmp_path: Path) -> None:
    bots = [{"bot": "bots/bridgette_steady.py", "name": name} for name in "abc"]
    folder = stored(tmp_path, bots)
    stored(tmp_path, [bots[0], {"bot": "bots/random_legal.py", "name": "b"}])
    present, everybody = tmp_path / "present", tmp_path / "everybody"
    report(folder, "--out", present)
    report(folder, "--out", everybody, "--all")
    now, ever = (json.loads((out / "results.json").read_text()) for out in (present, everybody))
    assert [entrant["name"] for entrant in now["entrants"]] == ["a", "b"]
    assert sorted(entrant["name"] for entrant in ever["entrants"]) == ["a", "b", "b", "c"]
    assert now["config_hash"] == ever["config_hash"]
    left = {row["entrant"] + "@" + row["version"] for row in ever["pools"][0]["standings"] if not row["in_pool"]}
    assert len(left) == 2
    before = next(key for key in left if key.startswith("b@"))
    assert f"| {before} |" not in (present / "report.md").read_text()
    assert f"| {before} |" in (everybody / "report.md").read_text()
    assert f"<bdi>{before}</bdi>" in (everybody / "report.html").read_text()
    html = (everybody / "report.html").read_text()
    assert "Ranked among all that have ever played in the pool" in html
    assert "arena report . --all" in html
    assert all((everybody / name).exists() for name in FILES)


def test_a_live_page_shows_the_present_field(tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match="leave out --all"):
        report(stored(tmp_path, "abc"), "--live", "--all")


def test_a_page_is_for_everybody_or_for_one(tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match="give one of them"):
        report(stored(tmp_path, AUTHORS), "--public", "--for", "A")
