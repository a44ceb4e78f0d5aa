"""Sixty submissions of quick bots, checked and taken in by `arena submit FOLDER`."""

import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from arena.ladder.cores import physical_cores

ROOT = Path(__file__).parents[2]
SUBMISSIONS = 60
CORES, MINUTES = 16, 5
CONFIG = """
ladder: intake
games: [{id: bridgette, game: bridgette}, {id: six, game: fiftysix, variant: {players: 6}}]
format: {kind: round_robin, sets_per_pairing: 1}
entrants:
  - {bot: bots/random_legal.py}
"""


def main() -> None:
    """Print how long they took here, what they cost in CPU time, and what follows for more cores."""
    print(f"{SUBMISSIONS} submissions of bots that play both games at random, on {physical_cores()} cores")
    with tempfile.TemporaryDirectory() as folder:
        seconds, cpu_s = submit(Path(folder), SUBMISSIONS)
    print(f"{seconds:.0f} s by the clock; {cpu_s / SUBMISSIONS:.1f} s of CPU time each")
    minutes = cpu_s / CORES / 60
    print(f"with {CORES} cores to themselves about {minutes:.1f} minutes (aim: under {MINUTES})")


def submit(folder: Path, count: int) -> tuple[float, float]:
    """Submit a folder of so many bots; the seconds by the clock and of CPU time, all processes together."""
    (folder / "intake.yaml").write_text(CONFIG)
    bots = folder / "bots"
    bots.mkdir()
    source = (ROOT / "bots" / "random_legal.py").read_text()
    for number in range(count):
        (bots / f"quick_{number}.py").write_text(f"{source}\n# {number}\n")
    command = ["submit", str(bots), "--ladder", str(folder / "intake.yaml"), "--out", str(folder / "results")]
    started, before = time.perf_counter(), _cpu_s()
    process = subprocess.run(
        [sys.executable, "-m", "arena.cli.main", *command],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        check=True,
    )
    assert f"{count} accepted, 0 not" in process.stdout
    return time.perf_counter() - started, _cpu_s() - before


def _cpu_s() -> float:
    """The CPU time of all processes that were started from here and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
