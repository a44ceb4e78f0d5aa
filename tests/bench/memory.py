"""The main process of a run over 100,000 Bridgette matches, and all processes of one with 60 bots with numpy."""

import os
import sqlite3
import tempfile
import time
from pathlib import Path

from tests.bench.scaling import run, start

MATCHES = 100_000
ENTRANTS, WORKERS = 60, 2
SETS = 4 * ENTRANTS // 2
"""Everybody plays four of them, so that each worker has held nearly every bot."""
MOST_WORKERS, MOST_GB = 16, 16
NUMPY = """
import numpy
from arena.bots import Bot

class Uses(Bot):
    games = ("bridgette", "fiftysix")

    def match_start(self, view):
        self.weights = numpy.random.default_rng(1).random((256, 256))

    def act(self, view):
        scores = (self.weights @ self.weights[0])[: len(view.legal)]
        return view.legal[int(scores.argmax())]
"""


def main() -> None:
    """Print the resident memory of `arena run` after every tenth of the matches, and of a field with numpy."""
    print(f"Resident memory of the main process over {MATCHES:,} matches, two workers")
    with tempfile.TemporaryDirectory() as folder:
        process = start(Path(folder), "memory", MATCHES // 2, 2)
        database = Path(folder) / "memory" / "ladder.db"
        tenth = 1
        while tenth <= 10 and process.poll() is None:
            time.sleep(0.2)
            if matches_in(database) >= tenth * MATCHES // 10:
                print(f"{tenth * MATCHES // 10:>9,} matches  {resident(process.pid) / 1e6:>6.1f} MB", flush=True)
                tenth += 1
        assert process.wait() == 0
    print(f"\nMost memory of all processes, {ENTRANTS} entrants that use numpy, {WORKERS} workers")
    print("(resident: what several processes share is counted in each)")
    for isolation in ("process", "sandbox"):
        with tempfile.TemporaryDirectory() as folder:
            alone, most = field_with_numpy(Path(folder), isolation)
        each = (most - alone) / WORKERS
        whole = (alone + MOST_WORKERS * each) / 1e9
        print(
            f"{isolation:<8} {most / 1e6:>6.0f} MB: main process {alone / 1e6:.0f} MB, a worker with its bots "
            f"{each / 1e6:.0f} MB; {MOST_WORKERS} workers {whole:.1f} GB (aim: under {MOST_GB})"
        )


def field_with_numpy(folder: Path, isolation: str) -> tuple[int, int]:
    """Play some sets of many such bots; the most memory of the main process alone, and of all, in bytes."""
    (folder / "uses.py").write_text(NUMPY)
    bots = [f"  - {{bot: uses.py, name: n{number}}}\n" for number in range(ENTRANTS)]
    config = folder / "numpy.yaml"
    config.write_text(
        "ladder: numpy\ngames: [{id: bridgette, game: bridgette}]\n"
        "format: {kind: round_robin, sets_per_pairing: 1}\n"
        f"stop: {{sets: {SETS}}}\nisolation: {isolation}\nentrants:\n{''.join(bots)}"
    )
    process = run(config, folder / "results", WORKERS)
    alone = most = 0
    while process.poll() is None:
        sizes = {pid: resident(pid) for pid in family(process.pid)}
        alone = max(alone, sizes.get(process.pid, 0))
        most = max(most, sum(sizes.values()))
        time.sleep(0.05)
    assert process.wait() == 0
    return alone, most


def family(process: int) -> list[int]:
    """A process and all that come from it (Linux)."""
    parents: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(stat.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        parents.setdefault(parent, []).append(int(stat.parent.name))
    found = [process]
    for one in found:
        found += parents.get(one, [])
    return found


def matches_in(database: Path) -> int:
    """How many matches are stored so far."""
    if not database.exists():
        return 0
    connection = sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)
    try:
        return int(connection.execute("SELECT 2 * coalesce(max(id), 0) FROM sets").fetchone()[0])
    except sqlite3.OperationalError:  # the tables are being made
        return 0
    finally:
        connection.close()


def resident(process: int) -> int:
    """Bytes of memory a process has in RAM (Linux); 0 once it has ended."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1])
    except (OSError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")
