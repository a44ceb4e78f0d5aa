import os
import shutil
import sqlite3
import subprocess
import sys
import textwrap
import tracemalloc
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from arena.errors import ArenaError
from arena.hosts.thinking import bucket
from arena.ladder.entrants import Ladder
from arena.ladder.executors.base import Failed, ThinkingTime
from arena.ladder.schedule import schedule
from arena.ladder.schema import DATABASE, TABLES, StoreError, explained
from arena.ladder.store import Store
from arena.ladder.stored import open_ladder
from arena.records import match_name
from tests.ladder.kit import (
    BRIDGETTE,
    SIX,
    contents,
    made_up,
    make_ladder,
    missing,
    opened,
    play,
    played,
    results_in,
)


@pytest.fixture
def ladder(tmp_path: Path) -> Ladder:
    return make_ladder(tmp_path)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "results"


def names(folder: Path, pool: str = "bridgette") -> list[str]:
    with open_ladder(folder) as stored:
        return [result.name for result in stored.counted_sets(pool)]


# What is stored


def test_a_set_comes_back_as_it_was_played(folder: Path, tmp_path: Path) -> None:
    ladder = make_ladder(tmp_path, "abcde", games=[BRIDGETTE, SIX])
    with opened(folder, ladder) as store:
        for number, pool in enumerate(ladder.pools):
            tasks = list(islice(missing(store, ladder, number), 30))
            store.add([played(task) for task in tasks])
            assert list(store.counted_sets(pool.id, transcripts=True)) == [made_up(task) for task in tasks]
            assert all(result.matches[0].transcript == b"" for result in store.counted_sets(pool.id))
            assert all(store.seed(made_up(task)) == task.seed for task in tasks)


def test_pools_entrants_and_epochs_are_recorded(folder: Path, ladder: Ladder) -> None:
    opened(folder, ladder).close("done")
    with open_ladder(folder) as stored:
        assert stored.name == "tiny"
        assert [(pool.id, pool.game, pool.options) for pool in stored.rules()] == [
            ("bridgette", "bridgette", {"passed_out": "count"})
        ]
        assert [entrant.key for entrant in stored.entrants()] == [entrant.key for entrant in ladder.entrants]
        (epoch,) = stored.epochs("bridgette")
        assert epoch.entrants == stored.field("bridgette") == tuple(e.key for e in ladder.entrants)
        assert epoch.format == {"kind": "round_robin", "sets_per_pairing": 4}
        assert epoch.length is None


def test_only_the_contiguous_finished_prefix_counts_whatever_the_order_of_completion(
    folder: Path, ladder: Ladder
) -> None:
    with opened(folder, ladder) as store:
        tasks = list(missing(store, ladder))
        for position in (2, 0, 4):
            store.add([played(tasks[position])])
        assert names(folder) == [tasks[0].name]
        assert [result.name for result in results_in(store, "bridgette")] == [tasks[p].name for p in (0, 2, 4)]
        assert [task.position for task in missing(store, ladder)][:3] == [1, 3, 5]
        store.add([played(tasks[1])])
        assert names(folder) == [task.name for task in tasks[:3]]
        assert store.finished("bridgette") == 3


def test_a_missing_seed_is_made_once_and_kept(folder: Path, tmp_path: Path) -> None:
    ladder = make_ladder(tmp_path, seed=None)
    with opened(folder, ladder) as store:
        secret = store.secret
        assert len(bytes.fromhex(secret)) == 16
    with opened(folder, ladder) as store:
        assert store.secret == secret
    with opened(tmp_path / "other", ladder) as store:
        assert store.secret != secret


def test_sessions_tell_when_and_why_a_run_ended(folder: Path, ladder: Ladder) -> None:
    store = opened(folder, ladder)
    play(store, ladder, 3)
    store.close("done")
    opened(folder, ladder).close()
    with open_ladder(folder) as stored:
        first, killed = stored.sessions()
    assert (first.reason, first.sets, first.workers) == ("done", 3, 0)
    assert first.seconds == pytest.approx(0.03)
    assert killed.ended is killed.reason is None


