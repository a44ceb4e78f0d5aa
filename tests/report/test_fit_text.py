"""What the fit and a twin say about the standings, and that one number ranks in every table."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from arena.cli.main import app
from arena.ladder.results import Results
from arena.ladder.stored import open_ladder
from arena.report.fit_text import fit_notes, rank_range, twin_text
from arena.report.machine import standings_csv, standings_json
from arena.report.standings_tables import all_standings, head_to_head_table, standings_table
from arena.report.summary import LadderSummary, summarise
from arena.stats.null_twin import Distance, NullTwin
from tests.ladder.kit import BRIDGETTE, make_ladder, opened
from tests.report.kit import BOTH, stored

TWIN = NullTwin("a@1", "a-twin@1", Distance(0.4, 0.8), Distance(30.0, 20.0), 200, 50)


def summary_of(folder: Path) -> LadderSummary:
    with open_ladder(folder) as ladder:
        return summarise(ladder)


def test_a_twins_sentence_has_both_distances_with_what_was_to_be_expected() -> None:
    assert twin_text(TWIN) == (
        "a and a-twin are the same bot: mu 0.40 apart, standard deviation by its uncertainty 0.80, z 0.5; "
        "strength (without those 50 of their 200 sets in which they met each other) 30 apart, standard deviation "
        "by its uncertainty 20, z 1.5."
    )
    apart = msgspec.structs.replace(TWIN, between=0)
    assert "strength 30 apart" in twin_text(apart)
    assert "not enough sets" in twin_text(msgspec.structs.replace(TWIN, rating=None, fit=None))


def test_standings_and_report_tell_of_a_twin_in_every_pool_where_it_is(tmp_path: Path) -> None:
    entrants = ["a", "b", "c", {"bot": "bots/fiftysix_plain.py", "name": "plain"}]
    folder = stored(tmp_path, entrants, **BOTH, null_twin="plain")
    bridgette, six = (standings_table(pool).notes for pool in summary_of(folder).pools)
    assert not any("same bot" in note for note in bridgette)
    assert sum("plain and plain-twin are the same bot" in note for note in six) == 1
    assert CliRunner().invoke(app, ["report", str(folder)]).exit_code == 0
    assert (folder / "report.md").read_text().count("plain and plain-twin are the same bot") == 1
    assert "plain and plain-twin are the same bot" in CliRunner().invoke(app, ["standings", str(folder)]).stdout


def test_a_twin_without_sets_says_so(tmp_path: Path) -> None:
    (pool,) = summary_of(stored(tmp_path, "ab", sets=0, null_twin="a")).pools
    assert any("a and a-twin are the same bot; not enough sets" in note for note in standings_table(pool).notes)


def test_one_number_ranks_in_every_table(tmp_path: Path) -> None:
    (tmp_path / "fit").mkdir()
    by_rating, by_fit = (
        stored(tmp_path, "abcdefgh", **BOTH),
        stored(tmp_path / "fit", "abcdefgh", **BOTH, rank_by="fit"),
    )
    orders = []
    for folder, key, column in ((by_rating, "conservative", "rating"), (by_fit, "strength", "strength (95 %)")):
        summary = summary_of(folder)
        document = json.loads(standings_json(summary))
        assert document["rank_by"] == ("fit" if folder is by_fit else "trueskill")
        for pool, found in zip(summary.pools, document["pools"], strict=True):
            table = standings_table(pool)
            assert table.columns[2] == column
            order = [row[1] for row in table.rows]
            orders.append(order)
            values = [row[key] for row in found["rows"]]
            assert values == sorted(values, reverse=True)
            assert [row["entrant"] for row in found["rows"]] == order
            assert [row[0] for row in head_to_head_table(pool).rows] == order
            rows = csv.DictReader(io.StringIO(standings_csv(summary)))
            assert [row["entrant"] for row in rows if row["pool"] == pool.pool.id] == order
            with open_ladder(folder) as ladder:
                assert [row.name for row in Results(ladder).standings(pool.pool.id)] == order
        ranks = {pool.pool.id: {row.name: row.rank for row in pool.rows} for pool in summary.pools}
        combined = {row[1]: row[3:] for row in all_standings(summary)[-1].rows}
        assert all(tuple(str(ranks[id][name]) for id in ranks) == cells for name, cells in combined.items())
    assert orders[:2] != orders[2:]


def test_what_ranks_can_be_changed_between_runs_and_changes_no_result(tmp_path: Path) -> None:
    folder = stored(tmp_path, "abcd")
    before = summary_of(folder)
    opened(folder, make_ladder(tmp_path, "abcd", rank_by="fit")).close()
    after = summary_of(folder)
    assert (before.rank_by, after.rank_by) == ("trueskill", "fit")
    assert before.pools[0].tally.ranked == after.pools[0].tally.ranked
    with open_ladder(folder) as ladder:
        assert len(ladder.epochs("bridgette")) == 1


def rows_of(folder: Path, **keys: Any) -> Any:
    return summary_of(stored(folder, "abc", games=[BRIDGETTE], **keys)).pools[0].rows


def test_ranks_that_the_fit_excludes_are_told_in_one_sentence(tmp_path: Path) -> None:
    rows = [
        msgspec.structs.replace(row, rank=rank, rank_low=low, rank_high=high, strength_open=None, strength_group=1)
        for row, rank, low, high in zip(rows_of(tmp_path), (1, 2, 3), (2, 1, 3), (3, 1, 3), strict=True)
    ]
    a, b, c = (row.name for row in rows)
    assert fit_notes(rows) == (
        f"By the fit of all sets some of these ranks are surely others (95 %): {a} 2–3, {b} 1.",
    )
    assert rank_range(rows[2]) == "3"
    assert fit_notes([rows[2]]) == ()
    assert c not in fit_notes(rows)[0].partition(": ")[2].split()


@pytest.mark.parametrize("open_", ["won_all", "lost_all", "separated"])
def test_strengths_that_only_the_prior_holds_are_told(tmp_path: Path, open_: str) -> None:
    first, *rest = (
        msgspec.structs.replace(row, rank=None, strength_open=None, strength_group=1) for row in rows_of(tmp_path)
    )
    (note,) = fit_notes([msgspec.structs.replace(first, strength_open=open_), *rest])
    assert note.startswith(f"Won, or lost, every set against the others: {first.name}.")
    (note,) = fit_notes([first, *(msgspec.structs.replace(row, strength_group=2) for row in rest)])
    assert note.endswith(f"the fit's prior alone: {first.name} | {rest[0].name}, {rest[1].name}.")
