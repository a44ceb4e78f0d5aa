"""Numbers as reports write them."""

import pytest

from arena.report.numbers import fixed, shown, shown_gain, shown_margin


@pytest.mark.parametrize(
    ("value", "decimals", "text"),
    [(25.0, 3, "25.000"), (-0.0004, 3, "0.000"), (-0.0, 1, "0.0"), (-1.25, 2, "-1.25"), (1e7 / 3, 1, "3333333.3")],
)
def test_fixed_decimals_and_never_minus_zero(value: float, decimals: int, text: str) -> None:
    assert fixed(value, decimals) == text


def test_no_data_is_a_dash_and_never_zero() -> None:
    assert shown(None, 2) == shown_gain(None, 2) == "–"
    assert shown(0.0, 2) == shown_gain(0.0, 2) == "0.00"


def test_gains_have_a_sign() -> None:
    assert [shown_gain(value, 1) for value in (2.0, -2.0, 0.04, -0.04)] == ["+2.0", "-2.0", "0.0", "0.0"]


def test_margins_have_an_error_or_a_dash_for_it() -> None:
    assert shown_margin(12.34, 4.56, 1) == "+12.3 ± 4.6"
    assert shown_margin(-12.34, None, 1) == "-12.3 ± –"
    assert shown_margin(None, None, 1) == "–"
