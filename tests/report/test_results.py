"""results.json."""

import json
from pathlib import Path
from typing import Any

from arena.ladder.stored import open_ladder
from arena.report.audience import Audience
from arena.report.machine import indented_json
from arena.report.results import LadderResults, ladder_results, results_document
from arena.report.summary import summarise
from tests.report.kit import BOTH, stored


def results_of(folder: Path) -> LadderResults:
    with open_ladder(folder) as ladder:
        return ladder_results(summarise(ladder), ladder)


def json_of(folder: Path, audience: Audience) -> str:
    return indented_json(results_document(results_of(folder), audience))


def test_equal_results_give_equal_bytes(tmp_path: Path) -> None:
    texts = []
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        texts.append(json_of(stored(tmp_path / name, "abcd", **BOTH), Audience()))
    assert texts[0] == texts[1]


def test_it_holds_every_pair_by_their_places_in_the_standings(tmp_path: Path) -> None:
    (pool,) = json.loads(json_of(stored(tmp_path, "abc"), Audience()))["pools"]
    pairs = [dict(zip(pool["head_to_head"]["columns"], row, strict=True)) for row in pool["head_to_head"]["rows"]]
    assert sorted((row["entrant"], row["opponent"]) for row in pairs) == [
        (one, other) for one in range(3) for other in range(3) if one != other
    ]
    won = {place: sum(row["won"] for row in pairs if row["entrant"] == place) for place in range(3)}
    assert [won[place] for place in range(3)] == [row["sets_won"] for row in pool["standings"]]


def test_a_swing_names_a_set_that_there_is(tmp_path: Path) -> None:
    folder = stored(tmp_path, "abc")
    swings = json.loads(json_of(folder, Audience()))["pools"][0]["swings"]
    with open_ladder(folder) as ladder:
        for one in swings["found"]:
            for pairing, k, _deal, gain in one["deals"]:
                result, _ = ladder.find_match(f"{swings['pairings'][pairing]}/{k}/1")
                assert {key for side in result.sides for key in side} == set(one["entrants"])
                assert gain


def test_the_config_hash_is_that_of_what_results_depend_on(tmp_path: Path) -> None:
    hashes = []
    variants: dict[str, dict[str, Any]] = {"one": {}, "same": {"workers": 2}, "other": {"rank_by": "fit"}}
    for name, keys in variants.items():
        (tmp_path / name).mkdir()
        hashes.append(results_of(stored(tmp_path / name, "abc", sets=1, **keys)).config_hash)
    assert hashes[0] == hashes[1]
    assert hashes[0] != hashes[2]
