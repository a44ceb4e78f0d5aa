"""The bracket of a knockout, for people and for other programs."""

import json
from dataclasses import replace
from pathlib import Path

from arena.ladder.formats.knockout import PlayedTie
from arena.ladder.stored import open_ladder
from arena.report.bracket_tables import bracket_table
from arena.report.machine import standings_json
from arena.report.standings_tables import all_standings
from arena.report.summary import LadderSummary, summarise
from tests.ladder.kit import BRIDGETTE, SIX, make_ladder, opened, play

FORM = {"kind": "knockout", "sets_per_tie": 3, "third_place": True}


def summary_of(folder: Path, sets: int, **keys: object) -> LadderSummary:
    ladder = make_ladder(folder, "abcde", **({"games": [BRIDGETTE], "format": FORM} | keys))
    with opened(folder / "results", ladder) as store:
        play(store, ladder, sets)
    with open_ladder(folder / "results") as stored:
        return summarise(stored)


def test_the_bracket_stands_under_the_standings(tmp_path: Path) -> None:
    standings, bracket = all_standings(summary_of(tmp_path, 99))
    assert standings.title.startswith("Pool bridgette")
    assert bracket.title == "Bracket of pool bridgette"
    assert [row[0] for row in bracket.rows] == ["round 1", "semi-finals", "semi-finals", "third place", "final"]
    for _, tie, points, sets, goes_on in bracket.rows:
        assert goes_on in tie.split(" – ")
        assert sum(map(float, points.split(" – "))) == float(sets) == 3


def test_what_is_not_decided_is_a_dash(tmp_path: Path) -> None:
    rows = bracket_table(summary_of(tmp_path, 4).pools[0]).rows
    assert rows[0][4]
    assert rows[1][3:] == ("1", "")
    assert rows[2][2:] == ("", "", "")
    assert rows[4][1] == "– – –"


def test_a_stop_cuts_the_bracket_too(tmp_path: Path) -> None:
    full = summary_of(tmp_path, 99)
    cut = summary_of(tmp_path, 0, stop={"sets": 4})
    assert sum(tie.sets for tie in full.pools[0].bracket) == 15
    assert sum(tie.sets for tie in cut.pools[0].bracket) == 4


def test_programs_read_the_bracket_beside_the_rows(tmp_path: Path) -> None:
    summary = summary_of(tmp_path, 99, games=[BRIDGETTE, SIX], format={"kind": "knockout", "sets_per_tie": 1})
    bridgette, six = json.loads(standings_json(summary))["pools"]
    assert list(bridgette["bracket"][0]) == list(PlayedTie.__struct_fields__)
    assert bridgette["bracket"][-1]["order"][0] in bridgette["bracket"][-1]["entrants"]
    assert six["bracket"][-1]["order"] == []


def test_who_goes_on_without_playing_is_told(tmp_path: Path) -> None:
    summary = summary_of(tmp_path, 99, format={"kind": "knockout", "sets_per_tie": 1, "lives": 2})
    *_, final, second = bracket_table(summary.pools[0]).rows
    champion = final[1].split(" – ")[0]
    assert second[4] == (f"{champion} (not needed)" if final[4] == champion else second[4])
    left = PlayedTie("final", ("a@1", "b@1"), (0.0, 0.0), 0, ("b@1", "a@1"), 1, True)
    pool = replace(summary.pools[0], bracket=(left,))
    assert bracket_table(pool).rows == (("final", "a – b", "", "", "b (the other left)"),)
