"""`arena export`: the results as files for other programs."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from arena.cli.arguments import PoolOption, ResultsArgument
from arena.errors import ArenaError
from arena.ladder.locate import locate
from arena.ladder.results import Records, Results
from arena.ladder.stored import open_ladder
from arena.report.export import output, write_csv, write_jsonl, write_parquet


class Format(StrEnum):
    """The file formats."""

    JSONL = "jsonl"
    CSV = "csv"
    PARQUET = "parquet"


class Table(StrEnum):
    """The tables that can be exported."""

    MATCHES = "matches"
    SETS = "sets"
    DEALS = "deals"
    DECISIONS = "decisions"


def export(
    results: ResultsArgument = None,
    format: Annotated[Format, typer.Option(help="How to write it.")] = Format.JSONL,
    table: Annotated[Table, typer.Option(help="What to write.")] = Table.MATCHES,
    pool: PoolOption = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The file to write; standard output if left out.", show_default=False),
    ] = None,
) -> None:
    """Write the matches, sets, deals or decisions of a ladder to a file.

    The default writes one match record a line, in schedule order, with every card, call and play; it is enough
    to check a match without this program. The other tables have a row for each side of a set, match or deal, or
    for each decision; results/README.md explains their columns.

    Example: arena export quick --format csv --table deals --out deals.csv
    """
    if format is Format.PARQUET and out is None:
        raise ArenaError("--format parquet needs a file: add --out FILE")
    with open_ladder(locate(results)) as ladder:
        found = Results(ladder)
        tables: dict[Table, Records[Any]] = {
            Table.MATCHES: found.matches(pool),
            Table.SETS: found.sets(pool),
            Table.DEALS: found.deals(pool),
            Table.DECISIONS: found.decisions(pool),
        }
        with output(out) as stream:
            if format is Format.CSV:
                write_csv(stream, tables[table])
            elif format is Format.PARQUET:
                write_parquet(stream, tables[table])
            else:
                whole = table is Table.MATCHES
                write_jsonl(stream, found.match_records(pool) if whole else tables[table])
