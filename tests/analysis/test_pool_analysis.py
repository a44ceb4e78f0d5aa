"""What is told of a pool, and which sets of a large one are looked at."""

from pathlib import Path

import pytest

from arena.analysis import pool_analysis
from arena.analysis.planned import planned_sets
from arena.analysis.pool_analysis import PoolAnalysis, analyse
from arena.ladder.entrants import load_ladder
from arena.ladder.rows import PoolRules
from arena.ladder.runner import run_ladder
from arena.ladder.stored import StoredLadder, open_ladder
from tests.ladder.kit import BRIDGETTE, write_config
from tests.report.kit import stored

FOUR = {"id": "four", "game": "fiftysix", "variant": {"players": 4, "tables": 2, "max_deals": 4}}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ladder of both games that was really played, 6 sets of each of 3 pairings."""
    folder = tmp_path_factory.mktemp("analysis")
    config = write_config(folder, games=[BRIDGETTE, FOUR], format={"kind": "round_robin", "sets_per_pairing": 6})
    run_ladder(load_ladder(config), folder / "results", quiet=True)
    return folder / "results"


def look(ladder: StoredLadder, pool: PoolRules, sets: int) -> PoolAnalysis:
    return analyse(ladder, pool, ladder.field(pool.id), sets)


@pytest.mark.parametrize("number", [0, 1])
def test_a_small_pool_is_looked_at_in_full(number: int, played: Path) -> None:
    with open_ladder(played) as ladder:
        found = look(ladder, ladder.rules()[number], 18)
    assert (found.sets_seen, found.sets_replayed, found.unreadable) == (18, 18, 0)
    assert all(habits.matches == 24 for habits in found.habits.values())
    assert all(sum(count for _, count in shares) == 12 for shares in found.shares.values())
    assert found.course.after[-1] == 18


def test_a_large_pool_is_looked_at_in_evenly_spaced_sets(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_analysis, "MOST_SETS", 5)
    monkeypatch.setattr(pool_analysis, "MOST_RATED", 4)
    with open_ladder(played) as ladder:
        found = look(ladder, ladder.rules()[0], 18)
    assert found.sets_seen == 5
    assert found.sets_replayed == 18
    assert found.course.after[-1] == 4


def test_so_many_sets_are_replayed_as_the_actions_allow(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_analysis, "MOST_ACTIONS", 2_000)
    with open_ladder(played) as ladder:
        pool = ladder.rules()[0]
        found = look(ladder, pool, 18)
        lengths = [sum(len(m.transcript) for m in one.matches) for one in ladder.counted_sets(pool.id, True)]
    assert 1 <= found.sets_replayed < 18
    assert found.sets_replayed <= 2_000 / (sum(lengths) / 18) + 1


@pytest.mark.parametrize("step", [1, 2, 5, 17, 100])
def test_every_nth_set_that_counts_is_sampled(step: int, played: Path) -> None:
    with open_ladder(played) as ladder:
        every = list(ladder.counted_sets("bridgette"))
        assert list(ladder.sampled_sets("bridgette", step)) == every[::step]


def test_sets_are_sampled_over_all_epochs_and_not_beyond_the_stop(tmp_path: Path) -> None:
    stored(tmp_path, "abc", sets=5)
    results = stored(tmp_path, "abcd", stop={"sets": 20})
    with open_ladder(results) as ladder:
        every = list(ladder.counted_sets("bridgette"))
        assert len(ladder.epochs("bridgette")) == 2
        assert len(every) == 20
        assert list(ladder.sampled_sets("bridgette", 3)) == every[::3]


def test_a_match_that_cannot_be_replayed_is_counted_and_left_out(tmp_path: Path) -> None:
    with open_ladder(stored(tmp_path, "ab")) as ladder:
        found = look(ladder, ladder.rules()[0], 4)
    assert (found.unreadable, found.habits) == (8, {})
    assert found.sets_seen == 4


def test_an_empty_pool_has_nothing_to_tell(tmp_path: Path) -> None:
    with open_ladder(stored(tmp_path, "ab", sets=0)) as ladder:
        found = look(ladder, ladder.rules()[0], 0)
    assert (found.sets_seen, found.sets_replayed, found.habits, found.swings) == (0, 0, {}, {})


@pytest.mark.parametrize(
    ("keys", "planned"),
    [
        ({}, 12),
        ({"stop": {"sets": 7}}, 7),
        ({"stop": {"sets": 70}}, 12),
        ({"format": {"kind": "round_robin"}, "stop": {"hours": 1}}, None),
    ],
)
def test_planned_are_the_sets_up_to_the_end_or_the_stop(
    keys: dict[str, object], planned: int | None, tmp_path: Path
) -> None:
    with open_ladder(stored(tmp_path, "abc", sets=3, **keys)) as ladder:
        assert planned_sets(ladder, ladder.rules()[0]) == planned
