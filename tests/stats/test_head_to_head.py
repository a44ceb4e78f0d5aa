"""Two entrants' sets against each other."""

from hypothesis import given, settings
from hypothesis import strategies as st

from arena.records import SetResult
from arena.stats.head_to_head import HeadToHeadRow, head_to_head
from arena.stats.tallies import PoolTally
from tests.stats.kit import ENTRANTS, a_set, crash, duel, match, sets


def rows_of(*results: SetResult, field: str = "ab", start: int = 0) -> dict[str, HeadToHeadRow]:
    tally = PoolTally(start)
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
    assert rows["ba"].margin_per_deal == 120 / 24
    assert rows["ab"].margin_per_deal == -120 / 24
    assert rows["ab"].deals == 24


def test_in_groups_every_two_sides_meet() -> None:
    """Margins are of the two alone: 12 starting tables cancel out."""
    group = a_set(["a@1", "b@1", "c@1"], match([20, 4, 12], deals=4), match([20, 4, 12], [2, 0, 1], deals=4))
    rows = rows_of(group, field="abc", start=12)
    # a 20 + 4, b 4 + 12, c 12 + 20 tables; place points 2 + 0, 0 + 1, 1 + 2
    assert (sets_of(rows["ab"]), rows["ab"].margin_per_deal) == ((1, 0, 0), 8 / 8)
    assert (sets_of(rows["ac"]), rows["ac"].margin_per_deal) == ((0, 0, 1), -8 / 8)
    assert (sets_of(rows["bc"]), rows["bc"].margin_per_deal) == ((0, 0, 1), -16 / 8)


def test_a_forfeited_match_takes_the_margin_but_not_the_set() -> None:
    rows = rows_of(a_set(["a@1", "b@1"], match([9, 0]), crash([0, 9], seat=0, order=[1, 0])))
    assert sets_of(rows["ab"]) == (1, 0, 0)
    assert rows["ab"].margin_per_deal is None


def test_who_never_met_has_no_score_and_no_margin() -> None:
    row = rows_of()["ab"]
    assert (row.sets, row.score, row.margin_per_deal, row.deals) == (0, None, None, 0)


def test_partners_meet_their_opponents_and_not_each_other() -> None:
    rows = rows_of(a_set([("a@1", "b@1"), ("c@1", "d@1")], match([14, 10], deals=2)), field="abcd", start=12)
    assert rows["ab"].sets == 0
    assert all(sets_of(rows[pair]) == (1, 0, 0) and rows[pair].margin_per_deal == 2 for pair in ("ac", "ad", "bc"))


@given(st.lists(sets(), max_size=15))
@settings(max_examples=40)
def test_both_rows_of_a_pair_mirror_each_other(played: list[SetResult]) -> None:
    tally = PoolTally()
    for result in played:
        tally.add(result)
    rows = {(row.entrant, row.opponent): row for row in head_to_head(tally, ENTRANTS)}
    for (one, other), row in rows.items():
        mirror = rows[other, one]
        assert (row.won, row.drawn, row.deals) == (mirror.lost, mirror.drawn, mirror.deals)
        assert (row.margin_per_deal or 0) == -(mirror.margin_per_deal or 0)


def test_memory_grows_with_entrants_and_pairs_alone() -> None:
    tally = PoolTally()
    for k in range(300):
        tally.add(duel("a@1", "b@1", [k % 7, k % 5], [k % 3, 1], k=k))
    assert (len(tally.entrants), len(tally.pairs)) == (2, 1)
    assert tally.sets == 300
