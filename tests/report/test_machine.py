"""Standings and head-to-head figures for other programs."""

import csv
import io
import json
import re
from pathlib import Path

import pytest

from arena.ladder.stored import open_ladder
from arena.report.machine import (
    forfeits_csv,
    head_to_head_csv,
    seats_and_roles_csv,
    standings_csv,
    standings_json,
)
from arena.report.summary import LadderSummary, summarise
from tests.report.kit import BOTH, stored, with_a_timed_one


@pytest.fixture
def summary(tmp_path: Path) -> LadderSummary:
    with open_ladder(stored(tmp_path, ["a", "b", "c", 'q"u,o'], **BOTH)) as ladder:
        return summarise(ladder)


def test_json_has_the_documented_shape(summary: LadderSummary) -> None:
    document = json.loads(standings_json(summary))
    assert list(document) == ["schema", "ladder", "rank_by", "pools"]
    assert (document["schema"], document["ladder"], document["rank_by"]) == (1, "tiny", "trueskill")
    assert [list(pool) for pool in document["pools"]] == [["pool", "game", "variant", "rows"]] * 2
    assert document["pools"][1]["variant"] == {"max_deals": 400, "players": 6, "tables": 12, "teams": "pairs"}
    for pool, folded in zip(document["pools"], summary.pools, strict=True):
        assert [row["entrant"] for row in pool["rows"]] == [row.name for row in folded.rows]
        ranks = [row["rank"] for row in pool["rows"]]
        assert ranks == sorted(ranks)
        for row, folded_row in zip(pool["rows"], folded.rows, strict=True):
            assert row["mu"] == pytest.approx(folded_row.mu, abs=0.0005)
            assert row["conservative"] == pytest.approx(row["mu"] - 3 * row["sigma"], abs=0.003)
            assert row["matches"] == row["matches_won"] + row["matches_drawn"] + row["matches_lost"]


def test_json_numbers_have_fixed_decimals(summary: LadderSummary) -> None:
    numbers = re.findall(r'"(?:mu|sigma|conservative|mean_per_deal)": (.*),', standings_json(summary))
    assert len(numbers) == 4 * 8
    assert all(re.fullmatch(r"-?\d+\.\d{3}", number) for number in numbers)


def test_margins_have_units_and_an_interval_and_are_in_imps_or_places(summary: LadderSummary) -> None:
    bridgette, six = json.loads(standings_json(summary))["pools"]
    for row in (*bridgette["rows"], *six["rows"]):
        assert row["margin_low"] <= row["margin"] - row["margin_error"] < row["margin_high"]
        assert row["margin_sets"] <= row["sets"]
    assert {row["margin_unit"] for row in bridgette["rows"]} == {"points per deal"}
    assert {row["margin_unit"] for row in six["rows"]} == {"tables per set"}
    assert all(row["places_per_set"] is None and row["imps_error"] > 0 for row in bridgette["rows"])
    assert all(row["imps_per_deal"] is None and row["places_error"] > 0 for row in six["rows"])


def test_seats_and_roles_are_one_table_in_long_form(summary: LadderSummary) -> None:
    rows = list(csv.DictReader(io.StringIO(seats_and_roles_csv(summary))))
    roles = ["dealer", "not dealer", "declarer", "defender"]
    for pool, seats in (("bridgette", ["0", "1"]), ("six", ["0 3", "1 4", "2 5"])):
        first = [row for row in rows if (row["pool"], row["entrant"]) == (pool, "a")]
        assert [row["seats"] or row["role"] for row in first] == [*seats, *roles]
        assert all(bool(row["seats"]) != bool(row["role"]) for row in first)
    assert {row["unit"] for row in rows} == {"points", "tables"}


def test_forfeits_are_told_beside_all_sets(summary: LadderSummary) -> None:
    rows = list(csv.DictReader(io.StringIO(forfeits_csv(summary))))
    assert [row["pool"] for row in rows] == ["bridgette"] * 4 + ["six"] * 4
    assert all(int(row["sets_without_forfeits"]) <= int(row["sets"]) for row in rows)
    assert any(row["sets_without_forfeits"] != row["sets"] for row in rows)
    assert all(int(row["sets"]) == sum(int(row[ending]) for ending in ("won", "drawn", "lost")) for row in rows)


def test_csv_is_one_table_of_all_pools(summary: LadderSummary) -> None:
    rows = list(csv.DictReader(io.StringIO(standings_csv(summary))))
    assert [row["pool"] for row in rows] == ["bridgette"] * 4 + ["six"] * 4
    assert {row["unit"] for row in rows} == {"points", "tables"}
    assert 'q"u,o' in {row["entrant"] for row in rows}
    assert all(
        int(row["forfeits"])
        == sum(int(row[kind]) for kind in ("illegal_action", "crash", "timeout", "memory", "protocol"))
        for row in rows
    )


def test_head_to_head_csv_has_both_rows_of_each_pair(summary: LadderSummary) -> None:
    rows = list(csv.DictReader(io.StringIO(head_to_head_csv(summary))))
    assert len(rows) == 2 * 4 * 3
    scores = {(row["pool"], row["entrant"], row["opponent"]): float(row["score"]) for row in rows}
    assert all(
        scores[pool, one, other] + scores[pool, other, one] == pytest.approx(1, abs=0.001)
        for pool, one, other in scores
    )


def test_a_number_without_data_is_null_or_empty_and_never_zero(tmp_path: Path) -> None:
    with open_ladder(stored(tmp_path, "abc", sets=0)) as ladder:
        summary = summarise(ladder)
    row = json.loads(standings_json(summary))["pools"][0]["rows"][0]
    assert {key for key, value in row.items() if value is None} == {
        "rank",
        "mu",
        "sigma",
        "conservative",
        "mean_per_deal",
        *(
            key
            for key in row
            if key.startswith(("margin", "imps", "places", "strength", "rank_"))
            and key not in ("margin_unit", "margin_sets")
        ),
    }
    first = next(csv.DictReader(io.StringIO(standings_csv(summary))))
    assert (first["rank"], first["mu"], first["mean_per_deal"], first["sets"]) == ("", "", "", "0")
    pair = next(csv.DictReader(io.StringIO(head_to_head_csv(summary))))
    assert (pair["score"], pair["score_low"], pair["margin"], pair["sets"]) == ("", "", "", "0")
    position = next(csv.DictReader(io.StringIO(seats_and_roles_csv(summary))))
    assert (position["gain_per_deal"], position["gain_error"], position["sets"]) == ("", "", "0")
    record = next(csv.DictReader(io.StringIO(forfeits_csv(summary))))
    assert (record["score"], record["score_without_forfeits"], record["sets"]) == ("", "", "0")


def test_timed_entrants_are_marked(tmp_path: Path) -> None:
    with open_ladder(with_a_timed_one(tmp_path)) as ladder:
        summary = summarise(ladder)
    (pool,) = json.loads(standings_json(summary))["pools"]
    assert {row["entrant"]: row["timed"] for row in pool["rows"]} == {"a": False, "b": False, "slow": True}
    rows = csv.DictReader(io.StringIO(standings_csv(summary)))
    assert {row["entrant"]: row["timed"] for row in rows} == {"a": "0", "b": "0", "slow": "1"}
