"""Results by seat, by role, and without forfeits, for people."""

import re
from pathlib import Path

from arena.ladder.stored import open_ladder
from arena.report.breakdown_tables import FEW_SETS, forfeits_table, roles_table, seats_table
from arena.report.summary import LadderSummary, summarise
from tests.report.kit import BOTH, stored

WITH_ERROR = re.compile(r"[+-]?\d+\.\d+ ± \d+\.\d+")


def summary_of(folder: Path) -> LadderSummary:
    with open_ladder(folder) as ladder:
        return summarise(ladder)


def test_seats_are_named_as_at_the_table(tmp_path: Path) -> None:
    bridgette, six = map(seats_table, summary_of(stored(tmp_path, "abcd", **BOTH)).pools)
    assert bridgette.columns == ("entrant", "sets", "deals", "seat 0", "seat 1")
    assert six.columns == ("entrant", "sets", "deals", "seats 0, 3", "seats 1, 4", "seats 2, 5")
    assert bridgette.title == "Pool bridgette by seat: points per deal ± standard error"
    assert six.title == "Pool six by seat: tables per deal ± standard error"
    for table in (bridgette, six):
        assert all(WITH_ERROR.fullmatch(cell) for row in table.rows for cell in row[3:])
        assert table.notes == ()


def test_roles_come_with_how_often_an_entrant_declared_and_defended(tmp_path: Path) -> None:
    """In the made-up sets seat 0 deals and declares, so each side does it in one seating."""
    (pool,) = summary_of(stored(tmp_path, "abcd")).pools
    table = roles_table(pool)
    assert table.columns == (
        "entrant",
        "dealer",
        "not dealer",
        "declarer",
        "defender",
        "deals declared",
        "deals defended",
    )
    assert [row[0] for row in table.rows] == [row.name for row in pool.rows]
    assert all(WITH_ERROR.fullmatch(cell) for row in table.rows for cell in row[1:5])
    sets = {row.name: str(row.margin_sets) for row in pool.rows}
    assert all((row[5], int(row[5]) + int(row[6])) == (row[6], 2 * int(sets[row[0]])) for row in table.rows)


def test_too_few_sets_are_told_as_such(tmp_path: Path) -> None:
    (pool,) = summary_of(stored(tmp_path, "abc", sets=0)).pools
    assert seats_table(pool).rows[0] == ("a", "0", "0", "–", "–")
    assert roles_table(pool).rows[0] == ("a", "–", "–", "–", "–", "0", "0")
    assert seats_table(pool).notes == roles_table(pool).notes == (FEW_SETS,)
    assert forfeits_table(pool).rows[0] == ("a", "0/0/0", "–", "0/0/0", "–")


def test_records_with_and_without_forfeits_stand_side_by_side(tmp_path: Path) -> None:
    (pool,) = summary_of(stored(tmp_path, "abcd")).pools
    table = forfeits_table(pool)
    assert [row[0] for row in table.rows] == [row.name for row in pool.rows]
    for cells, row in zip(table.rows, pool.rows, strict=True):
        assert cells[1] == f"{row.sets_won}/{row.sets_drawn}/{row.sets_lost}"
        assert sum(map(int, cells[3].split("/"))) == row.margin_sets
        assert all(re.fullmatch(r"\d+\.\d%", cell) for cell in (cells[2], cells[4]))
