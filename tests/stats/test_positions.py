"""What sides gain by seat and by role."""

from hypothesis import given
from hypothesis import strategies as st

from arena.records import DealResult, SetResult
from arena.stats.positions import ROLES, SHARES, position_gains
from tests.stats.kit import a_set, match

SEAT = len(ROLES)
DEALER, NOT_DEALER, DECLARER, DEFENDER = range(SEAT)


def gained(result: SetResult, side: int, start: int = 0) -> dict[int, tuple[float, int]]:
    """A side's gain and number of deals in every position where it was."""
    at = position_gains(result, start)[side]
    return {
        position: (gain / SHARES, deals // SHARES)
        for position, (gain, deals) in enumerate(zip(at.gained, at.deals, strict=True))
        if deals
    }


def test_two_sides_swap_seats_and_roles() -> None:
    """a deals and fails as declarer, then deals and defends in the other seat; the last deal is passed out."""
    first = [DealResult(0, 0, (0, 200)), DealResult(1, None, (0, 0))]
    second = [DealResult(1, 0, (500, 0))]
    result = a_set(["a@1", "b@1"], match([0, 200], deals=first), match([500, 0], [1, 0], deals=second))
    assert gained(result, 0) == {
        DEALER: (-200 - 500, 2),
        NOT_DEALER: (0, 1),
        DECLARER: (-200, 1),
        DEFENDER: (-500, 1),
        SEAT + 0: (-200, 2),
        SEAT + 1: (-500, 1),
    }
    assert gained(result, 1) == {
        DEALER: (0, 1),
        NOT_DEALER: (200 + 500, 2),
        DECLARER: (500, 1),
        DEFENDER: (200, 1),
        SEAT + 0: (500, 1),
        SEAT + 1: (200, 2),
    }


def test_in_56_a_side_has_the_role_of_any_of_its_seats() -> None:
    """Six players: seats 1 and 4 are side 1 (F2)."""
    deal = DealResult(dealer=4, declarer=1, gains=(-1, 2, -1))
    result = a_set(["a@1", "b@1", "c@1"], match([11, 14, 11], deals=[deal]))
    assert gained(result, 1, start=12) == {DEALER: (3, 1), DECLARER: (3, 1), SEAT + 1: (3, 1)}
    assert gained(result, 2, start=12) == {
        NOT_DEALER: (-1.5, 1),
        DEFENDER: (-1.5, 1),
        SEAT + 2: (-1.5, 1),
    }


def test_a_side_without_tables_is_out_and_no_measure_for_the_others() -> None:
    """F22: side 0 pays its last two tables in the second deal."""
    log = [DealResult(0, 1, (-1, 2, -1)), DealResult(1, 0, (-2, 1, 1)), DealResult(2, 2, (0, 1, -1))]
    result = a_set(["a@1", "b@1", "c@1"], match([0, 7, 2], deals=log))
    assert gained(result, 0, start=3)[SEAT + 0] == (-1.5 - 3, 2)
    assert gained(result, 1, start=3)[SEAT + 1] == (3 + 1.5 + 2, 3)
    assert gained(result, 2, start=3)[SEAT + 2] == (-1.5 + 1.5 - 2, 3)


LOGS = st.lists(
    st.builds(
        DealResult,
        st.integers(0, 7),
        st.none() | st.integers(0, 7),
        st.lists(st.integers(0, 99), min_size=4, max_size=4).map(tuple),
    ),
    max_size=6,
)


@given(LOGS, LOGS)
def test_every_deal_is_in_one_seat_and_dealt_or_not_and_what_one_gains_others_lose(
    first: list[DealResult], second: list[DealResult]
) -> None:
    names = ["a@1", "b@1", "c@1", "d@1"]
    result = a_set(names, match([0] * 4, deals=first), match([0] * 4, [3, 0, 2, 1], deals=second))
    by_side = position_gains(result, 0)
    assert sum(sum(at.gained[SEAT:]) for at in by_side) == 0
    for at in by_side:
        assert sum(at.deals[SEAT:]) == sum(at.deals[:2]) == SHARES * (len(first) + len(second))
        assert sum(at.gained[SEAT:]) == sum(at.gained[:2])
