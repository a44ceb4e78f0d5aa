"""What it costs a run to be looked at: windows of one run with nobody at the live page, one viewer, and 50.

The run and the page's server share the machine, as they do in use. The viewers read what a browser would: every
event, and each new version of the page, packed. They draw nothing, for that happens on other machines. Cores are
shared here, so windows take turns and only the ratios within a round mean something. Where others work on the same
cores, what the server takes of them tells more: a run that uses all cores cannot lose more than that.
"""

import asyncio
import json
import os
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

ROUNDS = 4
WINDOW_S = 20.0
VIEWERS = 0, 1, 50
CORES = len(os.sched_getaffinity(0))
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


@dataclass(frozen=True)
class Window:
    """Sets a second that the run stored, and CPU seconds a second that the server took."""

    rate: float
    server: float


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
        with served(out) as (address, server):
            windows, told = asyncio.run(measured(out, address, server))
        running.send_signal(signal.SIGINT)
        running.wait()
    for viewers in VIEWERS[1:]:
        low, *_, high = sorted(ratios := [one[viewers].rate / one[0].rate for one in windows])
        taken = statistics.median(one[viewers].server for one in windows)
        print(
            f"with {viewers:>2} looking: {statistics.median(ratios):.3f} of the sets with nobody ({low:.2f} to "
            f"{high:.2f}); the server takes {100 * taken / CORES:.2f} % of the {CORES} cores"
        )
    print(
        f"the {VIEWERS[-1]} were told {told.events:,} events and {told.pages:,} pages of "
        f"{told.page_bytes / max(1, told.pages) / 1e3:.0f} kB, packed"
    )


async def measured(folder: Path, address: str, server: int) -> tuple[list[dict[int, Window]], Told]:
    """The windows of each round by the number of viewers, and what the most viewers were told."""
    print("Bridgette between four random_legal bots, 2 workers; sets a second, and the server's CPU time a second")
    print("round" + "".join(f" {viewers:>5} viewers       " for viewers in VIEWERS))
    windows, most = [], Told()
    for number in range(ROUNDS):
        turn = number % len(VIEWERS)
        found = {}
        for viewers in (*VIEWERS[turn:], *VIEWERS[:turn]):
            told = most if viewers == VIEWERS[-1] else Told()
            found[viewers] = await window(folder, address, server, viewers, told)
        windows.append(found)
        texts = (f" {found[viewers].rate:>8.0f} {1000 * found[viewers].server:>8.1f} ms" for viewers in VIEWERS)
        print(f"{number + 1:>5}" + "".join(texts), flush=True)
    return windows, most


async def window(folder: Path, address: str, server: int, viewers: int, told: Told) -> Window:
    """What happens while so many look, from when each of them has been told something and has the page."""
    events, pages = told.events + viewers, told.pages + viewers
    looking = [asyncio.create_task(look(address, told)) for _ in range(viewers)]
    while told.events < events or told.pages < pages:
        await asyncio.sleep(0.1)
    began, had, used = time.perf_counter(), stored(folder), cpu_s(server)
    await asyncio.sleep(WINDOW_S)
    took = time.perf_counter() - began
    found = Window((stored(folder) - had) / took, (cpu_s(server) - used) / took)
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
                packed = await page_reader.read()
                told.page_bytes += len(packed)
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


def cpu_s(process: int) -> float:
    """The CPU time that a process has taken so far, in seconds."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def served(folder: Path) -> Iterator[tuple[str, int]]:
    """The address of a live page, and its server's process."""
    command = [sys.executable, "-m", "arena.cli.main", "report", str(folder), "--live", "--port", "0"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().split()[2], process.pid
        finally:
            process.terminate()
