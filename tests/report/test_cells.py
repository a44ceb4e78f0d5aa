import csv
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.report.cells import as_written, harmless


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "'=1"])
def test_what_a_spreadsheet_would_work_out_has_an_apostrophe_before_it(text: str) -> None:
    assert harmless(text) == f"'{text}"


@pytest.mark.parametrize("value", ["", "basic", "a=1", "28D", -3, -0.5, None])
def test_everything_else_stays_as_it_is(value: object) -> None:
    assert harmless(value) is value


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\r")))
def test_every_text_can_be_read_back(text: str) -> None:
    file = StringIO(newline="")
    csv.writer(file, lineterminator="\n").writerow([harmless(text), "end"])
    (row,) = csv.reader(StringIO(file.getvalue(), newline=""))
    assert as_written(row[0]) == text
