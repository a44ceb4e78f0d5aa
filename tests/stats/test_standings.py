"""Standings of one pool and of several together."""

from math import sqrt
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.records import FaultKind, SetResult, Substitution
from arena.stats.margin_fields import MarginFields
from arena.stats.standings import CombinedRow, StandingRow, combined, out_of_range, standings
from arena.stats.tallies import MAX_FAULT_NOTES, FaultNote, PoolTally
from tests.stats.kit import ENTRANTS, a_set, crash, duel, match, sets


def tally_of(*results: SetResult, start: int = 0) -> PoolTally:
    tally = PoolTally(start)
    for result in results:
        tally.add(result)
    return tally


def rows_of(*results: SetResult, field: str = "ab", start: int = 0) -> dict[str, StandingRow]:
    table = standings(tally_of(*results, start=start), [f"{name}@1" for name in field])
    return {row.name: row for row in table}


def sets_of(row: StandingRow) -> tuple[int, int, int]:
    assert row.sets == row.sets_won + row.sets_drawn + row.sets_lost
    return row.sets_won, row.sets_drawn, row.sets_lost


def matches_of(row: StandingRow) -> tuple[int, int, int]:
    assert row.matches == row.matches_won + row.matches_drawn + row.matches_lost
    return row.matches_won, row.matches_drawn, row.matches_lost


def test_sets_and_matches_are_won_drawn_and_lost() -> None:
    rows = rows_of(
        duel("a@1", "b@1", [10, 0], [10, 0], k=1),  # both matches
        duel("a@1", "b@1", [10, 0], [0, 1], k=2),  # one each: a drawn set
        duel("a@1", "b@1", [5, 5], [0, 1], k=3),  # a draw and a loss
    )
    assert sets_of(rows["a"]) == (1, 1, 1)
    assert matches_of(rows["a"]) == (3, 1, 2)
    assert sets_of(rows["b"]) == (1, 1, 1)
    assert matches_of(rows["b"]) == (2, 1, 3)


def test_of_three_sides_the_one_alone_in_front_wins_and_those_who_share_it_draw() -> None:
    three = ["a@1", "b@1", "c@1"]
    rows = rows_of(a_set(three, match([9, 9, 3])), a_set(three, match([9, 8, 8])), field="abc")
    assert matches_of(rows["a"]) == (1, 1, 0)
    assert matches_of(rows["b"]) == (0, 1, 1)
    assert matches_of(rows["c"]) == (0, 0, 2)


def test_the_mean_is_over_all_deals_of_the_sets() -> None:
    rows = rows_of(a_set(["a@1", "b@1"], match([600, 0], deals=6), match([80, 50], [1, 0], deals=7)))
    assert rows["a"].mean_per_deal == (600 + 50) / 13
    assert rows["b"].mean_per_deal == 80 / 13
    assert rows["a"].deals == 13


def test_in_56_the_mean_counts_tables_gained() -> None:
    rows = rows_of(duel("a@1", "b@1", [24, 0], [10, 14]), start=12)
    assert rows["a"].mean_per_deal == (12 - 2) / 12
    assert rows["b"].mean_per_deal == -(12 - 2) / 12


def test_the_margin_is_over_all_opponents_and_its_error_given_who_was_met() -> None:
    """a is 10 and 20 points a deal ahead of b, 0 and 10 behind c: within each opponent the spread is the same."""
    rows = rows_of(
        duel("a@1", "b@1", [60, 0], [60, 0], k=1),
        duel("a@1", "b@1", [120, 0], [120, 0], k=2),
        duel("a@1", "c@1", [60, 60], [60, 60], k=1),
        duel("a@1", "c@1", [0, 60], [0, 60], k=2),
        field="abc",
    )
    a, b, c = (rows[name] for name in "abc")
    assert (a.margin, b.margin, c.margin) == (5, -15, 5)
    assert (a.margin_sets, b.margin_sets) == (4, 2)
    assert (a.margin_error, b.margin_error) == pytest.approx((sqrt(100 / 2) / 2, 5))
    assert a.imps == pytest.approx((3 + 6 + 0 - 3) / 4 / 6)
    assert a.places is None


