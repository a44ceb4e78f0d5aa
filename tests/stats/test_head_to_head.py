"""Two entrants' sets against each other."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.records import SetResult
from arena.stats.head_to_head import HeadToHeadRow, head_to_head
from arena.stats.set_score import set_score_interval
from arena.stats.tallies import PoolTally
from tests.stats.kit import ENTRANTS, a_set, crash, duel, match, sets


def rows_of(*results: SetResult, field: str = "ab", start: int = 0) -> dict[str, HeadToHeadRow]:
    tally = PoolTally(start, deal_by_deal=not start)
    for result in results:
        tally.add(result)
    rows = head_to_head(tally, [f"{name}@1" for name in field])
    return {row.entrant[0] + row.opponent[0]: row for row in rows}


def sets_of(row: HeadToHeadRow) -> tuple[int, int, int]:
    assert row.sets == row.won + row.drawn + row.lost
    return row.won, row.drawn, row.lost


def test_every_ordered_pair_has_a_row_in_order_of_name() -> None:
    assert list(rows_of(field="cab")) == ["ab", "ac", "ba", "bc", "ca", "cb"]


def test_sets_and_margin_are_seen_from_both_ends() -> None:
    rows = rows_of(duel("b@1", "a@1", [60, 0], [60, 0], k=1), duel("b@1", "a@1", [10, 0], [0, 10], k=2))
    assert sets_of(rows["ba"]) == (1, 1, 0)
    assert sets_of(rows["ab"]) == (0, 1, 1)
    assert rows["ba"].score == 0.75
    assert rows["ba"].margin == 120 / 24
    assert rows["ab"].margin == -120 / 24
    assert (rows["ab"].margin_sets, rows["ba"].margin_sets) == (2, 2)


def test_the_score_has_an_interval_seen_from_both_ends() -> None:
    rows = rows_of(duel("b@1", "a@1", [60, 0], [60, 0], k=1), duel("b@1", "a@1", [10, 0], [0, 10], k=2))
    low, high = set_score_interval(1, 1, 0)
    assert (rows["ba"].score_low, rows["ba"].score_high) == (low, high)
    assert (rows["ab"].score_low, rows["ab"].score_high) == pytest.approx((1 - high, 1 - low))


def test_a_margin_has_its_error_and_interval_and_is_told_in_imps_too() -> None:
    """12 deals a set; the last of each was won by 120 points (3 IMPs), and by 60 less 60."""
    rows = rows_of(duel("a@1", "b@1", [60, 0], [60, 0], k=1), duel("a@1", "b@1", [60, 0], [0, 60], k=2))
    ab, ba = rows["ab"], rows["ba"]
    assert (ab.margin, ab.margin_error) == pytest.approx((5, 5))
    assert (ab.margin_low, ab.margin_high) == pytest.approx((5 - 12.706 * 5, 5 + 12.706 * 5), rel=1e-4)
    assert (ab.imps, ab.imps_error) == pytest.approx((3 / 12, 3 / 12))
    assert (ab.places, ab.places_error) == (None, None)
    assert (ba.margin, ba.margin_low, ba.margin_high, ba.imps) == pytest.approx(
        (-5, -(ab.margin_high or 0), -(ab.margin_low or 0), -3 / 12)
    )


def test_where_whole_matches_are_compared_it_is_per_set_and_in_place_points() -> None:
    rows = rows_of(duel("a@1", "b@1", [24, 0], [24, 0]), duel("a@1", "b@1", [0, 24], [14, 10]), start=12)
    ab = rows["ab"]
    assert (ab.margin, ab.places, ab.imps) == ((48 - 20) / 2, (2 + 0) / 2, None)
    assert (ab.margin_error, ab.places_error) == pytest.approx((34, 1))


def test_one_set_has_a_margin_without_an_error() -> None:
    row = rows_of(duel("a@1", "b@1", [60, 0], [60, 0]))["ab"]
    assert (row.margin, row.margin_error, row.margin_low, row.margin_high) == (10, None, None, None)


def test_in_groups_every_two_sides_meet() -> None:
    """Margins are of the two alone: 12 starting tables cancel out."""
    group = a_set(["a@1", "b@1", "c@1"], match([20, 4, 12], deals=4), match([20, 4, 12], [2, 0, 1], deals=4))
    rows = rows_of(group, field="abc", start=12)
    # a 20 + 4, b 4 + 12, c 12 + 20 tables; place points 2 + 0, 0 + 1, 1 + 2
    assert (sets_of(rows["ab"]), rows["ab"].margin) == ((1, 0, 0), 8)
    assert (sets_of(rows["ac"]), rows["ac"].margin) == ((0, 0, 1), -8)
    assert (sets_of(rows["bc"]), rows["bc"].margin) == ((0, 0, 1), -16)


def test_a_forfeited_match_takes_the_margin_but_not_the_set() -> None:
    rows = rows_of(a_set(["a@1", "b@1"], match([9, 0]), crash([0, 9], seat=0, order=[1, 0])))
    assert sets_of(rows["ab"]) == (1, 0, 0)
    assert (rows["ab"].margin, rows["ab"].margin_sets) == (None, 0)


def test_who_never_met_has_no_score_and_no_margin() -> None:
    row = rows_of()["ab"]
    assert (row.score_low, row.score_high) == (None, None)
    assert (row.sets, row.score, row.margin, row.imps, row.margin_sets) == (0, None, None, None, 0)


def test_partners_meet_their_opponents_and_not_each_other() -> None:
    rows = rows_of(a_set([("a@1", "b@1"), ("c@1", "d@1")], match([14, 10], deals=2)), field="abcd", start=12)
    assert rows["ab"].sets == 0
    assert all(sets_of(rows[pair]) == (1, 0, 0) and rows[pair].margin == 4 for pair in ("ac", "ad", "bc"))


@given(st.lists(sets(), max_size=15))
@settings(max_examples=40)
def test_both_rows_of_a_pair_mirror_each_other(played: list[SetResult]) -> None:
    tally = PoolTally()
    for result in played:
        tally.add(result)
    rows = {(row.entrant, row.opponent): row for row in head_to_head(tally, ENTRANTS)}
    for (one, other), row in rows.items():
        mirror = rows[other, one]
        assert (row.won, row.drawn, row.margin_sets) == (mirror.lost, mirror.drawn, mirror.margin_sets)
        assert ((row.margin or 0), (row.imps or 0)) == (-(mirror.margin or 0), -(mirror.imps or 0))


def test_memory_grows_with_entrants_and_pairs_alone() -> None:
    tally = PoolTally()
    for k in range(300):
        tally.add(duel("a@1", "b@1", [k % 7, k % 5], [k % 3, 1], k=k))
    assert (len(tally.entrants), len(tally.pairs)) == (2, 1)
    assert tally.sets == 300