def test_reading_while_a_run_writes_sees_whole_batches_and_holds_up_nobody(folder: Path, ladder: Ladder) -> None:
    with opened(folder, ladder) as store:
        play(store, ladder, 4)
        with open_ladder(folder) as stored:
            half_read = stored.counted_sets("bridgette")
            next(half_read)
            play(store, ladder, 4)
            assert len(list(half_read)) == 3
            assert len(list(stored.counted_sets("bridgette"))) == 8


# Void sets


def test_a_void_set_counts_nowhere_and_is_tried_first_by_the_next_run(folder: Path, ladder: Ladder) -> None:
    with opened(folder, ladder) as store:
        tasks = list(missing(store, ladder))
        store.add([played(tasks[0]), played(tasks[2])], [Failed(tasks[1], "worker killed")], [tasks[1]])
        assert names(folder) == [tasks[0].name, tasks[2].name]
        assert store.finished("bridgette") == 3
        assert store.voids("bridgette") == {tasks[1].name: "worker killed"}
    with opened(folder, ladder) as store:
        again = list(missing(store, ladder))
        assert again == [tasks[1], *tasks[3:]]
        store.add([played(tasks[1])])
        assert store.voids("bridgette") == {}
    assert names(folder) == [task.name for task in tasks[:3]]


def test_a_void_set_of_an_entrant_that_has_left_is_let_be(folder: Path, ladder: Ladder, tmp_path: Path) -> None:
    with opened(folder, ladder) as store:
        tasks = list(missing(store, ladder))
        of_c = next(task for task in tasks if any("c@" in side[0] for side in task.sides))
        store.add([played(task) for task in tasks if task != of_c], void=[of_c])
    without_c = make_ladder(tmp_path, "ab")
    with opened(folder, without_c) as store:
        assert list(missing(store, without_c)) == []


# Config edits between runs


def test_a_newcomer_plays_only_its_own_sets(folder: Path, ladder: Ladder, tmp_path: Path) -> None:
    with opened(folder, ladder) as store:
        assert len(play(store, ladder)) == 3 * 4
    more = make_ladder(tmp_path, "abcd")
    with opened(folder, more) as store:
        tasks = play(store, more)
        assert len(tasks) == 3 * 4
        assert all(any(side[0].startswith("d@") for side in task.sides) for task in tasks)
        assert [epoch.length for epoch in store.epochs("bridgette")] == [12, None]
    assert len(set(names(folder))) == len(names(folder)) == 24


def test_sets_beyond_the_cut_take_their_place_in_the_new_epoch_without_being_played_again(
    folder: Path, ladder: Ladder, tmp_path: Path
) -> None:
    with opened(folder, ladder) as store:
        tasks = list(missing(store, ladder))
        ahead = [task for task in tasks if task.position not in (2, 7)]
        store.add([played(task) for task in ahead])
    more = make_ladder(tmp_path, "abcd")
    with opened(folder, more) as store:
        assert [epoch.length for epoch in store.epochs("bridgette")] == [2, None]
        later = [task.name for task in play(store, more)]
        assert {tasks[2].name, tasks[7].name} < set(later)
        assert not {task.name for task in ahead} & set(later)
        expected = [task.name for task in schedule("bridgette", 2, store.epochs("bridgette"), store.secret)]
    assert names(folder) == expected
    assert len(expected) == 6 * 4


def test_the_same_entrants_in_another_order_are_no_new_epoch(folder: Path, ladder: Ladder, tmp_path: Path) -> None:
    with opened(folder, ladder) as store:
        play(store, ladder, 5)
    turned = make_ladder(tmp_path, "cba")
    with opened(folder, turned) as store:
        assert len(store.epochs("bridgette")) == 1
        assert len(play(store, turned)) == 12 - 5