def test_a_margin_needs_a_set_and_its_error_two() -> None:
    rows = rows_of(duel("a@1", "b@1", [60, 0], [60, 0]), field="abc")
    a, c = rows["a"], rows["c"]
    assert (a.margin, a.margin_error, a.margin_low, a.margin_sets) == (10, None, None, 1)
    assert (c.margin, c.margin_error, c.imps, c.margin_sets) == (None, None, None, 0)


@given(st.lists(sets(sides=2), max_size=12), st.permutations(ENTRANTS), st.randoms(use_true_random=False))
@settings(max_examples=40, deadline=None)
def test_order_and_names_change_no_margin(played: list[SetResult], names: list[str], random: Random) -> None:
    """The sides of a renamed pairing keep their order, which is no more than the first seating."""
    called = dict(zip(ENTRANTS, names, strict=True))
    renamed = [
        msgspec.structs.replace(result, sides=tuple((called[side[0]],) for side in result.sides))
        for result in random.sample(played, len(played))
    ]
    before = {row.entrant: margins_of(row) for row in standings(tally_of(*played), ENTRANTS)}
    after = {row.entrant: margins_of(row) for row in standings(tally_of(*renamed), ENTRANTS)}
    assert before == {entrant: after[called[entrant]] for entrant in ENTRANTS}


def margins_of(row: StandingRow) -> dict[str, object]:
    return {key: getattr(row, key) for key in MarginFields.__annotations__}


@given(st.lists(sets(sides=2), max_size=12))
@settings(max_examples=40, deadline=None)
def test_margins_of_two_sides_sum_to_zero(played: list[SetResult]) -> None:
    tally = tally_of(*played)
    strata = [stratum for entrant in tally.entrants.values() for stratum in entrant.strata.values()]
    assert sum(stratum.gain.x for stratum in strata) == sum(stratum.ranked.x for stratum in strata) == 0


def test_a_set_with_a_forfeited_match_counts_but_is_in_no_mean() -> None:
    forfeited = a_set(["a@1", "b@1"], match([500, 0]), crash([0, 700], seat=1, order=[1, 0]))
    rows = rows_of(duel("a@1", "b@1", [60, 0], [60, 0]), forfeited)
    assert sets_of(rows["a"]) == (1, 1, 0)
    assert matches_of(rows["a"]) == (3, 0, 1)
    assert rows["a"].mean_per_deal == 10
    assert rows["a"].deals == 12
    assert (rows["a"].forfeits, rows["a"].faults) == (1, {FaultKind.CRASH: 1})
    assert (rows["b"].forfeits, rows["b"].faults) == (0, {})


def test_the_fault_is_the_faulty_bots_in_whatever_seat_it_sat() -> None:
    """Seat 3 of 56 with three teams is side 0 of the table (F2), where the second seating puts b."""
    groups = a_set(["a@1", "b@1", "c@1"], crash([12, 12, 12], seat=3, order=[1, 2, 0]))
    rows = rows_of(groups, field="abc", start=12)
    assert [rows[name].forfeits for name in "abc"] == [0, 1, 0]
    assert matches_of(rows["b"]) == (0, 0, 1)


def test_of_two_partners_only_the_faulty_one_has_the_fault_but_both_the_forfeit() -> None:
    partners = a_set([("a@1", "b@1"), ("c@1", "d@1")], crash([12, 12], seat=2))
    rows = rows_of(partners, field="abcd")
    assert [rows[name].forfeits for name in "abcd"] == [1, 1, 0, 0]
    assert [rows[name].faults for name in "abcd"] == [{}, {FaultKind.CRASH: 1}, {}, {}]


