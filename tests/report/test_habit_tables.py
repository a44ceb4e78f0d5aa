"""How an entrant bids and plays, as tables."""

from arena.analysis.bridgette_habits import BridgetteFold
from arena.analysis.contracts import Contracts
from arena.analysis.fiftysix_habits import FiftySixFold
from arena.report.habit_tables import _beaten, _made, habit_tables
from arena.report.numbers import NO_DATA
from arena.report.tables import Table
from tests.analysis.kit import played


def named(tables: tuple[Table, ...], title: str) -> Table:
    return next(table for table in tables if table.title.startswith(title))


def test_what_never_happened_is_no_zero() -> None:
    assert _made(Contracts(0, 0)) == NO_DATA
    assert _beaten(Contracts(0, 0)) == NO_DATA
    assert _made(Contracts(3, 0)) == "0 of 3"
    assert _beaten(Contracts(3, 1)) == "2 of 3"


def test_bridgettes_tables_say_over_how_much_they_are() -> None:
    fold = BridgetteFold()
    state, events, _ = played("bridgette", "tables")
    fold.add(("a@1", "b@1"), events, state.public.history)
    tables = habit_tables(fold.habits()["a@1"], 7)
    deals = len(state.public.history)
    assert tables[0].notes == (f"Over {deals} deals of 1 matches in the 7 sets of the pool that were replayed.",)
    assert [row[0] for row in tables[0].rows] == list("01234567")
    assert len(named(tables, "Cards discarded").rows[0]) == 14


def test_56s_tables_leave_out_bids_that_were_never_made() -> None:
    fold = FiftySixFold(6)
    fold.add(("a@1", "b@1") * 2, 2, ())
    tables = habit_tables(fold.habits()["a@1"], 1)
    assert not any(table.title == "Bids by form" for table in tables)
    figures = {row[0]: row[1] for row in named(tables, "Bidding and play").rows}
    assert figures["bids"] == "0"
    assert figures["card points taken less the number bid, a contract"] == NO_DATA
    assert named(tables, "Mean tables").rows == ()
