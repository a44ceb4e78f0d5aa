"""`arena report`."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from arena.cli.main import app
from arena.errors import ArenaError
from tests.report.kit import BOTH, stored

FILES = ["report.md", "standings.csv", "head_to_head.csv", "seats_and_roles.csv", "forfeits.csv"]


def report(*arguments: object) -> list[str]:
    result = CliRunner().invoke(app, ["report", *map(str, arguments)], catch_exceptions=False)
    assert result.exit_code == 0
    return result.output.splitlines()


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
