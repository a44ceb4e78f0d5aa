from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from arena.hosts.output import LARGEST_LOG, EntrantLog, entrant_logs, log_folder, tail


def test_the_logs_of_a_ladder_lie_where_nobody_can_guess(tmp_path: Path) -> None:
    ladders = [tmp_path / name for name in "ab"]
    one, other = map(log_folder, ladders)
    assert one.parent == ladders[0] / "logs"
    assert one.name != other.name
    assert log_folder(ladders[0]) == one
    assert [path.name for path in ladders[0].iterdir()] == ["logs"]


def test_workers_that_begin_at_once_find_one_place(tmp_path: Path) -> None:
    with ThreadPoolExecutor(16) as pool:
        assert len(set(pool.map(log_folder, [tmp_path] * 64))) == 1


def test_the_logs_of_an_entrant_are_found_the_older_one_first(tmp_path: Path) -> None:
    assert entrant_logs(tmp_path, "a@1") == []
    EntrantLog(log_folder(tmp_path), "a@1").add("first", b"x" * LARGEST_LOG)
    EntrantLog(log_folder(tmp_path), "a@1").add("second", b"y")
    EntrantLog(log_folder(tmp_path), "b@1").add("first", b"z")
    assert [path.name for path in entrant_logs(tmp_path, "a@1")] == ["a@1.log.1", "a@1.log"]


def test_matches_follow_each_other_in_the_log(tmp_path: Path) -> None:
    log = EntrantLog(tmp_path / "logs", "a@1")
    log.add("first, seat 0", b"hello")
    log.add("second, seat 1", b"bye\n")
    assert log.path == tmp_path / "logs" / "a@1.log"
    assert log.path.read_bytes() == b"--- first, seat 0\nhello\n--- second, seat 1\nbye\n"


def test_a_full_log_is_turned_over_and_the_older_one_kept(tmp_path: Path) -> None:
    log = EntrantLog(tmp_path, "a@1")
    for match in range(50):
        log.add(f"match {match}", bytes([65 + match]) * (LARGEST_LOG // 10))
    older = log.path.with_name("a@1.log.1")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a@1.log", "a@1.log.1"]
    assert log.path.stat().st_size <= LARGEST_LOG
    assert older.stat().st_size <= LARGEST_LOG
    assert log.path.read_bytes().endswith(bytes([65 + 49]) + b"\n")
    assert older.read_bytes().startswith(b"--- match")


def test_another_writer_may_turn_it_over(tmp_path: Path) -> None:
    one, other = EntrantLog(tmp_path, "a@1"), EntrantLog(tmp_path, "a@1")
    one.add("1", b"x" * (LARGEST_LOG - 100))
    other.add("2", b"y" * 200)
    one.add("3", b"z")
    assert one.path.read_bytes().count(b"---") == 2


def test_the_tail_is_short_and_safe_to_show() -> None:
    assert tail(b"") == ""
    assert tail(b"one\ntwo\x1b[2J\n") == "one\ntwo?[2J"
    assert tail(b"\xff\xfe") == "\\xff\\xfe"
    shown = tail("\n".join(map(str, range(1000))).encode())
    assert shown.endswith("998\n999")
    assert len(shown.split("\n")) < 30
    assert len(tail(b"x" * 100_000)) <= 200
