"""The stages of a ladder, for people and for other programs."""

import csv
import json
from io import StringIO
from pathlib import Path

from arena.ladder.schedule import name_of
from arena.ladder.stored import open_ladder
from arena.report.machine import standings_csv, standings_json
from arena.report.standings_tables import all_standings
from arena.report.summary import LadderSummary, summarise
from tests.report.kit import in_stages


def summary_of(folder: Path, sets: int) -> LadderSummary:
    with open_ladder(in_stages(folder, sets)) as stored:
        return summarise(stored)


def test_stages_and_bracket_stand_under_the_standings_of_all(tmp_path: Path) -> None:
    summary = summary_of(tmp_path, 99)
    standings, stages, bracket = all_standings(summary)
    assert [row[standings.columns.index("stage")] for row in standings.rows] == ["2"] * 3 + ["1"] * 3
    assert [row[0] for row in standings.rows] == list("123456")
    assert standings.notes[0].startswith("Whoever reached a later stage is ahead")
    assert stages.title == "Stages of pool bridgette"
    assert [(row[0], row[1], row[2], row[3], row[5]) for row in stages.rows] == [
        ("1", "round_robin", "6", "15", "3"),
        ("2", "knockout", "3", "4", ""),
    ]
    assert stages.rows[1][4] == standings.rows[0][1]
    assert len(bracket.rows) == 2
    assert {name_of(key) for key in summary.pools[0].field} == set("abcdef")


def test_a_ladder_in_its_first_stage_looks_like_one_without(tmp_path: Path) -> None:
    (standings,) = all_standings(summary_of(tmp_path, 9))
    assert "stage" not in standings.columns


def test_programs_read_the_stage_of_each_row_and_the_stages_beside_them(tmp_path: Path) -> None:
    summary = summary_of(tmp_path, 99)
    (pool,) = json.loads(standings_json(summary))["pools"]
    assert [row["stage"] for row in pool["rows"]] == [2, 2, 2, 1, 1, 1]
    assert [(stage["stage"], stage["format"], stage["sets"]) for stage in pool["stages"]] == [
        (1, "round_robin", 15),
        (2, "knockout", 4),
    ]
    first, second = pool["stages"]
    assert first["went_on"] == [key.rpartition("@")[0] for key in first["entrants"][:3]]
    assert second["went_on"] is None
    rows = list(csv.DictReader(StringIO(standings_csv(summary))))
    assert [row["stage"] for row in rows] == list("222111")
