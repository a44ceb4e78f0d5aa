"""What "This run" says of runs that end, go on and are killed."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from arena.ladder.schema import DATABASE
from arena.ladder.stored import open_ladder
from arena.report.audience import Audience
from arena.report.page import measured as module
from arena.report.page.measured import measured
from arena.report.summary import summarise
from tests.report.kit import stored


def facts_of(folder: Path) -> dict[str, str]:
    with open_ladder(folder) as ladder:
        return dict(measured(summarise(ladder), ladder, Audience()).facts)


@pytest.mark.parametrize(("held", "why", "interruptions"), [(True, "it runs", "0"), (False, "it was killed", "1")])
def test_a_run_that_goes_on_is_no_interruption_and_one_that_was_killed_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, held: bool, why: str, interruptions: str
) -> None:
    folder = stored(tmp_path, "ab")
    with closing(sqlite3.connect(folder / DATABASE)) as database, database:
        database.execute("UPDATE run_sessions SET ended = NULL, reason = NULL")  # as a kill leaves it
    monkeypatch.setattr(module, "is_held", lambda _: held)
    facts = facts_of(folder)
    assert (facts["why it stopped"], facts["interruptions"]) == (why, interruptions)
