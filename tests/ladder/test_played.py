"""Matches that people played, in a file of match records."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from arena.ladder.names import check_ladder_name
from arena.ladder.played import PlayedError, add_match, find_record, played_file


def test_matches_are_numbered_and_found(tmp_path: Path) -> None:
    assert add_match({"schema": 1, "match": "", "game": "bridgette", "deals": [1]}, tmp_path) == "bridgette/1"
    assert add_match({"schema": 1, "match": "", "game": "fiftysix", "deals": [2]}, tmp_path) == "fiftysix/2"
    path = played_file("play", tmp_path)
    assert path == tmp_path / "play" / "matches.jsonl"
    record = find_record(path, "fiftysix/2")
    assert record == {"schema": 1, "match": "fiftysix/2", "game": "fiftysix", "deals": [2]}
    assert list(record) == ["schema", "match", "game", "deals"]


def test_matches_that_end_at_once_get_different_numbers(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        names = list(pool.map(lambda _: add_match({"game": "bridgette"}, tmp_path), range(40)))
    assert sorted(names) == sorted(f"bridgette/{number}" for number in range(1, 41))
    assert all(find_record(tmp_path / "play" / "matches.jsonl", name)["match"] == name for name in names)


def test_results_may_be_the_file_its_folder_or_the_name(tmp_path: Path) -> None:
    add_match({"game": "bridgette"}, tmp_path)
    file = tmp_path / "play" / "matches.jsonl"
    assert played_file(str(file), tmp_path) == file
    assert played_file(str(file.parent), tmp_path) == file
    assert played_file("play", tmp_path) == file
    assert played_file("quick", tmp_path) is None


def test_a_ladder_comes_before_single_matches(tmp_path: Path) -> None:
    add_match({"game": "bridgette"}, tmp_path)
    (tmp_path / "play" / "ladder.db").touch()
    assert played_file("play", tmp_path) is None


def test_an_unknown_match_is_refused_with_the_latest(tmp_path: Path) -> None:
    for _ in range(7):
        add_match({"game": "bridgette"}, tmp_path)
    file = tmp_path / "play" / "matches.jsonl"
    with pytest.raises(
        PlayedError, match=r"no match 'bridgette/9'; the latest there: bridgette/3, .*bridgette/7$"
    ):
        find_record(file, "bridgette/9")
    file.write_text("")
    with pytest.raises(PlayedError, match="there is none in it"):
        find_record(file, "bridgette/9")


def test_no_ladder_may_be_called_so() -> None:
    with pytest.raises(ValueError, match="results/play is for the matches of `arena play`"):
        check_ladder_name("play")


@pytest.mark.parametrize("line", ["{", "[]", '{"game": "bridgette"}'])
def test_a_line_that_is_no_record_is_named(tmp_path: Path, line: str) -> None:
    file = tmp_path / "m.jsonl"
    file.write_text('{"match": "bridgette/1"}\n' + line + "\n")
    with pytest.raises(PlayedError, match=r"m\.jsonl:2: not a match record"):
        find_record(file, "bridgette/2")


def test_what_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "play").write_text("")
    with pytest.raises(PlayedError, match="the match cannot be stored"):
        add_match({"game": "bridgette"}, tmp_path)
