"""What it costs a run to be looked at: windows of one run with nobody at the live page, one viewer, and 50.

The run and the page's server share the machine, as they do in use. The viewers read what a browser would: every
event, and each new version of the page, packed. They draw nothing, for that happens on other machines. Cores are
shared here, so windows take turns and only the ratios within a round mean something.
"""

import asyncio
import json
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from tests.bench.scaling import ROOT, run

ROUNDS = 8
WINDOW_S = 10.0
VIEWERS = 0, 1, 50
CONFIG = """
ladder: viewers
seed: viewers
games: [{id: bridgette, game: bridgette}]
format: {kind: round_robin, sets_per_pairing: 1000000}
isolation: none
entrants:
  - {bot: bots/random_legal.py, name: a}
  - {bot: bots/random_legal.py, name: b}
  - {bot: bots/random_legal.py, name: c}
  - {bot: bots/random_legal.py, name: d}
"""


@dataclass
class Told:
    """What all viewers of a window together were told."""

    events: int = 0
    pages: int = 0
    page_bytes: int = 0


def main() -> None:
    """Print the sets a second of each window, and the median ratios to the windows with nobody."""
    with tempfile.TemporaryDirectory() as folder:
        config, out = Path(folder) / "viewers.yaml", Path(folder) / "out"
        config.write_text(CONFIG, encoding="utf-8")
        running = run(config, out, 2)
        while not (out / "ladder.db").exists() or stored(out) == 0:
            time.sleep(0.1)
        with served(out) as address:
            rates, told = asyncio.run(measured(out, address))
        running.send_signal(signal.SIGINT)
        running.wait()
    for viewers in VIEWERS[1:]:
        ratios = [one[viewers] / one[0] for one in rates]
        low, *_, high = sorted(ratios)
        print(
            f"with {viewers:>2} looking: {statistics.median(ratios):.3f} of the sets with nobody "
            f"({low:.2f} to {high:.2f})"
        )
    print(
        f"the {VIEWERS[-1]} were told {told.events:,} events and {told.pages:,} pages of "
        f"{told.page_bytes / max(1, told.pages) / 1e3:.0f} kB, packed"
    )


async def measured(folder: Path, address: str) -> tuple[list[dict[int, float]], Told]:
    """The sets a second of each round, by the number of viewers, and what the most viewers were told."""
    print("Bridgette between four random_legal bots, 2 workers; sets a second")
    print("round" + "".join(f" {viewers:>3} viewers" for viewers in VIEWERS))
    rates, most = [], Told()
    for number in range(ROUNDS):
        turn = number % len(VIEWERS)
        found = {}
        for viewers in (*VIEWERS[turn:], *VIEWERS[:turn]):
            told = most if viewers == VIEWERS[-1] else Told()
            found[viewers] = await rate(folder, address, viewers, told)
        rates.append(found)
        print(f"{number + 1:>5}" + "".join(f" {found[viewers]:>11.0f}" for viewers in VIEWERS), flush=True)
    return rates, most


async def rate(folder: Path, address: str, viewers: int, told: Told) -> float:
    """The sets a second that the run stores while so many look."""
    before = told.events
    looking = [asyncio.create_task(look(address, told)) for _ in range(viewers)]
    while told.events < before + viewers:
        await asyncio.sleep(0.1)
    began, had = time.perf_counter(), stored(folder)
    await asyncio.sleep(WINDOW_S)
    found = (stored(folder) - had) / (time.perf_counter() - began)
    assert not any(one.done() for one in looking)
    for one in looking:
        one.cancel()
    await asyncio.gather(*looking, return_exceptions=True)
    return found


async def look(address: str, told: Told) -> None:
    """Read events, and the page whenever it is a new one, until cancelled."""
    reader, writer = await ask(address, "events")
    shown = None
    try:
        while line := await reader.readline():
            if not line.startswith(b"data:"):
                continue
            told.events += 1
            page = json.loads(line[5:])["page"]
            if page != shown:
                shown = page
                page_reader, page_writer = await ask(address, "")
                told.page_bytes += len(await page_reader.read())
                told.pages += 1
                page_writer.close()
    finally:
        writer.close()


async def ask(address: str, path: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Ask for a path as a browser does that takes packed answers."""
    url = urlsplit(address)
    reader, writer = await asyncio.open_connection(url.hostname, url.port)
    heads = f"GET {url.path}{path} HTTP/1.1\r\nHost: {url.netloc}\r\nAccept-Encoding: gzip\r\n"
    writer.write(f"{heads}Connection: close\r\n\r\n".encode())
    await writer.drain()
    return reader, writer


def stored(folder: Path) -> int:
    """How many sets a ladder holds."""
    with closing(sqlite3.connect(f"file:{folder / 'ladder.db'}?mode=ro", uri=True)) as database:
        tables = database.execute("SELECT 1 FROM sqlite_master WHERE name = 'sets'").fetchone()
        return database.execute("SELECT ifnull(max(id), 0) FROM sets").fetchone()[0] if tables else 0


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a live page."""
    command = [sys.executable, "-m", "arena.cli.main", "report", str(folder), "--live", "--port", "0"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().split()[2]
        finally:
            process.terminate()
