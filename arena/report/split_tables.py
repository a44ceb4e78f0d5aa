"""What made the margins, as tables for people."""

from typing import Final

from arena.analysis.margin_split import Made, MarginSplit
from arena.analysis.set_split import PARTS
from arena.report.numbers import NO_DATA, shown_margin
from arena.report.standings_tables import MARGIN_DECIMALS
from arena.report.summary import PoolSummary
from arena.report.tables import Table
from arena.stats.means import Mean

_NAMES: Final = {
    "cards": "cards",
    "exchange": "exchange",
    "bidding": "bidding",
    "doubling": "doubling",
    "declarer": "play as declarer",
    "defender": "play as defender",
}
"""What each of PARTS is called."""
_SEEN_FROM: Final = "A part has what both sides did, seen from the entrant: its own gifts and its opponents'."
PARTS_NOTES: Final = {
    "bridgette": (
        "Against best play with open hands: the exchange by the worth of the hands before and after it, the "
        f"bidding by the contract, the play by the tricks that each card cost. {_SEEN_FROM}"
    ),
    "fiftysix": (
        "Against simulated play with open hands, by rules of thumb: the cards by the best contract they make, the "
        "bidding and doubling by the tables that the contract brings, the play by what each card changed in them. "
        f"{_SEEN_FROM}"
    ),
}
_SURPLUS: Final = ("points made – expected", "points given – expected")
_SURPLUS_NOTE: Final = (
    "The last two columns are points per deal: what the declarer's side took less what it takes by simulated "
    "play, where the entrant's side declared, and where another did."
)
SUM_NOTE: Final = "The parts add up to the margin over the same sets, but for rounding."
BY_DEAL_NOTE: Final = "Cards are 0 by duplicate play: both had the same."
_TITLE: Final = "What made the margin"
NOT_ANALYSED: Final = "not analysed yet; to do so:"
"""What is said, before a command, where no set has been analysed."""


def split_table(summary: PoolSummary, split: MarginSplit) -> Table:
    """Every entrant of a pool, in rank order."""
    unit = summary.margin_unit
    return Table(
        title=f"{_TITLE}, {over(summary, split)}",
        columns=(
            *("entrant", "sets", "margin"),
            *(_NAMES[part] for part in PARTS[summary.pool.game]),
            *(_SURPLUS if split.surplus else ()),
        ),
        rows=tuple(
            (
                summary.labels[row.entrant],
                f"{made.sets:,}",
                *(shown_margin(mean.value, mean.error, MARGIN_DECIMALS[unit]) for mean in _means(made)),
                *_surplus(split, row.entrant),
            )
            for row in summary.rows
            if (made := split.entrants.get(row.entrant)) is not None
        ),
        notes=(*_notes(summary), *((_SURPLUS_NOTE,) if split.surplus else ())),
    )


def over(summary: PoolSummary, split: MarginSplit) -> str:
    """The unit of a pool's split, and how much of the pool it is over."""
    return f"± SE in {summary.margin_unit}, over {split.sets:,} analysed of {summary.tally.sets:,} sets"


def pair_split_table(pair: PoolSummary, split: MarginSplit, a: str, b: str) -> Table:
    """Two entrants of a pool, seen from the first, over the sets in which they met."""
    unit = pair.margin_unit
    made = split.pairs.get((a, b) if a < b else (b, a))
    sign = 1 if a < b else -1
    rows = (
        ()
        if made is None
        else tuple(zip(("margin", *map(_NAMES.__getitem__, made.parts)), _means(made), strict=True))
    )
    return Table(
        title=(
            f"{_TITLE}: {pair.labels[a]} against {pair.labels[b]}, ± SE, in {unit}, over "
            f"{0 if made is None else made.sets:,} analysed sets"
        ),
        columns=("part", unit),
        rows=tuple(
            (name, shown_margin(sign * mean.value, mean.error, MARGIN_DECIMALS[unit])) for name, mean in rows
        ),
        left=frozenset({"part"}),
        notes=_notes(pair),
    )


def _surplus(split: MarginSplit, entrant: str) -> tuple[str, ...]:
    """The cells of _SURPLUS."""
    if not split.surplus:
        return ()
    surplus = split.surplus[entrant]
    return tuple(
        NO_DATA if mean is None else shown_margin(mean.value, mean.error, 1)
        for mean in (surplus.own, surplus.against)
    )


def _means(made: Made) -> tuple[Mean, ...]:
    return made.margin, *made.parts.values()


def _notes(summary: PoolSummary) -> tuple[str, ...]:
    return PARTS_NOTES[summary.pool.game], SUM_NOTE, *((BY_DEAL_NOTE,) if summary.tally.deal_by_deal else ())
