"""The rows of exports and notebooks, on a match played for the purpose."""

import re
from pathlib import Path

import pytest

import arena
from arena.ladder.rows import DealRow, DecisionRow, MatchRow, SetRow

ROOT = Path(__file__).parents[2]
RANDOM = ROOT / "bots" / "random_legal.py"
BRIDGETTE = arena.play(RANDOM, RANDOM, game="bridgette", sets=3, seed="rows")
FIFTYSIX = arena.play(
    RANDOM, RANDOM, RANDOM, game="fiftysix", sets=1, seed="rows", variant={"players": 6, "tables": 3}
)
EITHER = pytest.mark.parametrize("results", [BRIDGETTE, FIFTYSIX], ids=["bridgette", "fiftysix"])


@EITHER
def test_the_gains_of_a_match_add_up_to_its_score(results: arena.api.Results) -> None:  # type: ignore[name-defined]
    start = {"bridgette": 0, "fiftysix": 3}
    for row in results.matches():
        gains = [deal.gain for deal in results.deals() if (deal.match, deal.side) == (row.match, row.side)]
        assert len(gains) == row.deals
        assert start[row.game] + sum(gains) == row.score


@EITHER
def test_place_points_of_a_set_are_shared_out_completely(results: arena.api.Results) -> None:  # type: ignore[name-defined]
    rows = list(results.sets())
    sides = max(row.side for row in rows) + 1
    matches = sides  # one for each rotation
    for name in {row.set for row in rows}:
        points = sum(row.place_points for row in rows if row.set == name)
        assert points == matches * sides * (sides - 1) / 2


@EITHER
def test_decisions_are_numbered_through_and_name_the_seat_that_acted(results: arena.api.Results) -> None:  # type: ignore[name-defined]
    rows = list(results.decisions())
    for match in {row.match for row in rows}:
        own = [row for row in rows if row.match == match]
        assert [row.index for row in own] == list(range(len(own)))
        assert all(row.options >= 1 for row in own)
        assert len({(row.seat, row.entrant) for row in own}) == len({row.seat for row in own})


def test_a_passed_out_deal_has_no_contract_and_gains_nothing() -> None:
    rows = [row for row in BRIDGETTE.deals() if row.contract is None]
    assert all((row.declarer, row.doubling, row.gain) == (None, None, 0) for row in rows)


def test_every_column_is_explained_in_the_results_folder() -> None:
    text = (ROOT / "results" / "README.md").read_text(encoding="utf-8")
    explained: dict[str, set[str]] = {}
    table = ""
    for line in text.splitlines():
        if line.startswith("|") and (cells := [cell.strip() for cell in line.split("|")[1:-1]]):
            table = cells[0] or table
            explained.setdefault(table, set()).update(re.findall(r"`(\w+)`", cells[1]))
    for name, row in {"sets": SetRow, "matches": MatchRow, "deals": DealRow, "decisions": DecisionRow}.items():
        assert explained[name] == set(row.__struct_fields__)
