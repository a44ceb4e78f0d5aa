"""Standings, combined table, matrix and faults for people."""

from pathlib import Path

from arena.ladder.stored import open_ladder
from arena.records import FaultKind
from arena.report.standings_tables import (
    MOST_IN_MATRIX,
    SET_SCORE,
    all_standings,
    faults_table,
    faults_text,
    head_to_head_table,
    standings_table,
)
from arena.report.summary import LadderSummary, summarise
from tests.report.kit import BOTH, stored, with_a_timed_one


def summary_of(folder: Path) -> LadderSummary:
    with open_ladder(folder) as ladder:
        return summarise(ladder)


def test_the_combined_table_follows_those_of_several_pools(tmp_path: Path) -> None:
    summary = summary_of(stored(tmp_path, "abcd", **BOTH))
    assert [table.title.split(":")[0] for table in all_standings(summary)] == [
        "Pool bridgette",
        "Pool six",
        "Combined",
    ]
    combined = all_standings(summary)[-1]
    assert combined.columns == ("rank", "entrant", "mean rank", "bridgette", "six")
    assert sorted(row[1] for row in combined.rows) == ["a", "b", "c", "d"]


def test_who_is_not_ranked_in_every_pool_has_a_dash_and_a_reason(tmp_path: Path) -> None:
    """After two sets each, four of the five entrants have played in each pool."""
    combined = all_standings(summary_of(stored(tmp_path, "abcde", sets=2, **BOTH)))[-1]
    played = {row[1]: row[3:] for row in combined.rows}
    assert [cells.count("–") for cells in zip(*played.values(), strict=True)] == [1, 1]
    assert all((row[0] == "–") == ("–" in row[3:]) for row in combined.rows)
    assert all((row[2] == "–") == (row[3:] == ("–", "–")) for row in combined.rows)
    assert len(combined.notes) == 2


def test_units_and_columns(tmp_path: Path) -> None:
    bridgette, six = summary_of(stored(tmp_path, "abcd", **BOTH)).pools
    for pool, columns in (
        (bridgette, ("points per deal", "margin ± SE (points per deal)", "margin ± SE (IMPs per deal)")),
        (six, ("tables per deal", "margin ± SE (tables per set)", "margin ± SE (places per set)")),
    ):
        assert set(columns) <= set(standings_table(pool).columns)
    assert standings_table(bridgette).title == (
        "Pool bridgette: bridgette (passed_out count), 24 sets (48 matches) counted"
    )


def test_before_the_first_set_there_are_dashes_and_a_reason(tmp_path: Path) -> None:
    (pool,) = summary_of(stored(tmp_path, "abc", sets=0)).pools
    table = standings_table(pool)
    assert table.rows[0] == ("–", "a", *"–––––", "0", "0/0/0", "0/0/0", "–", "–", "–", "0")
    assert any("not enough sets" in note for note in table.notes)
    matrix = head_to_head_table(pool)
    assert matrix.rows[0] == ("a", "", "–", "–")


def test_faults_are_told_by_kind() -> None:
    assert faults_text({}) == "0"
    assert faults_text({FaultKind.ILLEGAL_ACTION: 2, FaultKind.TIMEOUT: 1}) == "2 illegal action, 1 timeout"


def test_the_matrix_is_in_rank_order_and_mirrors_itself(tmp_path: Path) -> None:
    (pool,) = summary_of(stored(tmp_path, "abcd")).pools
    matrix = head_to_head_table(pool)
    names = [row.name for row in pool.rows]
    assert matrix.columns == ("entrant", *names)
    assert [row[0] for row in matrix.rows] == names
    assert [row[i + 1] for i, row in enumerate(matrix.rows)] == [""] * 4
    scores = [[float(cell.split("%")[0]) if cell else 50 for cell in row[1:]] for row in matrix.rows]
    assert all(scores[i][j] + scores[j][i] == 100 for i in range(4) for j in range(4))


def test_a_wide_matrix_is_cut_and_says_so(tmp_path: Path) -> None:
    many = [f"e{number:02}" for number in range(MOST_IN_MATRIX + 1)]
    (pool,) = summary_of(stored(tmp_path, many, format={"kind": "round_robin", "sets_per_pairing": 1})).pools
    matrix = head_to_head_table(pool)
    assert len(matrix.rows) == MOST_IN_MATRIX
    assert matrix.notes == (SET_SCORE, "The first 24 only; head_to_head.csv has every pair.")


def test_faults_name_the_match_where_they_came_first(tmp_path: Path) -> None:
    (pool,) = summary_of(stored(tmp_path, "abcd", format={"kind": "round_robin", "sets_per_pairing": 30})).pools
    table = faults_table(pool)
    assert {row[1:3] for row in table.rows} == {("illegal action", "the match"), ("crash", "an action")}
    assert all(row[4].startswith("bridgette/") and row[4].count("/") == 3 for row in table.rows)
    assert {row[5] for row in table.rows} == {"not legal", "ValueError: no"}


def test_a_timed_entrant_is_marked_as_not_reproducible(tmp_path: Path) -> None:
    for pool in summary_of(with_a_timed_one(tmp_path, **BOTH)).pools:
        table = standings_table(pool)
        marks = table.columns.index("timed")
        assert {row[1]: row[marks] for row in table.rows} == {"a": "", "b": "", "slow": "yes"}
        assert "Timed: slow. Time decides what they do, so their results are not reproducible." in table.notes


def test_without_timed_entrants_nothing_is_said_of_time(tmp_path: Path) -> None:
    (pool,) = summary_of(stored(tmp_path)).pools
    table = standings_table(pool)
    assert "timed" not in table.columns
    assert table.notes == ()
