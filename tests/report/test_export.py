import csv
import io
import json
from pathlib import Path

import pytest

import arena
from arena.errors import ArenaError
from arena.ladder.results import Results
from arena.report.export import output, write_csv, write_jsonl, write_parquet

RANDOM = Path(__file__).parents[2] / "bots" / "random_legal.py"


@pytest.fixture(scope="module")
def results() -> Results:
    return arena.play(RANDOM, RANDOM, game="bridgette", sets=2, seed="export")


def test_json_lines_hold_one_match_record_each_in_schedule_order(results: Results) -> None:
    stream = io.BytesIO()
    write_jsonl(stream, results.match_records())
    records = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert [record["match"] for record in records] == list(dict.fromkeys(row.match for row in results.matches()))
    assert list(records[0]) == [
        *("schema", "match", "game", "variant", "seed", "seats", "deals", "places", "termination", "fault"),
        "substituted",
    ]
    assert records[0]["schema"] == 1
    assert list(records[0]["deals"][0]) == [
        *("number", "dealer", "hands", "stock", "exchanges", "calls", "contract", "plays", "tricks", "scores"),
        "totals",
    ]


def test_csv_has_a_header_and_leaves_out_what_did_not_come_about(results: Results) -> None:
    stream = io.BytesIO()
    write_csv(stream, results.matches())
    lines = list(csv.DictReader(io.StringIO(stream.getvalue().decode())))
    assert len(lines) == len(list(results.matches()))
    assert lines[0]["fault"] == ""
    assert list(lines[0]) == list(results.matches().columns)


@pytest.mark.parametrize("table", ["sets", "matches", "deals", "decisions"])
def test_parquet_holds_the_same_rows(results: Results, table: str) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    records = getattr(results, table)()
    stream = io.BytesIO()
    write_parquet(stream, records)
    read = parquet.read_table(io.BytesIO(stream.getvalue()))
    assert read.to_pandas().astype(object).where(lambda frame: frame.notna(), None).to_dict("records") == [
        {column: getattr(row, column) for column in records.columns} for row in records
    ]


def test_a_file_appears_only_when_it_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    with pytest.raises(RuntimeError), output(path) as stream:  # noqa: PT012
        stream.write(b"half")
        raise RuntimeError
    assert list(tmp_path.iterdir()) == []
    with output(path) as stream:
        stream.write(b"whole")
    assert path.read_bytes() == b"whole"


def test_a_file_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match="cannot write"), output(tmp_path / "nowhere" / "out.csv"):
        pass
