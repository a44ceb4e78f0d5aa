"""`arena standings`: the ranking of each pool."""

import sys
from enum import StrEnum
from typing import Annotated

import typer
from rich.console import Console

from arena.cli.arguments import PoolOption, ResultsArgument
from arena.ladder.locate import locate
from arena.ladder.stored import open_ladder
from arena.report.machine import standings_csv, standings_json
from arena.report.standings_tables import all_standings
from arena.report.summary import summarise
from arena.report.tables import print_table, titled_markdown


class Format(StrEnum):
    """How standings can be written."""

    TABLE = "table"
    CSV = "csv"
    JSON = "json"
    MARKDOWN = "markdown"


def standings(
    results: ResultsArgument = None,
    format: Annotated[Format, typer.Option(help="How to write them.")] = Format.TABLE,
    pool: PoolOption = None,
    everybody: Annotated[
        bool, typer.Option("--all", help="Also those who have left the ladder, and earlier versions.")
    ] = False,
) -> None:
    """Print the standings of a ladder, best first, also while it runs.

    The rating is TrueSkill's mu − 3 sigma, from one update a set; the strength fits all sets at once, in Elo
    points. The rating ranks, or the strength if the config says `rank_by: fit`. A margin is what was gained more
    than the others with the same cards, ± its standard error; like points or tables per deal it is a mean over the
    sets without a forfeited match. A dash is a number without data.

    An entrant that is removed from the config, withdrawn, suspended or replaced by another version leaves the
    standings; its results are kept, and still count for those who met it. `--all` ranks it among the others.

    Example: arena standings quick --format csv
    """
    with open_ladder(locate(results)) as ladder:
        summary = summarise(ladder, pool, everybody)
    match format:
        case Format.CSV:
            sys.stdout.write(standings_csv(summary))
        case Format.JSON:
            sys.stdout.write(standings_json(summary))
        case Format.MARKDOWN:
            sys.stdout.write("\n".join(map(titled_markdown, all_standings(summary))))
        case Format.TABLE:
            console = Console()
            for number, table in enumerate(all_standings(summary)):
                if number:
                    console.print()
                print_table(console, table)
