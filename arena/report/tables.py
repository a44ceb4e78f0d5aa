"""A table for people, and how it is drawn: by rich in the terminal, or as Markdown."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

_GAP = 2
_LEAST = 8
"""Cells that a text keeps where even its words are broken."""


@dataclass(frozen=True)
class Table:
    """Columns of text with a title above and notes below; the `left` columns are texts, the others numbers.

    Without names of columns there is no head. The `spare` columns are left out, in this order, on a terminal that
    is too narrow for all.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    left: frozenset[str] = frozenset({"entrant"})
    notes: tuple[str, ...] = ()
    spare: tuple[str, ...] = ()


def print_table(console: Console, table: Table) -> None:
    """Draw a table as wide as it needs to be, but on a terminal no wider than that.

    There, heads and texts go over several lines, between words if there is room; numbers never do.
    """
    columns = [_Column(table, i) for i in range(len(table.columns))]
    left_out = []
    if console.is_terminal:
        spare = [column for name in table.spare for column in columns if column.name == name]
        while spare and _total(column.least[0] for column in columns) > console.width:
            left_out.append(spare.pop(0))
            columns.remove(left_out[-1])
        _shrink(columns, console.width)
    drawn = RichTable(
        box=None, padding=(0, _GAP, 0, 0), pad_edge=False, header_style="bold", show_header=any(table.columns)
    )
    for column in columns:
        justify: Literal["left", "right"] = "left" if column.is_text else "right"
        drawn.add_column(Text(column.name), justify=justify, overflow="fold", width=column.width)
    for row in zip(*(column.cells for column in columns), strict=True):
        drawn.add_row(*map(Text, row))
    if not console.is_terminal:
        console.width = max(console.width, _total(column.width for column in columns))
    if table.title:
        console.print(Text(table.title, "bold"), soft_wrap=not console.is_terminal)
    console.print(drawn)
    notes = table.notes
    if left_out:
        notes = (*notes, f"No room here for: {', '.join(column.name for column in left_out)}.")
    for note in notes:
        console.print(Text(note, "dim"), soft_wrap=not console.is_terminal)


class _Column:
    """A column as drawn.

    `least` holds the widths down to which it may shrink: with all words whole, with all words of its cells whole,
    and without any.
    """

    def __init__(self, table: Table, i: int) -> None:
        self.name = table.columns[i]
        self.is_text = self.name in table.left
        self.cells = [row[i] for row in table.rows]
        head = _longest(self.name.split())
        whole = _longest(self.cells)
        words = _longest(word for cell in self.cells for word in cell.split()) if self.is_text else whole
        self.width = max(cell_len(self.name), whole)
        self.least = (
            max(head, words),
            max(min(head, _LEAST), words),
            max(min(head, _LEAST), min(words, _LEAST) if self.is_text else words),
        )


def _longest(texts: Iterable[str]) -> int:
    return max(map(cell_len, texts), default=0)


def _total(widths: Iterable[int]) -> int:
    kept = list(widths)
    return sum(kept) + _GAP * (len(kept) - 1)


def _shrink(columns: Sequence[_Column], width: int) -> None:
    """Make columns narrower, first those with the most room to do so, until they fit or cannot be."""
    for step in range(3):
        for _ in range(_total(column.width for column in columns) - width):
            roomiest = max(columns, key=lambda column: column.width - column.least[step])
            if roomiest.width == roomiest.least[step]:
                break
            roomiest.width -= 1


def markdown_table(table: Table) -> str:
    """The table without its title in GitHub's Markdown, columns aligned so that the text reads well too."""
    grid = [tuple(map(markdown_text, line)) for line in (table.columns, *table.rows)]
    widths = [max(cell_len(line[i]) for line in grid) for i in range(len(table.columns))]
    left = [column in table.left for column in table.columns]
    rule = [
        "-" * width if is_left else "-" * (width - 1) + ":" for width, is_left in zip(widths, left, strict=True)
    ]
    lines = [_line(grid[0], widths, left), _line(rule, widths, left)]
    lines += [_line(row, widths, left) for row in grid[1:]]
    return "\n".join(lines) + "\n"


def titled_markdown(table: Table) -> str:
    """The same under a heading, with the notes."""
    notes = "".join(f"\n{markdown_text(note)}\n" for note in table.notes)
    return f"### {markdown_text(table.title)}\n\n{markdown_table(table)}{notes}"


def markdown_text(text: str) -> str:
    """A text with the signs escaped that Markdown would take as its own."""
    return re.sub(r"[\\`*<>|\[\]]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])", r"\\\g<0>", text)


def _line(cells: Sequence[str], widths: Sequence[int], left: Sequence[bool]) -> str:
    padded = []
    for cell, width, is_left in zip(cells, widths, left, strict=True):
        space = " " * (width - cell_len(cell))
        padded.append(cell + space if is_left else space + cell)
    return f"| {' | '.join(padded)} |"