def test_more_sets_per_pairing_go_on_where_the_ladder_was(folder: Path, ladder: Ladder, tmp_path: Path) -> None:
    with opened(folder, ladder) as store:
        play(store, ladder)
    longer = make_ladder(tmp_path, format={"kind": "round_robin", "sets_per_pairing": 6})
    with opened(folder, longer) as store:
        assert sorted(task.k for task in play(store, longer)) == [5, 5, 5, 6, 6, 6]


def test_a_new_pool_joins(folder: Path, ladder: Ladder, tmp_path: Path) -> None:
    opened(folder, ladder).close("done")
    wider = make_ladder(tmp_path, games=[BRIDGETTE, SIX])
    with opened(folder, wider) as store:
        assert [pool.id for pool in store.rules()] == ["bridgette", "six"]
        assert len(list(missing(store, wider, 1))) == 4


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ({"seed": "f" * 32}, "seed: another one there"),
        ({"ladder": "other"}, "ladder: tiny there, other in the config"),
        ({"seatings": "permutations"}, "seatings: rotations there, permutations in the config"),
        ({"names": "shown"}, "names: hidden there, shown in the config"),
        ({"on_fault": {"strikes": 5}}, '"strikes":3,"two_sides":"forfeit"} there'),
        (
            {"games": [BRIDGETTE | {"variant": {"passed_out": "redeal"}}]},
            "games.bridgette.variant.passed_out: count there, redeal in the config",
        ),
    ],
)
def test_what_results_depend_on_cannot_change(
    keys: dict[str, object], told: str, folder: Path, ladder: Ladder, tmp_path: Path
) -> None:
    with opened(folder, ladder) as store:
        play(store, ladder, 2)
        before = contents(store)
    with pytest.raises(StoreError) as refusal:
        opened(folder, make_ladder(tmp_path, **keys))
    assert told in str(refusal.value)
    assert "another name under `ladder:`, or another folder with --out" in str(refusal.value)
    assert "0123456789abcdef0123456789abcdef" not in str(refusal.value)
    with open_ladder(folder) as stored:
        assert contents(stored) == before


def test_a_pool_cannot_change_its_game(folder: Path, tmp_path: Path) -> None:
    opened(folder, make_ladder(tmp_path, games=[BRIDGETTE | {"id": "main"}])).close("done")
    with pytest.raises(StoreError, match=r"games\.main\.game: bridgette there, fiftysix in the config"):
        opened(folder, make_ladder(tmp_path, games=[SIX | {"id": "main"}]))


@pytest.mark.parametrize("program", ["arena", "python"])
def test_other_versions_are_refused(program: str, folder: Path, ladder: Ladder) -> None:
    opened(folder, ladder).close("done")
    with sqlite3.connect(folder / DATABASE) as connection:
        connection.execute("UPDATE meta SET value = '0.0' WHERE key = ?", (program,))
    with pytest.raises(StoreError, match=r"(?s)played so far by .*0\.0.*Go on with those versions, or begin"):
        opened(folder, ladder)


# Files that cannot be used


def test_a_newer_format_is_refused_by_runs_and_readers(folder: Path, ladder: Ladder) -> None:
    opened(folder, ladder).close("done")
    with sqlite3.connect(folder / DATABASE) as connection:
        connection.execute("PRAGMA user_version = 99")
    for attempt in (lambda: opened(folder, ladder), lambda: open_ladder(folder)):
        with pytest.raises(StoreError, match=r"written by a newer arena \(format 99"):
            attempt()


@pytest.mark.parametrize(
    "content", [b"this is no database, not at all" * 300, b"SQLite format 3\0" + b"\7" * 9000]
)
def test_a_file_that_is_no_database_is_refused(content: bytes, folder: Path, ladder: Ladder) -> None:
    folder.mkdir()
    (folder / DATABASE).write_bytes(content)
    for attempt in (lambda: opened(folder, ladder), lambda: open_ladder(folder)):
        with pytest.raises(StoreError, match=r"ladder\.db: the database is damaged"):
            attempt()
    assert (folder / DATABASE).read_bytes() == content


