"""A fold that is kept: new sets alone are folded, to the same result as all of them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.ladder.entrants import Ladder
from arena.ladder.fold import FOLDER, Fold, kept_fold, whole_fold
from arena.ladder.leaders import Leaders
from arena.ladder.store import Store
from arena.records import SetTask
from arena.stats.tally_bytes import encode_tally
from tests.ladder.kit import make_ladder, missing, opened, play, played

SETS = 12


@pytest.fixture(autouse=True)
def _every_set_is_worth_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.ladder.fold.WORTH", 1)


@pytest.fixture
def ladder(tmp_path: Path) -> Ladder:
    return make_ladder(tmp_path)


@pytest.fixture
def store(tmp_path: Path, ladder: Ladder) -> Iterator[Store]:
    with opened(tmp_path / "results", ladder) as store:
        yield store


def kept(store: Store) -> int:
    """How many sets of the pool need not be folded again."""
    return kept_fold(store, store.rules()[0]).sets


def whole(store: Store) -> bytes:
    """The tally of the pool, with the kept fold; the same comes of all sets folded anew, kept or not."""
    (pool,) = store.rules()
    anew = Fold(pool)
    for result in store.counted_sets(pool.id):
        anew.tally.add(result)
    tally = encode_tally(whole_fold(store, pool).tally)
    assert tally == encode_tally(anew.tally)
    return tally


@pytest.mark.parametrize("first", range(SETS + 1))
def test_only_the_sets_since_are_folded_and_come_to_the_same(first: int, store: Store, ladder: Ladder) -> None:
    play(store, ladder, first)
    whole(store)
    assert kept(store) == first
    play(store, ladder)
    whole(store)
    assert kept(store) == SETS


def test_few_new_sets_are_not_worth_a_file(store: Store, ladder: Ladder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.ladder.fold.WORTH", 6)
    for played_so_far, worth in [(5, 0), (7, 7), (12, 7)]:
        play(store, ladder, played_so_far - store.finished("bridgette"))
        whole(store)
        assert kept(store) == worth


def test_a_run_goes_on_with_what_is_kept_and_keeps_it(store: Store, ladder: Ladder) -> None:
    play(store, ladder, 5)
    whole(store)
    play(store, ladder)
    leaders = Leaders(store, ladder)
    leaders.update()
    assert kept(store) == SETS
    whole(store)


def test_a_void_set_that_was_played_since_is_not_missed(store: Store, ladder: Ladder) -> None:
    first, *others = missing(store, ladder)
    store.add([played(task) for task in others], void=[first])
    before = whole(store)
    assert kept(store) == SETS
    store.add([played(first)])
    assert kept(store) == 0
    assert whole(store) != before


def test_a_lower_stop_counts_no_set_beyond_it(tmp_path: Path, ladder: Ladder) -> None:
    for stop, sets in [(None, SETS), (5, 5), (9, 9), (None, SETS)]:
        ladder = make_ladder(tmp_path, stop={"sets": stop} if stop else None)
        with opened(tmp_path / "results", ladder) as store:
            play(store, ladder)
            whole(store)
            assert whole_fold(store, store.rules()[0]).tally.sets == sets


def test_sets_of_two_epochs_are_told_apart(tmp_path: Path, ladder: Ladder) -> None:
    with opened(tmp_path / "results", ladder) as store:
        play(store, ladder, 7)
        whole(store)
    more = make_ladder(tmp_path, "abcd")
    with opened(tmp_path / "results", more) as store:
        assert kept(store) == 7
        play(store, more)
        whole(store)
        assert kept(store) == 4 * 6


def another_set(task: SetTask) -> SetTask:
    """The set with the same name in another ladder: other cards, other results."""
    return SetTask(task.pool, task.epoch, task.position, task.sides, task.k, "another secret")


def test_the_fold_of_another_database_is_not_taken(tmp_path: Path, store: Store, ladder: Ladder) -> None:
    store.add([played(task) for task in missing(store, ladder)])
    whole(store)
    with opened(tmp_path / "other", ladder) as other:
        other.add([played(another_set(task)) for task in missing(other, ladder)])
        (store.folder / FOLDER).rename(other.folder / FOLDER)
        assert kept(other) == 0
        whole(other)


@pytest.mark.parametrize("damage", [b"", b"x", None, bytes(5000)])
def test_a_damaged_file_is_as_good_as_none(damage: bytes | None, store: Store, ladder: Ladder) -> None:
    play(store, ladder)
    whole(store)
    (path,) = (store.folder / FOLDER).iterdir()
    path.write_bytes(path.read_bytes()[:-1] if damage is None else damage)
    assert kept(store) == 0
    whole(store)
    assert kept(store) == SETS


def test_what_another_version_of_the_program_kept_is_not_taken(
    store: Store, ladder: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(store, ladder)
    whole(store)
    monkeypatch.setattr("arena.ladder.fold._program", lambda: b"another")
    assert kept(store) == 0


def test_where_nothing_can_be_written_nothing_is_kept(store: Store, ladder: Ladder) -> None:
    play(store, ladder)
    (store.folder / FOLDER).write_text("no folder")
    whole(store)
    assert (store.folder / FOLDER).read_text() == "no folder"
