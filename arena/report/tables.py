"""A table for people, and how it is drawn: by rich in the terminal, or as Markdown."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text


@dataclass(frozen=True)
class Table:
    """Columns of text with a title above and notes below; the `left` columns are texts, the others numbers."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    left: frozenset[str] = frozenset({"entrant"})
    notes: tuple[str, ...] = ()


def print_table(console: Console, table: Table) -> None:
    """Draw a table in the terminal; where there is no terminal, as wide as it needs to be."""
    drawn = RichTable(box=None, padding=(0, 1), pad_edge=False, header_style="bold")
    for column in table.columns:
        drawn.add_column(Text(column), justify="left" if column in table.left else "right", overflow="fold")
    for row in table.rows:
        drawn.add_row(*map(Text, row))
    if not console.is_terminal:
        needed = console.measure(drawn, options=console.options.update(max_width=10_000)).maximum
        console.width = max(console.width, needed)
    console.print(Text(table.title, "bold"), soft_wrap=True)
    console.print(drawn)
    for note in table.notes:
        console.print(Text(note, "dim"), soft_wrap=True)


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
