"""What counts when the config's stop or its pools change, and what is said about the rest."""

from pathlib import Path
from typing import Any

import pytest

from arena.ladder.results import Results
from arena.ladder.stored import StoredLadder, open_ladder
from arena.ladder.terms import Terms, Uncounted
from arena.report.standings_tables import all_standings, standings_table
from arena.report.summary import summarise
from tests.ladder.kit import BRIDGETTE, SIX, make_ladder, missing, opened, played, results_in


def run(folder: Path, entrants: str = "abc", **keys: Any) -> list[str]:
    """Play a ladder to its end, as its config now says; the sets played."""
    ladder = make_ladder(folder, entrants, **keys)
    with opened(folder / "results", ladder) as store:
        names = []
        for pool in range(len(ladder.pools)):
            tasks = list(missing(store, ladder, pool))
            store.add([played(task) for task in tasks])
            names += [task.name for task in tasks]
    return names


@pytest.fixture
def results(tmp_path: Path) -> Path:
    return tmp_path / "results"


def counted(ladder: StoredLadder, pool: str = "bridgette") -> list[str]:
    return [result.name for result in ladder.counted_sets(pool)]


def test_a_lowered_stop_leaves_what_is_beyond_it_behind_and_a_raised_one_takes_it_in_again(tmp_path: Path) -> None:
    names = run(tmp_path)
    assert len(names) == 12
    for stop, count in (({"sets": 3}, 3), ({"matches": 10}, 5), ({"sets": 20}, 12), (None, 12)):
        assert run(tmp_path, stop=stop) == []
        with open_ladder(tmp_path / "results") as ladder:
            assert counted(ladder) == names[:count]
            assert ladder.uncounted("bridgette") == Uncounted(beyond_stop=12 - count)
            assert len(results_in(ladder, "bridgette")) == 12
            (pool,) = summarise(ladder).pools
            note = f"{12 - count} sets stored beyond the stop do not count."
            assert pool.tally.sets == count
            assert (note in standings_table(pool).notes) == (count < 12)


def test_a_ladder_stopped_late_and_then_early_counts_what_one_stopped_early_does(tmp_path: Path) -> None:
    (tmp_path / "early").mkdir()
    (tmp_path / "late").mkdir()
    run(tmp_path / "early", stop={"sets": 5})
    run(tmp_path / "late", stop={"sets": 9})
    run(tmp_path / "late", stop={"sets": 5})
    with open_ladder(tmp_path / "early" / "results") as early, open_ladder(tmp_path / "late" / "results") as late:
        assert counted(early) == counted(late)
        assert list(Results(early).standings()) == list(Results(late).standings())


def test_terms_are_taken_down_only_when_they_change(tmp_path: Path, results: Path) -> None:
    for stop in (None, None, {"sets": 3}, {"sets": 3}, None):
        run(tmp_path, stop=stop)
    with open_ladder(results) as ladder:
        rows = ladder._rows("SELECT kind FROM events WHERE kind = 'terms'")
        assert len(rows) == 2
        assert ladder.events.terms("bridgette") == Terms()


def test_a_pool_that_the_config_has_no_more_is_in_no_standings_until_it_is_back(
    tmp_path: Path, results: Path
) -> None:
    run(tmp_path, "abcd", games=[BRIDGETTE, SIX])
    with open_ladder(results) as ladder:
        before = counted(ladder, "six")
        assert len(all_standings(summarise(ladder))) == 3
    run(tmp_path, "abcd", games=[BRIDGETTE])
    with open_ladder(results) as ladder:
        summary = summarise(ladder)
        assert [pool.pool.id for pool in summary.pools] == ["bridgette"]
        assert summary.closed == ("six",)
        assert summary.combined == ()
        assert counted(ladder, "six") == before  # the results stay
        (asked_for,) = summarise(ladder, "six").pools
        assert "The config has this pool no more." in standings_table(asked_for).notes
        assert {row.entrant for row in Results(ladder).standings()} == set(ladder.field("bridgette"))
    assert run(tmp_path, "abcd", games=[BRIDGETTE, SIX]) == []
    with open_ladder(results) as ladder:
        assert [pool.pool.id for pool in summarise(ladder).pools] == ["bridgette", "six"]
        assert summarise(ladder).closed == ()


def test_sets_beyond_a_gap_are_said_not_to_count(tmp_path: Path, results: Path) -> None:
    ladder = make_ladder(tmp_path)
    with opened(results, ladder) as store:
        tasks = list(missing(store, ladder))
        store.add([played(task) for task in tasks[:3] + tasks[4:9]])
        assert store.uncounted("bridgette") == Uncounted(beyond_gap=5)
    with open_ladder(results) as stored:
        (pool,) = summarise(stored).pools
        assert "5 sets stored beyond a gap in the schedule do not count (yet)." in standings_table(pool).notes
