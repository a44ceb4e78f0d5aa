import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import ArenaError
from arena.ladder.schema import deals_bytes, parse_deals
from arena.records import DealResult


@st.composite
def logs(draw: st.DrawFn) -> tuple[int, tuple[DealResult, ...]]:
    """The number of sides, and any deals of a match."""
    sides = draw(st.integers(2, 4))
    deal = st.builds(
        DealResult,
        dealer=st.integers(0, 7),
        declarer=st.none() | st.integers(0, 7),
        gains=st.tuples(*[st.integers(-5000, 5000)] * sides),
    )
    return sides, tuple(draw(st.lists(deal, max_size=8)))


@given(logs())
def test_deals_come_back_as_they_were_written(log: tuple[int, tuple[DealResult, ...]]) -> None:
    sides, deals = log
    assert parse_deals(deals_bytes(deals), sides) == deals


def test_the_seats_of_a_deal_take_one_byte() -> None:
    assert all(len(deals_bytes((DealResult(dealer, 7, ()),))) == 1 for dealer in range(8))


def test_deals_that_are_cut_short_are_refused() -> None:
    blob = deals_bytes((DealResult(0, 1, (5000, -5000)),))
    for length in range(1, len(blob)):
        with pytest.raises((ArenaError, ValueError)):
            parse_deals(blob[:length], 2)
