"""Rows of gains by seat and role."""

from arena.records import DealResult, SetResult
from arena.stats.positions import Role
from arena.stats.roles import PositionRow, by_position
from arena.stats.tallies import PoolTally
from tests.stats.kit import a_set, crash, match


def made_and_failed(made: int, failed: int, k: int = 1) -> SetResult:
    """a deals and declares in both seatings; in the second, from seat 1, its contract fails."""
    return a_set(
        ["a@1", "b@1"],
        match([made, 0], deals=[DealResult(0, 0, (made, 0))]),
        match([failed, 0], [1, 0], deals=[DealResult(1, 1, (failed, 0))]),
        k=k,
    )


def rows_of(*results: SetResult) -> dict[tuple[str, int | Role], PositionRow]:
    tally = PoolTally()
    for result in results:
        tally.add(result)
    return {(row.entrant[0], row.position): row for row in by_position(tally, ["b@1", "a@1"], 2)}


def test_every_entrant_has_a_row_for_each_seat_and_role_in_order() -> None:
    assert list(rows_of()) == [(name, position) for name in "ab" for position in (0, 1, *Role)]


def test_gains_are_means_per_deal_with_their_error_over_sets() -> None:
    """As declarer a gained 50 and 150 a deal in its two sets, and b lost as much as defender."""
    rows = rows_of(made_and_failed(300, 200, k=1), made_and_failed(400, 100, k=2))
    assert rows["a", Role.DECLARER] == PositionRow("a@1", Role.DECLARER, 2, 4, 100, 50)
    assert rows["b", Role.DEFENDER] == PositionRow("b@1", Role.DEFENDER, 2, 4, -100, 50)
    assert rows["a", 0] == PositionRow("a@1", 0, 2, 2, 350, 50)
    assert rows["a", 1] == PositionRow("a@1", 1, 2, 2, -150, 50)


def test_where_it_never_was_or_only_once_there_is_no_gain_or_no_error() -> None:
    rows = rows_of(made_and_failed(300, 200))
    assert rows["a", Role.DEFENDER] == PositionRow("a@1", Role.DEFENDER, 0, 0, None, None)
    assert rows["a", Role.DECLARER] == PositionRow("a@1", Role.DECLARER, 1, 2, 50, None)


def test_sets_with_a_forfeited_match_are_left_out() -> None:
    rows = rows_of(a_set(["a@1", "b@1"], match([9, 0]), crash([0, 9], seat=0, order=[1, 0])))
    assert all((row.sets, row.gain) == (0, None) for row in rows.values())