def test_substituted_actions_are_counted_and_do_not_cost_the_mean() -> None:
    slow = Substitution(1, FaultKind.TIMEOUT, 2, 7, "no answer in time")
    rows = rows_of(a_set(["a@1", "b@1", "c@1"], match([9, 6, 3], substituted=[slow, slow])), field="abc")
    assert [rows[name].substituted for name in "abc"] == [0, 2, 0]
    assert rows["b"].faults == {}
    assert rows["b"].mean_per_deal == 1


def test_faults_are_noted_with_detail_count_and_first_match() -> None:
    broken = a_set(["a@1", "b@1"], crash([0, 0], seat=1), crash([0, 0], seat=0, order=[1, 0]), k=4)
    tally = tally_of(broken, broken)
    assert list(tally.entrants["b@1"].notes.values()) == [
        FaultNote("b@1", FaultKind.CRASH, "ZeroDivisionError: division by zero", False, 4, "p/a@1+b@1/4/1")
    ]


def test_notes_are_bounded_and_counts_are_not() -> None:
    many = [
        Substitution(0, FaultKind.ILLEGAL_ACTION, 1, index, f"play {index} is not legal here")
        for index in range(3 * MAX_FAULT_NOTES)
    ]
    tally = tally_of(a_set(["a@1", "b@1"], match([0, 0], substituted=many)))
    assert len(tally.entrants["a@1"].notes) == MAX_FAULT_NOTES
    assert tally.entrants["a@1"].substituted == 3 * MAX_FAULT_NOTES


def test_rank_order_is_by_conservative_rating() -> None:
    table = standings(tally_of(duel("a@1", "b@1", [0, 1], [0, 1])), ["a@1", "b@1"])
    assert [(row.rank, row.entrant) for row in table] == [(1, "b@1"), (2, "a@1")]
    assert table[0].conservative == pytest.approx(29.396 - 3 * 7.171, abs=0.002)


def test_equal_ratings_share_the_rank_in_order_of_name() -> None:
    tally = tally_of(
        duel("b@1", "a@1", [1, 1], [1, 1]),
        duel("d@1", "c@1", [1, 0], [1, 0]),
    )
    table = standings(tally, ["d@1", "c@1", "b@1", "a@1"])
    assert [(row.rank, row.name) for row in table] == [(1, "d"), (2, "a"), (2, "b"), (4, "c")]


def test_a_number_without_data_is_none_and_its_entrant_comes_last() -> None:
    table = standings(tally_of(duel("a@1", "b@1", [1, 0], [1, 0])), ["new@1", "b@1", "a@1"])
    assert [(row.rank, row.name) for row in table] == [(1, "a"), (2, "b"), (None, "new")]
    new = table[-1]
    assert (new.mu, new.sigma, new.conservative, new.mean_per_deal) == (None, None, None, None)
    assert (new.sets, new.matches) == (0, 0)


def test_only_the_current_field_has_rows_but_older_versions_shaped_the_ratings() -> None:
    tally = tally_of(duel("a@1", "b@1", [1, 0], [1, 0]), duel("a@1", "b@2", [1, 0], [1, 0]))
    table = standings(tally, ["a@1", "b@2"])
    assert [(row.rank, row.name, row.version) for row in table] == [(1, "a", "1"), (2, "b", "2")]
    assert table[0].sets == 2


@given(st.lists(sets(), max_size=15))
@settings(max_examples=40)
def test_what_one_wins_others_lose(played: list[SetResult]) -> None:
    table = standings(tally_of(*played), ENTRANTS)
    assert sum(row.sets for row in table) == sum(len(result.sides) for result in played)
    assert sum(row.sets_won for row in table) <= len(played)
    assert sum(row.forfeits for row in table) == sum(sum(row.faults.values()) for row in table)
    ranked = [row for row in table if row.rank is not None]
    assert [row.conservative for row in ranked] == sorted(
        (row.conservative for row in ranked if row.conservative is not None), reverse=True
    )


