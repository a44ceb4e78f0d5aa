"""What a set comes to for its sides."""

from hypothesis import given

from arena.records import FaultKind, SetResult, Substitution
from arena.stats.set_points import (
    Outcome,
    deals,
    decisive_faults,
    gains,
    has_margin,
    outcome,
    place_points,
    ranks,
)
from tests.stats.kit import a_set, crash, duel, match, sets


def test_one_point_for_a_side_beaten_and_half_for_one_tied() -> None:
    three = a_set("abc", match([9, 9, 2]))
    assert place_points(three) == (1.5, 1.5, 0.0)
    assert place_points(a_set("abcd", match([4, 3, 3, 1]))) == (3.0, 1.5, 1.5, 0.0)


def test_points_go_to_the_side_that_sat_there() -> None:
    """In the second seating the pairing's sides sit the other way round."""
    won_both = a_set("ab", match([10, 3]), match([3, 10], [1, 0]))
    assert place_points(won_both) == (2.0, 0.0)
    assert place_points(duel("a", "b", [10, 3], [3, 10])) == (1.0, 1.0)


def test_margins_never_enter_place_points() -> None:
    assert place_points(duel("a", "b", [9000, 0], [0, 1])) == (1.0, 1.0)


def test_the_forfeiting_side_is_beaten_whatever_the_scores() -> None:
    assert place_points(a_set("ab", crash([5000, 0], seat=0))) == (0.0, 1.0)


def test_three_sides_are_mapped_by_their_seating() -> None:
    third_sits_first = a_set("abc", match([30, 20, 10], [2, 0, 1]))
    assert place_points(third_sits_first) == (1.0, 0.0, 2.0)
    assert gains(third_sits_first, start=12) == (8, -2, 18)


@given(sets())
def test_a_sets_points_always_add_up(result: SetResult) -> None:
    sides = len(result.sides)
    assert sum(place_points(result)) == len(result.matches) * sides * (sides - 1) / 2


def test_equal_points_share_the_rank_and_the_next_one_is_passed_over() -> None:
    assert ranks([2.0, 3.5, 2.0, 0.0]) == (2, 1, 2, 4)


def test_outcomes() -> None:
    assert [outcome((1, 2, 2), side) for side in range(3)] == [Outcome.WON, Outcome.LOST, Outcome.LOST]
    assert [outcome((1, 1, 3), side) for side in range(3)] == [Outcome.DRAWN, Outcome.DRAWN, Outcome.LOST]


def test_one_forfeited_match_takes_the_margin_from_the_whole_set() -> None:
    assert has_margin(a_set("ab", match([1, 2]), match([2, 1], [1, 0])))
    assert not has_margin(a_set("ab", match([1, 2]), crash([2, 1], seat=1, order=[1, 0])))


def test_deals_are_those_of_all_matches() -> None:
    assert deals(a_set("ab", match([1, 2], deals=6), match([1, 2], deals=7))) == 13


def test_a_later_forfeit_under_play_on_has_the_fault_of_its_last_substituted_action() -> None:
    strikes = [
        Substitution(4, FaultKind.CRASH, 1, 3, "KeyError: 'x'"),
        Substitution(0, FaultKind.CRASH, 1, 5, "KeyError: 'y'"),
        Substitution(4, FaultKind.TIMEOUT, 2, 1, "no answer in time"),
    ]
    first = crash([4, 5, 6], seat=0).fault
    both_lost = match([4, 5, 6], fault=first, forfeited=[0, 1], substituted=strikes)
    assert [(fault.seat, fault.kind) for fault in decisive_faults(both_lost)] == [(0, "crash"), (4, "timeout")]
