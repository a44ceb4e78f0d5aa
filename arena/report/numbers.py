"""Numbers as they are written in every report, so that equal data give equal bytes."""

from typing import Final

NO_DATA: Final = "–"
"""Stands for a number that no set has given yet; every table that uses it says why."""


def fixed(value: float, decimals: int) -> str:
    """A number with so many decimals, never "-0"."""
    text = f"{value:.{decimals}f}"
    return text.lstrip("-") if float(text) == 0 else text


def shown(value: float | None, decimals: int) -> str:
    """The same for people: a dash stands for no data."""
    return NO_DATA if value is None else fixed(value, decimals)


def shown_gain(value: float | None, decimals: int) -> str:
    """The same with a sign before anything but 0."""
    text = shown(value, decimals)
    return f"+{text}" if value is not None and float(text) > 0 else text


def shown_margin(value: float | None, error: float | None, decimals: int) -> str:
    """A margin with its standard error, such as "+12.3 ± 4.5"."""
    return NO_DATA if value is None else f"{shown_gain(value, decimals)} ± {shown(error, decimals)}"


def shown_interval(value: float | None, low: float | None, high: float | None, decimals: int) -> str:
    """A number with its interval, such as "31 [-12, 74]"."""
    if value is None:
        return NO_DATA
    return f"{shown(value, decimals)} [{shown(low, decimals)}, {shown(high, decimals)}]"
