"""The figures behind the reports, from a stored ladder."""

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from arena.errors import ArenaError
from arena.ladder.stored import open_ladder
from arena.report.summary import LadderSummary, summarise
from tests.report.kit import BOTH, stored


def test_every_pool_is_folded_from_its_counted_sets(tmp_path: Path) -> None:
    with open_ladder(stored(tmp_path, "abcd", **BOTH)) as ladder:
        summary = summarise(ladder)
    assert summary.ladder == "tiny"
    assert [(pool.pool.id, pool.unit, pool.tally.start) for pool in summary.pools] == [
        ("bridgette", "points", 0),
        ("six", "tables", 12),
    ]
    assert [pool.tally.sets for pool in summary.pools] == [4 * 6, 4 * 4]
    assert [len(pool.pairs) for pool in summary.pools] == [12, 12]
    assert {row.entrant for row in summary.combined} == set(summary.pools[0].field)


def test_one_pool_alone_has_no_combined_table(tmp_path: Path) -> None:
    with open_ladder(stored(tmp_path, **BOTH)) as ladder:
        summary = summarise(ladder, "six")
    assert [pool.pool.id for pool in summary.pools] == ["six"]
    assert summary.combined == ()


def test_an_unknown_pool_is_refused_with_what_there_is(tmp_path: Path) -> None:
    with open_ladder(stored(tmp_path, **BOTH)) as ladder, pytest.raises(ArenaError) as caught:
        summarise(ladder, "bridgete")
    assert str(caught.value) == ("no pool 'bridgete'; this ladder has: bridgette, six; did you mean 'bridgette'?")


def test_only_the_present_field_is_ranked(tmp_path: Path) -> None:
    stored(tmp_path, "abc")
    with open_ladder(stored(tmp_path, "abd", sets=0)) as ladder:
        (pool,) = summarise(ladder).pools
    assert sorted(row.name for row in pool.rows) == ["a", "b", "d"]
    assert [(row.rank, row.sets) for row in pool.rows if row.name == "d"] == [(None, 0)]
    assert pool.tally.sets == 12, "the sets against c go on to count"


def test_faults_are_listed_in_rank_order_those_that_lost_a_match_first(tmp_path: Path) -> None:
    with open_ladder(stored(tmp_path, "abcd", format={"kind": "round_robin", "sets_per_pairing": 30})) as ladder:
        (pool,) = summarise(ladder).pools
    faults = pool.faults
    ranks = [row.entrant for row in pool.rows]
    assert faults
    assert [ranks.index(note.entrant) for note in faults] == sorted(ranks.index(note.entrant) for note in faults)
    for row in pool.rows:
        own = [note for note in faults if note.entrant == row.entrant]
        assert [note.substituted for note in own] == sorted(note.substituted for note in own)
        assert sum(note.count for note in own if not note.substituted) == sum(row.faults.values())


def test_no_table_combines_pools_that_share_hardly_anyone(tmp_path: Path) -> None:
    with open_ladder(stored(tmp_path, "abcd", **BOTH)) as ladder:
        bridgette, six = summarise(ladder).pools
    rows = [msgspec.structs.replace(row, entrant=f"{row.entrant}-six") for row in six.rows[1:]]
    apart = replace(six, rows=(six.rows[0], *rows))
    assert LadderSummary("x", (bridgette, apart)).combined == ()
