from rich.text import Text

from arena.games import GAMES
from arena.ladder.costly import CostlyDeal, CostlyDeals, DealPlayed, LostMatch
from arena.ladder.rows import PoolRules
from arena.records import FaultKind
from arena.report.costly_text import costly_text


class Found(CostlyDeals):
    """A fold with made-up findings."""

    def __init__(self, deals: tuple[CostlyDeal, ...], lost: tuple[LostMatch, ...]) -> None:
        super().__init__(PoolRules("p", "bridgette", GAMES["bridgette"].variant({}).options()), "a", None, 9)
        self.found = deals
        self.faults = lost

    @property
    def costliest(self) -> tuple[CostlyDeal, ...]:
        return self.found

    @property
    def lost(self) -> tuple[LostMatch, ...]:
        return self.faults


def told(deals: tuple[CostlyDeal, ...], lost: tuple[LostMatch, ...] = (), unit: str = "points") -> list[str]:
    return [Text.plain.fget(line) for line in costly_text(Found(deals, lost), "p", unit, "a", "my ladder")]  # type: ignore[attr-defined]


def played(
    contract: str | None = "4S doubled", made: bool | None = True, faults: tuple[str, ...] = ()
) -> DealPlayed:
    declarer = None if contract is None else "b"
    return DealPlayed("p/a@1+b@2/3/1", (0,), contract, declarer, made, (("a", 0), ("b", 1600)), faults)


def test_a_deal_is_told_with_its_cause_and_command() -> None:
    lines = told((CostlyDeal("p/a@1+b@2/3", 4, 1600.0, (played(faults=("crash: x", "crash: x")),)),))
    assert lines[1:] == [
        "1. Deal 4 of p/a@1+b@2/3 cost 1,600 points",
        "   a in seat 0: 4S doubled by b, made: a 0, b +1,600; fault: crash: x",
        "      arena replay 'my ladder' p/a@1+b@2/3/1 --deal 4",
    ]


def test_amounts_are_whole_where_they_can_be() -> None:
    deals = tuple(CostlyDeal("s", n, cost, (played(None, None),)) for n, cost in enumerate((1.0, 4.5, 1e4)))
    lines = told(deals, unit="tables")
    assert [line.partition("cost ")[2] for line in lines if "cost" in line] == [
        "1 table",
        "4.5 tables",
        "10,000 tables",
    ]
    assert "   a in seat 0: passed out: a 0, b +1,600" in lines


def test_lost_matches_come_first_and_a_fault_at_the_start_has_no_deal() -> None:
    lines = told(
        (), (LostMatch(FaultKind.CRASH, "no", 1, "m", None), LostMatch(FaultKind.TIMEOUT, "t", 1200, "m", 2))
    )
    assert lines[1:] == [
        "Lost a match once by a fault, crash: no",
        "      arena replay 'my ladder' m",
        "Lost a match 1,200 times by a fault, timeout: t",
        "      arena replay 'my ladder' m --deal 2",
        "No deal cost a anything.",
    ]
