import csv
import io
import json
import os
from concurrent.futures import ThreadPoolExecutor
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


@pytest.mark.parametrize(
    ("place", "reason"),
    [
        ("nowhere/out.csv", "No such file or directory"),
        ("file/out.csv", "Not a directory"),
        ("folder", "Is a directory"),
        ("x" * 300, "File name too long"),
        ("full", "No space left on device"),
    ],
)
def test_a_file_that_cannot_be_written_is_said(tmp_path: Path, place: str, reason: str) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    (tmp_path / "full").symlink_to("/dev/full")
    with pytest.raises(ArenaError) as caught, output(tmp_path / place) as stream:
        stream.write(b"x" * 100_000)
    assert str(caught.value) == f"cannot write {tmp_path / place}: {reason}"
    assert not list(tmp_path.rglob("*.part"))


def test_a_link_stays_a_link_and_what_is_no_file_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("file")
    os.mkfifo(tmp_path / "pipe")
    for name, there in (("link", tmp_path / "file"), ("pipe", tmp_path / "pipe")):
        with ThreadPoolExecutor() as pool:
            read = pool.submit(there.read_bytes) if name == "pipe" else None
            with output(tmp_path / name) as stream:
                stream.write(b"whole")
            assert (read.result() if read else there.read_bytes()) == b"whole"
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "pipe").is_fifo()
