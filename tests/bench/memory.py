"""The main process of one run over 100,000 Bridgette matches: its memory after every tenth of them."""

import os
import sqlite3
import tempfile
import time
from pathlib import Path

from tests.bench.scaling import start

MATCHES = 100_000


def main() -> None:
    """Print the resident memory of `arena run` after every tenth."""
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
