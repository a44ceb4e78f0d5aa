"""`arena report`: the results as a page, a document and tables, once or live."""

import hashlib
import re
from pathlib import Path
from typing import Annotated, Final

import typer

from arena.cli.arguments import ResultsArgument, refuse_given
from arena.cli.report_analyse import analyse
from arena.cli.report_live import LOCAL, PORT, serve
from arena.errors import ArenaError
from arena.ladder.locate import locate
from arena.ladder.stored import open_ladder
from arena.report import document
from arena.report.audience import Audience, author_named
from arena.report.machine import (
    forfeits_csv,
    head_to_head_csv,
    indented_json,
    seats_and_roles_csv,
    standings_csv,
)
from arena.report.page.page import page
from arena.report.replays import set_pages
from arena.report.results import ladder_results, results_document
from arena.report.summary import summarise
from arena.report.viewer.page import replay_file

REPLAYS: Final = "replays"
"""The folder beside a report with the pages of single sets."""


def report(
    results: ResultsArgument = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="The folder to write to; the ladder's otherwise.", show_default=False),
    ] = None,
    public: Annotated[
        bool | None,
        typer.Option(
            "--public/--no-public",
            help="For everybody, into the folder `public`: nothing that bots printed or failed with, no options, "
            "no authors. The default for --live on an address that others can reach.",
            show_default=False,
        ),
    ] = None,
    author: Annotated[
        str | None,
        typer.Option(
            "--for",
            metavar="NAME",
            help="For one author, into a folder in `for`: with everything of the own bots and nobody else's.",
            show_default=False,
        ),
    ] = None,
    everybody: Annotated[
        bool, typer.Option("--all", help="Also those who have left the ladder, and earlier versions.")
    ] = False,
    analyse_: Annotated[
        bool,
        typer.Option(
            "--analyse",
            help="First work out what made the margins (exchange, bidding, doubling, play), set by set. It takes "
            "seconds a set of Bridgette, a second one of 56; Ctrl-C stops it, the same command goes on; reports "
            "show what is done.",
        ),
    ] = False,
    workers: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=0,
            help="With --analyse: worker processes; one for each core if left out, 0 works in this one.",
            show_default=False,
        ),
    ] = None,
    live: Annotated[
        bool, typer.Option("--live", help="Show the report in a browser, and follow the ladder while it runs.")
    ] = False,
    address: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS", help=f"With --live: where to answer; {LOCAL} if left out.", show_default=False
        ),
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=0, max=65535, help=f"With --live: the port; {PORT} if left out.", show_default=False
        ),
    ] = None,
) -> None:
    """Write report.html, with the same as report.md, JSON and CSV files beside it, and say where they are.

    The page opens from the disk, offline. It holds standings, pictures, a section for each entrant, any two
    compared, and how to check it all. The same results give the same files; only the section "This run" tells
    what was measured. Entrants that have left the ladder are in it only with `--all`; where two of them have one
    name, both are called name@version.

    With `--live` nothing is written: a browser on this machine is shown the same report, which follows the ladder
    while it runs, and every set card by card. RESULTS may then be a folder of ladders.

    Example: arena report quick

    Example: arena report overnight_bridgette --live

    Example: arena report overnight_bridgette --analyse --workers 4
    """
    if live:
        refuse_given({"--out": out, "--for": author}, "--live writes nothing and is for one audience")
        refuse_given({"--all": everybody}, "--live shows who is in the ladder now")
        refuse_given({"--analyse": analyse_, "--workers": workers}, "--live only shows what has been analysed")
        serve(results, address or LOCAL, PORT if port is None else port, public)
        return
    refuse_given({"--address": address, "--port": port}, "--address and --port are for --live")
    if public and author is not None:
        raise ArenaError("--public and --for: a page is for everybody or for one author; give one of them")
    folder = locate(results)
    if analyse_:
        analyse(folder, workers)
    else:
        refuse_given({"--workers": workers}, "--workers is for --analyse")
    with open_ladder(folder) as ladder:
        audience = Audience(bool(public)) if author is None else author_named(ladder, author)
        summary = summarise(ladder, everybody=everybody)
        found = ladder_results(summary, ladder)
        target = _target(folder, audience) if out is None else out
        pages = set_pages(found, ladder, audience)
        replays = {name: f"{REPLAYS}/{replay_file(name)}" for name in pages}
        results_data = results_document(found, audience)
        files = {
            "report.html": page(found, ladder, audience, results_data, replays),
            "results.json": indented_json(results_data),
        }
        if audience.sees_everything:
            files["report.md"] = document.report(found, ladder)
        files |= {
            "standings.csv": standings_csv(summary),
            "head_to_head.csv": head_to_head_csv(summary),
            "seats_and_roles.csv": seats_and_roles_csv(summary),
            "forfeits.csv": forfeits_csv(summary),
        }
        try:
            (target / REPLAYS).mkdir(parents=True, exist_ok=True)
            for name, text in files.items():
                _write(target / name, text)
            for name, address in replays.items():
                _write(target / address, pages[name])
        except OSError as error:
            raise ArenaError(
                f"{target}: cannot be written ({error.strerror}); check the folder, or use another one with --out"
            ) from error
    for name in files:
        typer.echo(target / name)
    typer.echo(f"{target / REPLAYS}: {len(replays)} sets, card by card")


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="\n")


def _target(folder: Path, audience: Audience) -> Path:
    """Where a report for this audience goes: never over one that shows more, or another author's."""
    if audience.public:
        return folder / "public"
    if audience.author is None:
        return folder
    name = re.sub(r"[^A-Za-z0-9_-]", "_", audience.author)
    if name != audience.author:
        name += f"-{hashlib.sha256(audience.author.encode()).hexdigest()[:8]}"
    return folder / "for" / name
