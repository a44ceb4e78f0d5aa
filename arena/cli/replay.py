"""`arena replay`: a match, readable in the terminal."""

from typing import Annotated

import typer
from rich.console import Console

from arena.ladder.locate import locate
from arena.ladder.results import Results
from arena.ladder.stored import open_ladder
from arena.report.match_text import match_text


def replay(
    results: Annotated[str, typer.Argument(help="The ladder's folder, config or name.")],
    match: Annotated[str, typer.Argument(help="The match's id, as in `arena export` or the report.")],
    deal: Annotated[int | None, typer.Option(help="Only the deal with this number.")] = None,
) -> None:
    """Print a match deal by deal: hands, exchange, auction, tricks, scores or tables.

    Example: arena replay quick 'bridgette/bold@0123456789ab+steady@ba9876543210/1/1' --deal 2
    """
    with open_ladder(locate(results)) as ladder:
        record = Results(ladder).match_record(match, *ladder.find_match(match))
    console = Console()
    for part in match_text(record, deal):
        console.print(part, highlight=False)