def test_another_programs_database_is_refused_and_left_alone(folder: Path, ladder: Ladder) -> None:
    folder.mkdir()
    with sqlite3.connect(folder / DATABASE) as connection:
        connection.execute("CREATE TABLE notes (text)")
    content = (folder / DATABASE).read_bytes()
    for attempt in (lambda: opened(folder, ladder), lambda: open_ladder(folder)):
        with pytest.raises(StoreError, match="not a ladder's database"):
            attempt()
    assert (folder / DATABASE).read_bytes() == content


def test_an_empty_file_is_refused_and_left_alone(folder: Path, ladder: Ladder) -> None:
    folder.mkdir()
    (folder / DATABASE).touch()
    for attempt in (lambda: opened(folder, ladder), lambda: open_ladder(folder)):
        with pytest.raises(StoreError, match="not a ladder's database"):
            attempt()
    assert (folder / DATABASE).read_bytes() == b""


def test_a_database_that_cannot_be_made_whole_is_not_made(
    folder: Path, ladder: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr("arena.ladder.store.TABLES", f"{TABLES};\nINSERT INTO nowhere VALUES (1)")
        with pytest.raises(StoreError):
            opened(folder, ladder)
    assert [path.name for path in folder.iterdir()] == ["run.lock"]
    (folder / f"{DATABASE}.new").write_bytes(b"what a killed run has left")
    with opened(folder, ladder) as store:
        play(store, ladder)
    assert [path.name for path in folder.glob("*.new")] == []


def test_a_run_that_ends_before_its_first_set_leaves_a_ladder_that_can_be_read(
    folder: Path, ladder: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise StoreError("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(Store, "begin", full)
        with pytest.raises(StoreError, match="full"):
            opened(folder, ladder)
    with open_ladder(folder) as stored:
        assert (stored.rules(), stored.rank_by, stored.null_twin) == ((), "trueskill", None)
    with opened(folder, ladder) as store:
        play(store, ladder)


@pytest.mark.parametrize("damage", ["cut short", "overwritten"])
def test_damage_in_the_middle_is_found_before_a_run_adds_to_it(damage: str, folder: Path, ladder: Ladder) -> None:
    with opened(folder, ladder) as store:
        play(store, ladder)
    path = folder / DATABASE
    content = path.read_bytes()
    middle = len(content) // 2 // 4096 * 4096
    tail = b"" if damage == "cut short" else b"\xff" * 4096 + content[middle + 4096 :]
    path.write_bytes(content[:middle] + tail)
    with pytest.raises(StoreError, match="the database is damaged"):
        opened(folder, ladder)


def test_a_folder_without_a_ladder_has_nothing_to_read(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no ladder here"):
        open_ladder(tmp_path)


@pytest.fixture
def unwritable(tmp_path: Path) -> Iterator[Path]:
    """A folder that this process may read but not write, also when it runs as root."""
    shelf = tmp_path / "shelf"
    shelf.mkdir()
    parents = [path for path in tmp_path.parents if path.stat().st_uid == os.getuid() and path != Path("/")]
    modes = {path: path.stat().st_mode for path in (tmp_path, *parents)}
    root = os.geteuid() == 0

    def close() -> Path:
        for path in modes:
            path.chmod(modes[path] | 0o055)
        for path in (*shelf.rglob("*"), shelf):
            path.chmod(0o555 if path.is_dir() else 0o444)
        if root:
            os.seteuid(65534)
        return shelf

    yield shelf, close  # type: ignore[misc]
    if root:
        os.seteuid(0)
    shelf.chmod(0o755)
    for path, mode in modes.items():
        path.chmod(mode)


def test_a_folder_that_cannot_be_written_is_refused(unwritable, ladder: Ladder) -> None:  # type: ignore[no-untyped-def]
    shelf, close = unwritable
    close()
    for folder in (shelf, shelf / "results"):
        with pytest.raises(StoreError, match=r"cannot be written .*--out"):
            opened(folder, ladder)


def test_results_can_be_read_where_nothing_can_be_written(unwritable, ladder: Ladder) -> None:  # type: ignore[no-untyped-def]
    shelf, close = unwritable
    with opened(shelf, ladder) as store:
        play(store, ladder, 3)
    close()
    assert len(names(shelf)) == 3


def test_a_file_in_the_place_of_the_folder_is_refused(tmp_path: Path, ladder: Ladder) -> None:
    (tmp_path / "results").write_text("")
    with pytest.raises(StoreError, match="cannot be written"):
        opened(tmp_path / "results", ladder)


def test_a_full_disk_keeps_whole_batches_and_says_what_to_do(folder: Path, tmp_path: Path) -> None:
    ladder = make_ladder(tmp_path, format={"kind": "round_robin", "sets_per_pairing": 40})
    store = opened(folder, ladder)
    pages = store._db.execute("PRAGMA page_count").fetchone()[0]
    store._db.execute(f"PRAGMA max_page_count = {pages + 3}")
    tasks = list(missing(store, ladder))
    stored = 0
    try:
        for i in range(0, len(tasks), 2):
            store.add([played(task) for task in tasks[i : i + 2]])
            stored += 2
    except StoreError as full:
        told = str(full)
    store.close()
    assert "the disk is full" in told
    assert "free some space and run the same command again" in told
    assert 0 < stored < len(tasks)
    assert names(folder) == [task.name for task in tasks[:stored]]
    with opened(folder, ladder) as store:
        assert list(missing(store, ladder)) == tasks[stored:]


@pytest.mark.parametrize(
    ("code", "told"),
    [
        (sqlite3.SQLITE_READONLY, "cannot be opened or written"),
        (sqlite3.SQLITE_CANTOPEN, "cannot be opened or written"),
        (sqlite3.SQLITE_IOERR_WRITE, "the disk does not do as asked"),
        (sqlite3.SQLITE_BUSY, "another program holds the database"),
        (sqlite3.SQLITE_CORRUPT_INDEX, "the database is damaged"),
        (sqlite3.SQLITE_MISUSE, "OperationalError: it said so"),
    ],
)
def test_every_error_of_the_database_names_the_file_and_what_happened(code: int, told: str) -> None:
    error = sqlite3.OperationalError("it said so")
    error.sqlite_errorcode = code
    with pytest.raises(StoreError) as refusal, explained(Path("results/x/ladder.db")):
        raise error
    assert str(refusal.value).startswith(f"results/x/ladder.db: {told}")
    assert "it said so" in str(refusal.value)


# Two runs at once


HOLDER = """
    import sys, time
    from pathlib import Path
    from tests.ladder.kit import make_ladder, opened
    store = opened(Path(sys.argv[1]), make_ladder(Path(sys.argv[2])))
    print("open", flush=True)
    time.sleep(60)
"""


def test_a_second_run_is_refused_naming_the_first_and_allowed_once_that_is_dead(
    folder: Path, tmp_path: Path, ladder: Ladder
) -> None:
    (tmp_path / "theirs").mkdir()
    command = [sys.executable, "-c", textwrap.dedent(HOLDER), str(folder), str(tmp_path / "theirs")]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as holder:
        assert holder.stdout
        holder.stdout.readline()
        with pytest.raises(StoreError, match=rf"a run \(process {holder.pid} on .*is playing this ladder"):
            opened(folder, ladder)
        holder.kill()
    opened(folder, ladder).close("done")


# Finding a match


def test_a_match_is_found_by_its_id(folder: Path, ladder: Ladder) -> None:
    with opened(folder, ladder) as store:
        tasks = play(store, ladder, 3)
        found_set, found = store.find_match(match_name(tasks[1].name, 2))
        assert found_set == made_up(tasks[1])
        assert found == made_up(tasks[1]).matches[1]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda pool, sides, k: "nonsense", "expected pool/entrants/k/seating, such as bridgette/b@"),
        (lambda pool, sides, k: f"bridgete/{sides}/{k}/1", "has: bridgette; did you mean 'bridgette'?"),
        (lambda pool, sides, k: f"{pool}/{sides[:-1]}x/{k}/1", "near: bridgette/b@"),
        (lambda pool, sides, k: f"{pool}/{sides}/99/1", "not played (yet)"),
        (lambda pool, sides, k: f"{pool}/{sides}/{k}/3", "has the seatings 1 to 2"),
    ],
)
def test_an_unknown_match_is_answered_with_what_there_is(change, told, folder: Path, ladder: Ladder) -> None:  # type: ignore[no-untyped-def]
    with opened(folder, ladder) as store:
        task = play(store, ladder, 3)[0]
        with pytest.raises(ArenaError) as refusal:
            store.find_match(change(*task.name.split("/")))
    assert told in str(refusal.value)


@given(st.tuples(*[st.text() | st.integers().map(str) | st.sampled_from(["bridgette", "a+b"])] * 4).map("/".join))
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@example("bridgette/x/" + "9" * 28 + "/1")
@example("bridgette/x/1/" + "9" * 28)
@example("bridgette/\udc80/1/1")
@example("bridgette/x/\u0661/1")
@example("bridgette/x/²/1")
def test_no_text_but_a_matchs_id_finds_one(a_few_sets: Store, text: str) -> None:
    """Whatever is typed, the answer is a message: also to numbers too long to store, and bytes of no encoding."""
    with pytest.raises(ArenaError):
        a_few_sets.find_match(text)


@pytest.fixture
def a_few_sets(folder: Path, ladder: Ladder) -> Iterator[Store]:
    with opened(folder, ladder) as store:
        play(store, ladder, 3)
        yield store


def test_no_match_at_all_is_said(folder: Path, ladder: Ladder) -> None:
    with opened(folder, ladder) as store, pytest.raises(StoreError, match="no match is stored yet"):
        store.find_match("x")


def test_thinking_times_add_up_over_sets_and_runs(folder: Path, ladder: Ladder) -> None:
    def thinking(*times: int) -> tuple[ThinkingTime, ...]:
        return (ThinkingTime("a@1", dict(Counter(map(bucket, times))), max(times)),)

    with opened(folder, ladder) as store:
        one, other, *_ = (played(task) for task in missing(store, ladder))
        store.add([msgspec.structs.replace(one, thinking=thinking(1000, 1000, 70_000))])
    with opened(folder, ladder) as store:
        store.add([msgspec.structs.replace(other, thinking=thinking(65_000))])
    with open_ladder(folder) as stored:
        (kept,) = stored.thinking("bridgette").values()
    assert kept.counts == Counter(map(bucket, (1000, 1000, 70_000, 65_000)))
    assert kept.longest_ns == 70_000


# Size


def test_reading_and_planning_hold_no_more_than_a_few_sets_at_once(folder: Path, tmp_path: Path) -> None:
    ladder = make_ladder(tmp_path, format={"kind": "round_robin", "sets_per_pairing": 1000})
    with opened(folder, ladder) as store:
        tasks = missing(store, ladder)
        tracemalloc.start()
        while batch := list(islice(tasks, 100)):
            store.add([played(task) for task in batch])
        sets = sum(1 for _ in store.counted_sets("bridgette", transcripts=True))
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert sets == 3000
    assert peak < 1_000_000
    assert (folder / DATABASE).stat().st_size / (2 * sets) < 250 + 150


def test_a_copied_folder_is_a_ladder_too(folder: Path, tmp_path: Path, ladder: Ladder) -> None:
    with opened(folder, ladder) as store:
        play(store, ladder, 2)
    shutil.copytree(folder, tmp_path / "copy")
    assert names(tmp_path / "copy") == names(folder)
