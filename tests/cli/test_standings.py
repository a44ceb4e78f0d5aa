"""`arena standings`."""

import csv
import io
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from arena.cli.main import app
from arena.errors import ArenaError
from tests.report.kit import BOTH, stored


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return stored(tmp_path_factory.mktemp("ladder"), "abcd", **BOTH)


def standings(*arguments: object) -> str:
    result = CliRunner().invoke(app, ["standings", *map(str, arguments)], catch_exceptions=False)
    assert result.exit_code == 0
    return result.output


def test_the_table_has_rank_rating_record_mean_and_faults(results: Path) -> None:
    lines = standings(results).splitlines()
    assert lines[0] == "Pool bridgette: bridgette (passed_out count), 24 sets (48 matches) counted"
    for word in ("rank", "entrant", "rating", "mu", "sigma", "sets", "matches W/D/L", "points per deal", "faults"):
        assert word in lines[1]
    assert [line.split()[0] for line in lines[2:6]] == ["1", "2", "3", "4"]
    assert any(line.startswith("Combined: mean rank over 2 pools") for line in lines)


def test_one_pool_alone(results: Path) -> None:
    text = standings(results, "--pool", "six")
    assert text.startswith("Pool six: fiftysix (")
    assert "Combined" not in text


def test_json(results: Path) -> None:
    document = json.loads(standings(results, "--format", "json"))
    assert [pool["pool"] for pool in document["pools"]] == ["bridgette", "six"]


def test_csv(results: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(standings(results, "--format", "csv", "--pool", "six"))))
    assert [row["pool"] for row in rows] == ["six"] * 4


def test_markdown(results: Path) -> None:
    assert standings(results, "--format", "markdown").count("\n### ") == 2


@pytest.mark.parametrize("format", ["table", "json", "csv", "markdown"])
def test_the_same_results_give_the_same_bytes(results: Path, tmp_path: Path, format: str) -> None:
    again = stored(tmp_path, "abcd", **BOTH)
    assert standings(results, "--format", format) == standings(again, "--format", format)


def test_the_only_ladder_need_not_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stored(tmp_path, "abc")
    monkeypatch.chdir(tmp_path)
    assert standings() == standings("tiny") == standings("results/tiny")


def test_an_unknown_pool_is_refused(results: Path) -> None:
    with pytest.raises(ArenaError, match="did you mean 'six'"):
        standings(results, "--pool", "sixx")
