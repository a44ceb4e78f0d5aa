"""Two entrants of a pool compared, as tables for people."""

from collections.abc import Iterator

from arena.analysis.margin_split import MarginSplit
from arena.ladder.encounter import Encounter
from arena.report.breakdown_tables import FEW_SETS
from arena.report.numbers import shown, shown_gain, shown_margin
from arena.report.split_tables import pair_split_table
from arena.report.standings_tables import DECIMALS, MARGIN_DECIMALS, name_of
from arena.report.summary import PoolSummary
from arena.report.tables import Table
from arena.report.time_tables import time_table
from arena.stats.forfeits import SetRecord
from arena.stats.positions import ROLES

NOT_ENOUGH = "not enough sets"


def encounter_tables(encounter: Encounter, split: MarginSplit) -> tuple[Table, ...]:
    """Sets and margin, the ways sets went, what made the margin, seats and roles, and time.

    `split` is that of the two; without any analysed set between them its table is left out.
    """
    pair = PoolSummary(encounter.pool, (encounter.a, encounter.b), encounter.tally, ())
    ways = (_ways_table(encounter),) if encounter.duel.sets else ()
    made = (pair_split_table(pair, split, encounter.a, encounter.b),) if split.pairs else ()
    return (
        _result_table(encounter, pair),
        *ways,
        *made,
        _positions_table(pair),
        time_table((encounter.a, encounter.b), encounter.thinking),
    )


def _result_table(encounter: Encounter, pair: PoolSummary) -> Table:
    return Table(
        title=(
            f"Pool {encounter.pool.id}: {encounter.a} against {encounter.b}, {encounter.tally.sets:,} sets in "
            "which both played"
        ),
        columns=("", " "),
        rows=tuple(_results(encounter, pair)),
        left=frozenset({"", " "}),
    )


def _results(encounter: Encounter, pair: PoolSummary) -> Iterator[tuple[str, str]]:
    a = name_of(encounter.a)
    row = pair.pairs[0] if pair.pairs[0].entrant == encounter.a else pair.pairs[1]
    yield "sets W/D/L", f"{row.won}/{row.drawn}/{row.lost}"
    score = NOT_ENOUGH
    if row.score is not None and row.score_low is not None and row.score_high is not None:
        score = f"{100 * row.score:.1f} % of the sets ({_range(100 * row.score_low, 100 * row.score_high, 1)} %)"
    yield "set score (won, and half of those drawn)", score
    clean = next(one.clean for one in pair.forfeits if one.entrant == encounter.a)
    if clean.sets < row.sets:
        yield "without forfeited matches", _record(clean)
    decimals = MARGIN_DECIMALS[pair.margin_unit]
    margin = NOT_ENOUGH
    if row.margin is not None and row.margin_low is not None and row.margin_high is not None:
        margin = (
            f"{shown_gain(row.margin, decimals)} {pair.margin_unit} "
            f"({_range(row.margin_low, row.margin_high, decimals)}) over {row.margin_sets:,} sets"
        )
    yield "margin", margin
    ranked = (row.imps, row.imps_error) if encounter.tally.deal_by_deal else (row.places, row.places_error)
    if ranked[0] is not None:
        yield "the same", f"{shown_margin(*ranked, MARGIN_DECIMALS[pair.ranked_unit])} {pair.ranked_unit}"
    probability = encounter.superiority()
    yield (
        f"{a} is the stronger",
        NOT_ENOUGH
        if probability is None
        else f"with {_percent(probability)}, by the fit of all {encounter.ranked.total():,} sets of the pool",
    )


def _percent(probability: float) -> str:
    if probability < 0.001:
        return "less than 0.1 %"
    return "more than 99.9 %" if probability > 0.999 else f"{100 * probability:.1f} %"


def _record(record: SetRecord) -> str:
    score = NOT_ENOUGH if record.score is None else f"{100 * record.score:.1f} %"
    return f"sets W/D/L {record.won}/{record.drawn}/{record.lost}, set score {score}"


def _range(low: float, high: float, decimals: int) -> str:
    return f"95 %: {shown(low, decimals)} … {shown(high, decimals)}"


def _ways_table(encounter: Encounter) -> Table:
    scores = encounter.duel.scores
    return Table(
        title=f"How often {name_of(encounter.a)} got which share of a set's place points",
        columns=tuple(f"{100 * score:g} %" for score in sorted(scores)),
        rows=(tuple(f"{scores[score]:,}" for score in sorted(scores)),),
        left=frozenset(),
    )


def _positions_table(pair: PoolSummary) -> Table:
    a, b = pair.field
    decimals = DECIMALS[pair.unit]
    sides = len(pair.pool.rules.sides(pair.pool.variant))
    rows = {(row.entrant, row.position): row for row in pair.positions}
    lines = []
    for position in (*range(sides), *ROLES):
        here = [rows[key, position] for key in (a, b)]
        lines.append(
            (
                f"side {position} of the table" if isinstance(position, int) else str(position),
                *(shown_margin(row.gain, row.gain_error, decimals) for row in here),
                *(f"{row.deals:,}" for row in here),
            )
        )
    few = (FEW_SETS,) if any(row.gain_error is None for row in rows.values()) else ()
    names = [pair.labels[key] for key in (a, b)]
    return Table(
        title=f"By seat and role: {pair.unit} gained a deal more than the others at the table, ± SE",
        columns=("position", *names, *(f"deals of {name}" for name in names)),
        rows=tuple(lines),
        left=frozenset({"position"}),
        notes=(*few, "Positions differ in worth: compare the two in the same one."),
    )
