"""International match points."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.stats.imps import imps

# Law 78B of the Laws of Duplicate Bridge 2017, as printed: the smallest and the largest difference for 0, 1 … 23.
WBF_TABLE = """
0-10 20-40 50-80 90-120 130-160 170-210 220-260 270-310 320-360 370-420 430-490 500-590
600-740 750-890 900-1090 1100-1290 1300-1490 1500-1740 1750-1990 2000-2240 2250-2490 2500-2990 3000-3490 3500-3990
"""
RANGES = [tuple(map(int, entry.split("-"))) for entry in WBF_TABLE.split()]


@pytest.mark.parametrize(("worth", "least", "most"), [(i, *ends) for i, ends in enumerate(RANGES)])
def test_both_ends_of_every_line_of_the_table_are_worth_its_imps(worth: int, least: int, most: int) -> None:
    assert (imps(least), imps(most)) == (worth, worth)
    assert (imps(-least), imps(-most)) == (-worth, -worth)


def test_from_4000_on_it_is_24() -> None:
    assert [imps(points) for points in (4000, 14000, 28000)] == [24, 24, 24]


@given(st.integers(-30000, 30000), st.integers(-30000, 30000))
def test_who_is_behind_loses_as_much_and_more_points_are_never_worth_less(one: int, other: int) -> None:
    assert imps(-one) == -imps(one)
    assert (imps(one) <= imps(other)) or one > other
