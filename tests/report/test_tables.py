"""Tables in the terminal and in Markdown."""

import io

import pytest
from rich.cells import cell_len
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
        file=io.StringIO(), width=width, force_terminal=terminal, color_system=None, legacy_windows=False
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


STANDINGS = Table(
    "Pool",
    ("rank", "entrant", "rating", "sets", "sets W/D/L", "points per deal", "faults"),
    (
        ("1", "steady", "30.55", "10,400", "8282/1102/1016", "+1124.125", "0"),
        ("–", "a_name_that_is_rather_long", "-8.65", "1", "0/0/1", "–", "12 illegal action, 3 crash"),
    ),
    left=frozenset({"entrant", "faults"}),
    spare=("sets", "points per deal"),
)


@pytest.mark.parametrize("width", range(66, 130))
def test_on_a_terminal_a_table_fits_and_no_number_or_name_is_broken(width: int) -> None:
    lines = printed(STANDINGS, width, terminal=True).splitlines()
    assert all(cell_len(line) <= width for line in lines)
    words = " ".join(lines).split()
    for row in STANDINGS.rows:
        for column, cell in zip(STANDINGS.columns, row, strict=True):
            if column not in STANDINGS.spare:
                assert set(cell.split()) <= set(words)


def test_columns_are_left_out_in_their_order_and_only_for_want_of_room() -> None:
    told: dict[str, int] = {}
    for width in range(40, 140):
        last = printed(STANDINGS, width, terminal=True).splitlines()[-1].strip()
        told.setdefault(last if last.startswith("No room") else "", width)
    assert list(told) == ["No room here for: sets, points per deal.", "No room here for: sets.", ""]
    assert "No room" not in printed(STANDINGS, 40)


def test_names_stay_whole_longer_than_heads_do() -> None:
    pools = ("a_pool_with_a_long_name", "another_pool_with_a_long_name")
    table = Table("Combined", ("rank", "entrant", *pools), (("1", "a_name_that_is_rather_long", "1", "2"),))
    lines = printed(table, 60, terminal=True).splitlines()
    assert lines[-1].split() == ["1", "a_name_that_is_rather_long", "1", "2"]
    assert all(cell_len(line) <= 60 for line in lines)


def test_on_a_terminal_too_narrow_for_words_everything_is_still_there() -> None:
    wide = Table("", ("entrant", "n"), (("abcdefghij" * 3, "12345"),))
    lines = printed(wide, 20, terminal=True).splitlines()
    assert "".join(line[:13].strip() for line in lines[1:]) == "abcdefghij" * 3
    assert lines[1].endswith("12345")


def test_without_names_of_columns_there_is_no_head() -> None:
    facts = Table("", ("", ""), (("Memory", "3 MB"), ("Note", "cut short")), left=frozenset({""}))
    assert printed(facts).splitlines() == ["Memory  3 MB     ", "Note    cut short"]


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