def test_several_pools_are_combined_by_mean_rank() -> None:
    first = standings(tally_of(duel("a@1", "b@1", [1, 0], [1, 0])), ["a@1", "b@1"])
    second = standings(
        tally_of(duel("a@1", "b@1", [0, 1], [0, 1]), duel("c@1", "a@1", [1, 0], [1, 0])), ["a@1", "b@1", "c@1"]
    )
    assert combined({"one": first, "two": second}) == (
        CombinedRow(1, "b@1", 1.5, {"one": 2, "two": 1}),
        CombinedRow(2, "a@1", 2.0, {"one": 1, "two": 3}),
        CombinedRow(None, "c@1", 2.0, {"one": None, "two": 2}),  # it does not play in every pool
    )


def test_equal_mean_ranks_share_the_combined_rank() -> None:
    ab = standings(tally_of(duel("a@1", "b@1", [1, 0], [1, 0])), ["a@1", "b@1"])
    ba = standings(tally_of(duel("a@1", "b@1", [0, 1], [0, 1])), ["a@1", "b@1"])
    table = combined({"one": ab, "two": ba})
    assert [(row.rank, row.entrant, row.mean_rank) for row in table] == [(1, "a@1", 1.5), (1, "b@1", 1.5)]


def test_without_any_set_nobody_has_a_combined_rank() -> None:
    rows = standings(PoolTally(), ["a@1", "b@1"])
    assert [(row.rank, row.mean_rank) for row in combined({"one": rows, "two": rows})] == [(None, None)] * 2


def a_climber() -> PoolTally:
    """A field in which `a` lost many sets early to `b`, has won since, and `c` has hardly played."""
    lost = [duel("a@1", "b@1", [0, 1], [0, 1], k) for k in range(1, 9)]
    won = [duel("a@1", "b@1", [1, 0], [1, 0], k) for k in range(9, 25)]
    return tally_of(*lost, *won, duel("c@1", "a@1", [1, 0], [1, 0]))


def test_the_fit_ranks_if_asked_to_and_stands_beside_the_rating_anyway() -> None:
    field = ["a@1", "b@1", "c@1", "new@1"]
    by_rating, by_fit = standings(a_climber(), field), standings(a_climber(), field, "fit")
    assert {row.entrant: msgspec.structs.replace(row, rank=None) for row in by_rating} == {
        row.entrant: msgspec.structs.replace(row, rank=None) for row in by_fit
    }
    strengths = [row.strength for row in by_fit[:3] if row.strength is not None]
    assert strengths == sorted(strengths, reverse=True)
    assert sum(strengths) == pytest.approx(0, abs=1e-5)
    assert [row.name for row in by_fit] != [row.name for row in by_rating]
    assert [row.rank for row in by_fit] == [1, 2, 3, None]
    assert by_fit[3].strength is by_fit[3].rank_low is by_fit[3].strength_group is None


def test_a_rank_that_the_fit_excludes_is_out_of_range() -> None:
    ends = [[0, 1] if k % 8 == 0 else [1, 0] for k in range(80)]
    rows = standings(tally_of(*(duel("a@1", "b@1", end, end, k) for k, end in enumerate(ends))), ["a@1", "b@1"])
    assert [(row.rank, row.rank_low, row.rank_high) for row in rows] == [(1, 1, 1), (2, 2, 2)]
    assert out_of_range(rows) == ()
    swapped = tuple(msgspec.structs.replace(row, rank=3 - (row.rank or 0)) for row in rows)
    assert out_of_range(swapped) == swapped
    assert out_of_range(standings(PoolTally(), ["a@1"])) == ()


@given(st.lists(sets(), max_size=8))
@settings(max_examples=30, deadline=None)
def test_ranked_by_the_fit_nobody_is_out_of_range(played: list[SetResult]) -> None:
    assert out_of_range(standings(tally_of(*played), ENTRANTS, "fit")) == ()
