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


def rows_of(*arguments: object) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(standings(*arguments, "--format", "csv"))))


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


def test_who_has_left_is_in_the_standings_of_all_alone_with_its_results(tmp_path: Path) -> None:
    folder = stored(tmp_path, "abcd")
    before = {row["entrant"]: row for row in rows_of(folder)}
    stored(tmp_path, "abd")
    assert sorted(row["entrant"] for row in rows_of(folder)) == ["a", "b", "d"]
    everybody = {row["entrant"]: row for row in rows_of(folder, "--all")}
    assert {name: row["in_pool"] for name, row in everybody.items()} == {"a": "1", "b": "1", "c": "0", "d": "1"}
    for name in "abcd":
        assert everybody[name]["mu"] == before[name]["mu"]
        assert everybody[name]["rank"] == before[name]["rank"]
    text = standings(folder, "--all", "--format", "markdown")
    assert [line.split("|")[2].strip() for line in text.splitlines() if "| no " in line] == ["c"]
    assert "those who are in it no more too" in text
    document = json.loads(standings(folder, "--all", "--format", "json"))
    assert [row["in_pool"] for row in document["pools"][0]["rows"]].count(False) == 1


def test_an_earlier_version_is_told_from_the_present_one(tmp_path: Path) -> None:
    bots = [{"bot": "bots/bridgette_steady.py", "name": name} for name in "ab"]
    folder = stored(tmp_path, bots)
    stored(tmp_path, [bots[0], {"bot": "bots/random_legal.py", "name": "b"}])
    rows = [(row["entrant"], row["in_pool"]) for row in rows_of(folder, "--all")]
    assert sorted(rows) == [("a", "1"), ("b", "0"), ("b", "1")]
    assert len({row["version"] for row in rows_of(folder, "--all") if row["entrant"] == "b"}) == 2
    assert [row["entrant"] for row in sorted(rows_of(folder), key=lambda row: row["entrant"])] == ["a", "b"]
