"""How an entrant bids and plays, as tables for people."""

from collections.abc import Iterator
from typing import Final

from arena.analysis.bridgette_habits import BridgetteHabits
from arena.analysis.contracts import Contracts
from arena.analysis.fiftysix_habits import FiftySixHabits
from arena.cards import RANKS
from arena.games.bridgette.calls import DENOMINATIONS
from arena.report.numbers import NO_DATA, fixed, shown, shown_gain
from arena.report.tables import Table

_FIGURES: Final = ("figure", "value")
_SHOWN_DEALS: Final = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 35, 40)
"""After these deals of a match the tables are told."""


def habit_tables(habits: BridgetteHabits | FiftySixHabits, sets: int) -> tuple[Table, ...]:
    """The tables of one entrant, counted over its matches among so many replayed sets of the pool."""
    if isinstance(habits, BridgetteHabits):
        return tuple(_bridgette(habits, sets))
    return tuple(_fiftysix(habits, sets))


def _bridgette(habits: BridgetteHabits, sets: int) -> Iterator[Table]:
    levels = [str(level) for level in range(8)]
    yield Table(
        title="Contracts made of those declared, by level and denomination",
        columns=("level", *DENOMINATIONS),
        rows=tuple(
            (level, *(_made(habits.contracts.get(level + name), "") for name in DENOMINATIONS)) for level in levels
        ),
        left=frozenset({"level"}),
        notes=(_over(habits.matches, habits.deals, sets),),
    )
    declared = sum(one.declared for one in habits.contracts.values())
    made = sum(one.made for one in habits.contracts.values())
    led = habits.colons_led
    rows = (
        ("contracts made", _made(Contracts(declared, made))),
        ("deals passed out", _of(habits.passed_out, habits.deals)),
        ("exact bonuses", _of(habits.exact, declared, "contracts declared")),
        ("three-over bonuses", _of(habits.three_over, declared, "contracts declared")),
        ("doubles called", f"{habits.doubles:,}"),
        ("redoubles called", f"{habits.redoubles:,}"),
        ("doubles given: contracts beaten", _beaten(habits.doubled_against)),
        ("doubles taken: contracts made", _made(habits.doubled)),
        ("colons led: trick won", _made(led)),
        ("colons followed with: suit banned", f"{habits.colons_matched:,}"),
        ("colons followed with: no ban", f"{habits.colons_thrown:,}"),
    )
    yield Table("Bidding and play", _FIGURES, rows, left=frozenset({"figure"}))
    failed = sum(habits.undertricks.values())
    yield Table(
        title="Contracts that failed, by tricks short",
        columns=tuple(f"{short}{' or more' if short == 6 else ''}" for short in range(1, 7)),
        rows=(tuple(_of(habits.undertricks.get(short, 0), failed) for short in range(1, 7)),),
        left=frozenset(),
    )
    thrown = sum(habits.discards.values())
    kinds = ("colon", *reversed(RANKS))
    yield Table(
        title="Cards discarded in exchanges, by rank",
        columns=kinds,
        rows=(tuple(_of(habits.discards.get(kind, 0), thrown) for kind in kinds),),
        left=frozenset(),
    )


def _fiftysix(habits: FiftySixHabits, sets: int) -> Iterator[Table]:
    yield Table(
        title="Contracts made of those declared, by number",
        columns=("number", "made"),
        rows=(
            *((band, _made(one)) for band, one in habits.contracts.items()),
            ("28, bound to it as nobody bid", _made(habits.bound)),
        ),
        left=frozenset({"number"}),
        notes=(_over(habits.matches, habits.deals, sets),),
    )
    bids = sum(habits.forms.values())
    if bids:
        forms = tuple((form, _of(count, bids)) for form, count in habits.forms.items())
        yield Table("Bids by form", ("form", "bids"), forms, left=frozenset({"form"}))
    rows = (
        ("bids", f"{bids:,}"),
        ("passes", f"{habits.passes:,}"),
        ("doubles called", f"{habits.doubles:,}"),
        ("redoubles called", f"{habits.redoubles:,}"),
        ("doubles given: contracts beaten", _beaten(habits.doubled_against)),
        ("doubles taken: contracts made", _made(habits.doubled)),
        ("card points taken less the number bid, a contract", shown_gain(habits.surplus, 2)),
        ("matches in which it went out", _of(habits.eliminated, habits.matches)),
        ("it went out after deal (mean)", shown(habits.eliminated_after, 1)),
    )
    notes = ("–: not enough sets, no such contract or elimination.",) if NO_DATA in str(rows) else ()
    yield Table("Bidding and play", _FIGURES, rows, left=frozenset({"figure"}), notes=notes)
    after = [deal for deal in _SHOWN_DEALS if deal <= len(habits.tables)]
    yield Table(
        title="Mean tables after so many deals of a match",
        columns=tuple(map(str, after)),
        rows=(tuple(fixed(habits.tables[deal - 1], 1) for deal in after),) if after else (),
        left=frozenset(),
        notes=("A match that is over counts on with the tables it ended with.",),
    )


def _over(matches: int, deals: int, sets: int) -> str:
    return f"Over {deals:,} deals of {matches:,} matches in the {sets:,} sets of the pool that were replayed."


def _made(contracts: Contracts | None, nothing: str = NO_DATA) -> str:
    if contracts is None or not contracts.declared:
        return nothing
    return f"{contracts.made:,} of {contracts.declared:,}"


def _beaten(contracts: Contracts) -> str:
    return _made(Contracts(contracts.declared, contracts.declared - contracts.made))


def _of(count: int, total: int, what: str = "") -> str:
    """A count with its share."""
    if not total:
        return NO_DATA
    return f"{count:,} ({100 * count / total:.0f} %{' of ' + what if what else ''})"
