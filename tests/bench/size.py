"""How long commands take, and how much memory, on a ladder of a million matches and on one of a tenth.

The matches of a short ladder are copied under other numbers: the results are as long as real ones, but
`arena verify` would not find the cards they were played with; in `make soak` it goes through a ladder that was
really played.
"""

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.bench.scaling import ROOT, run

SETS = 1000
SIZES = 100_000, 1_000_000
"""In matches, two of a set."""
CONFIG = f"""
ladder: size
seed: size
games: [{{id: bridgette, game: bridgette}}]
format: {{kind: round_robin, sets_per_pairing: 1000000}}
stop: {{sets: {SETS}}}
isolation: none
entrants:
  - {{bot: bots/bridgette_steady.py, name: steady}}
  - {{bot: bots/bridgette_bold.py, name: bold}}
  - {{bot: bots/random_legal.py, name: a}}
  - {{bot: bots/random_legal.py, name: b}}
"""
COPIES = """
INSERT INTO sets SELECT id + {0}, pool, pairing, k + {0}, epoch, position + {0}, status, faulty, digest
FROM sets WHERE id <= {1};
INSERT INTO matches SELECT set_id + {0}, seating, sides, places, scores, deals, termination, forfeited, fault,
substituted, transcript FROM matches WHERE set_id <= {1};
INSERT INTO run_sets SELECT set_id + {0}, session, worker, seconds FROM run_sets WHERE set_id <= {1};
"""


def main() -> None:
    """Print, for each size, what the database takes and what each command takes."""
    with tempfile.TemporaryDirectory() as folder:
        played = Path(folder) / "played"
        config = Path(folder) / "size.yaml"
        config.write_text(CONFIG, encoding="utf-8")
        assert run(config, played, 2).wait() == 0
        for size in SIZES:
            grown = Path(folder) / str(size)
            shutil.copytree(played, grown)
            grow(grown / "ladder.db", size // 2)
            per_match = (grown / "ladder.db").stat().st_size / size
            print(f"{size:,} matches, {per_match:.0f} bytes of database each")
            measure("standings, all sets folded", ["standings", str(grown), "--format", "json"])
            measure("standings, once more", ["standings", str(grown), "--format", "json"])
            measure("export of matches", ["export", str(grown), "--table", "matches", "--format", "csv"])


def grow(database: Path, sets: int) -> None:
    """Append copies of all the sets of a database until there are so many."""
    connection = sqlite3.connect(database)
    copies = [COPIES.format(number * SETS, SETS) for number in range(1, sets // SETS)]
    connection.executescript(f"BEGIN; {''.join(copies)} COMMIT")
    connection.execute("""UPDATE events SET detail = replace(detail, '"stop":1000', '"stop":null')""")
    connection.commit()
    connection.close()


def measure(what: str, arguments: list[str]) -> None:
    """Run a command; print its CPU time, wall time and most memory."""
    started = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "arena.cli.main", *arguments], cwd=ROOT, stdout=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(process.pid, 0)
    assert status == 0
    seconds = time.perf_counter() - started
    cpu = usage.ru_utime + usage.ru_stime
    print(f"  {what:<28} {cpu:>6.1f} s of CPU, {seconds:>6.1f} s, {usage.ru_maxrss / 1e3:>5.0f} MB", flush=True)
