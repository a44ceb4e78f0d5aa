"""What a set says of one side against another with the same cards."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from arena.records import DealResult, SetResult
from arena.stats.margins import SetMargins, Swing, set_margins
from tests.stats.kit import a_set, duel, match


def deals(*gains: tuple[int, ...], first_dealer: int = 0) -> list[DealResult]:
    """Deals by what the table's sides gained, dealt in turn."""
    return [DealResult((first_dealer + n) % 2, None, gain) for n, gain in enumerate(gains)]


def played(first: Sequence[DealResult], second: Sequence[DealResult]) -> SetResult:
    """A set of a and b; in the second seating b sits at side 0."""
    one, other = (
        [sum(by_side) for by_side in zip(*(deal.gains for deal in log), strict=True)] for log in (first, second)
    )
    return a_set(["a@1", "b@1"], match(one, deals=first), match(other, [1, 0], deals=second))


def test_each_deal_is_compared_across_the_seatings_in_points_and_imps() -> None:
    """With a's cards of deal 1 b makes 400, where a made 150; with b's cards of deal 2 a makes 250, b made 300."""
    result = played(deals((150, 0), (0, 300)), deals((400, 0), (0, 250)))
    # 250 behind is 6 IMPs, 50 behind 2
    assert set_margins(result, True) == SetMargins(4, 2, {(0, 1): Swing(-300, -8)})


def test_great_differences_do_not_rule_in_imps() -> None:
    result = played(deals((14000, 0), (0, 300), (0, 300)), deals((0, 0), (0, 0), (0, 0)))
    assert set_margins(result, True) == SetMargins(6, 3, {(0, 1): Swing(13400, 24 - 7 - 7)})


def test_only_deals_that_every_seating_finished_are_compared() -> None:
    result = played(deals((150, 0), (0, 300), (9999, 0)), deals((150, 0), (0, 300)))
    assert set_margins(result, True) == SetMargins(4, 2, {(0, 1): Swing(0, 0)})


def test_deals_of_another_dealer_are_other_cards() -> None:
    other_dealer = [DealResult(1, None, (900, 0)), DealResult(1, None, (0, 100))]
    result = played(deals((150, 0), (0, 300)), other_dealer)
    assert set_margins(result, True) == SetMargins(2, 1, {(0, 1): Swing(-200, -5)})
    assert set_margins(played(deals((150, 0)), deals((9, 0), first_dealer=1)), True) is None


def test_whole_matches_are_compared_in_their_scores_and_place_points() -> None:
    assert set_margins(duel("a@1", "b@1", [24, 0], [10, 14]), False) == SetMargins(1, 1, {(0, 1): Swing(20, 0)})
    assert set_margins(duel("a@1", "b@1", [24, 0], [12, 12]), False) == SetMargins(1, 1, {(0, 1): Swing(24, 1)})


def test_with_three_sides_each_is_compared_with_the_mean_of_the_others() -> None:
    """Over the set a has 36, b 10 and c 26 tables; place points are 4, 0 and 2."""
    group = a_set(["a@1", "b@1", "c@1"], match([20, 4, 12]), match([6, 14, 16], [1, 2, 0]))
    margins = set_margins(group, False)
    assert margins is not None
    assert margins.swings == {(0, 1): Swing(26, 4), (0, 2): Swing(10, 2), (1, 2): Swing(-16, -2)}
    assert [margins.of(side) for side in range(3)] == [Swing(36, 6), Swing(-42, -6), Swing(6, 0)]


GAINS = st.tuples(st.integers(0, 14000), st.integers(0, 14000))


@given(st.lists(GAINS, min_size=1, max_size=7), st.lists(GAINS, min_size=1, max_size=7), st.booleans())
def test_what_one_side_gains_the_other_loses(
    first: list[tuple[int, int]], second: list[tuple[int, int]], deal_by_deal: bool
) -> None:
    margins = set_margins(played(deals(*first), deals(*second)), deal_by_deal)
    assert margins is not None
    own, other = margins.of(0), margins.of(1)
    assert (own.gain + other.gain, own.ranked + other.ranked) == (0, 0)


@given(st.lists(GAINS, min_size=1, max_size=7), st.booleans())
def test_whoever_plays_every_card_alike_has_no_margin(gains: list[tuple[int, int]], deal_by_deal: bool) -> None:
    margins = set_margins(played(deals(*gains), deals(*gains)), deal_by_deal)
    assert margins is not None
    assert margins.of(0) == Swing(0, 0)
