"""`arena compare RESULTS A B`: what a ladder's results tell of two entrants."""

import shlex
from collections.abc import Iterator

from rich.console import Console
from rich.text import Text
from tqdm import tqdm

from arena.analysis.margin_split import margin_split
from arena.errors import ArenaError
from arena.ladder.encounter import Encounter, check_known, find_key
from arena.ladder.locate import locate
from arena.ladder.rows import PoolRules
from arena.ladder.stored import StoredLadder, open_ladder
from arena.report.encounter_tables import encounter_tables
from arena.report.split_tables import NOT_ANALYSED
from arena.report.standings_tables import name_of
from arena.report.tables import print_table


def compare_stored(results: str | None, a: str, b: str) -> None:
    """Print the comparison for every pool in which both have played. Raises ArenaError if there is none."""
    console = Console()
    found = False
    with open_ladder(locate(results)) as ladder:
        for text in (a, b):
            check_known(ladder, text)
        for pool in ladder.rules():
            one, other = (find_key(ladder, pool.id, text) for text in (a, b))
            if one is None or other is None:
                continue
            if one == other:
                raise ArenaError(f"{a} and {b} are the same entrant; give two, versions as NAME@VERSION")
            encounter = _fold(ladder, pool, one, other)
            if not encounter.tally.sets:
                continue
            if found:
                console.print()
            found = True
            split = margin_split(ladder, pool, (one, other))
            for number, table in enumerate(encounter_tables(encounter, split)):
                if number:
                    console.print()
                print_table(console, table)
            if not split.pairs:
                command = shlex.join(["arena", "report", results or str(ladder.folder), "--analyse"])
                console.print(f"\nWhat made the margin: {NOT_ANALYSED} {command}", soft_wrap=True, highlight=False)
            for line in _deals(encounter, results or str(ladder.folder)):
                console.print(line, soft_wrap=True)
    if not found:
        raise ArenaError(
            f"{a} and {b} have not met in a set that counts; to let them play: arena compare A B --play"
        )


def _fold(ladder: StoredLadder, pool: PoolRules, a: str, b: str) -> Encounter:
    encounter = Encounter(pool, a, b)
    encounter.thinking = ladder.thinking(pool.id)
    sets = ladder.counted_sets(pool.id, transcripts=True)
    for result in tqdm(sets, total=ladder.finished(pool.id), unit=" sets", leave=False, disable=None):
        encounter.add(result, ladder.seed(result))
    return encounter


def _deals(encounter: Encounter, results: str) -> Iterator[Text]:
    """The deals that moved the result most, with the command that shows all seatings of each side by side."""
    unit = encounter.pool.rules.score_unit
    yield Text()
    yield Text(f"The deals that moved the result most ({encounter.costly.deals:,} compared)", "bold")
    for rank, deal in enumerate(encounter.costly.costliest, start=1):
        winner = encounter.b if deal.cost > 0 else encounter.a
        amount = f"{abs(deal.cost):,.1f}".removesuffix(".0")
        yield Text(f"{rank}. Deal {deal.number} of {deal.set}: {amount} {unit} to {name_of(winner)}")
        command = shlex.join(["arena", "replay", results, deal.set, "--deal", str(deal.number)])
        yield Text(f"      {command}", "dim")
    if not encounter.costly.costliest:
        yield Text("No deal made a difference.")
