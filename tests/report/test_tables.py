"""Tables in the terminal and in Markdown."""

import io

import pytest
from rich.console import Console

from arena.report.tables import Table, markdown_table, markdown_text, print_table, titled_markdown

TABLE = Table(
    title="Pool [red]x",
    columns=("rank", "entrant", "sets W/D/L"),
    rows=(("1", "a|b", "10/0/0"), ("2", "[bold]ö", "0/0/10")),
    notes=("– : not enough sets",),
)


def printed(table: Table, width: int = 80, terminal: bool = False) -> str:
    console = Console(
        file=io.StringIO(), width=width, force_terminal=terminal, no_color=True, legacy_windows=False
    )
    print_table(console, table)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_names_are_printed_as_they_are() -> None:
    text = printed(TABLE)
    assert [line.rstrip() for line in text.splitlines()] == [
        "Pool [red]x",
        "rank  entrant  sets W/D/L",
        "   1  a|b          10/0/0",
        "   2  [bold]ö      0/0/10",
        "– : not enough sets",
    ]


def test_nothing_is_cut_where_there_is_no_terminal() -> None:
    wide = Table("t", ("entrant", "detail"), (("a" * 60, "d" * 90),), left=frozenset({"entrant", "detail"}))
    assert f"{'a' * 60}  {'d' * 90}" in printed(wide, width=40)


def test_a_narrow_terminal_folds_and_loses_nothing() -> None:
    wide = Table("t", ("entrant", "detail"), (("a" * 30, "d" * 30),), left=frozenset({"entrant", "detail"}))
    text = printed(wide, width=30, terminal=True)
    assert text.count("a") >= 30
    assert text.count("d") >= 30
    assert "…" not in text


def test_markdown_is_aligned_and_escaped() -> None:
    assert titled_markdown(TABLE) == (
        "### Pool \\[red\\]x\n"
        "\n"
        "| rank | entrant   | sets W/D/L |\n"
        "| ---: | --------- | ---------: |\n"
        "|    1 | a\\|b      |     10/0/0 |\n"
        "|    2 | \\[bold\\]ö |     0/0/10 |\n"
        "\n"
        "– : not enough sets\n"
    )


def test_names_in_the_head_of_a_table_are_escaped_too() -> None:
    table = Table("t", ("entrant", "a|b"), (("c", "1"),))
    assert all(line.replace("\\|", "").count("|") == 3 for line in markdown_table(table).splitlines())


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("random_legal", "random_legal"),
        ("_x_", "\\_x\\_"),
        ("a*b`c", "a\\*b\\`c"),
        ("<b>", "\\<b\\>"),
        ("\\", "\\\\"),
    ],
)
def test_only_what_markdown_would_read_is_escaped(text: str, escaped: str) -> None:
    assert markdown_text(text) == escaped
