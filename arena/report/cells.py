"""Cells of CSV files that people may open in a spreadsheet.

A spreadsheet takes a cell that begins with one of `= + - @`, a tab or a line's end for a formula and works it out.
What bots and their authors have written must not get that far, so an apostrophe is put before it (the advice of
OWASP, "CSV Injection"): a spreadsheet does not show it, and other programs have to take it off.
"""

from typing import Final, TypeVar

T = TypeVar("T")
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n")


def harmless(value: T) -> T | str:
    """A value as a cell: a text that would be a formula, or begins with an apostrophe, has one before it."""
    return f"'{value}" if isinstance(value, str) and value.startswith((*_FORMULA, "'")) else value


def as_written(cell: str) -> str:
    """The text that `harmless` has made a cell of."""
    return cell.removeprefix("'")
