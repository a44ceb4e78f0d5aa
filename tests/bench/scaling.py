"""One ladder with two workers against two ladders with one worker each, side by side, playing as many sets.

Cores are shared here, so only the ratio within a round means something: 1 is perfect, for both halves have the
same two cores and the same work.
"""

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
SETS = 1500
ROUNDS = 5
CONFIG = """
ladder: {name}
seed: scaling
games: [{{id: bridgette, game: bridgette}}]
format: {{kind: round_robin, sets_per_pairing: {sets}}}
entrants:
  - {{bot: bots/random_legal.py, name: a, isolation: none}}
  - {{bot: bots/random_legal.py, name: b, isolation: none}}
"""


def main() -> None:
    """Print the ratio of each round and their median."""
    print(f"{2 * SETS} sets of Bridgette between random_legal bots")
    print("round  2 workers  2 x 1 worker  ratio")
    ratios = []
    for number in range(ROUNDS):
        together = seconds([("both", 2 * SETS, 2)])
        apart = seconds([("one", SETS, 1), ("other", SETS, 1)])
        ratios.append(apart / together)
        print(f"{number + 1:>5} {together:>9.2f} s {apart:>11.2f} s {ratios[-1]:>6.2f}")
    print(f"median ratio {statistics.median(ratios):.2f} (aim: at least 0.95)")


def seconds(ladders: list[tuple[str, int, int]]) -> float:
    """How long it takes to run these ladders (name, sets, workers) side by side."""
    with tempfile.TemporaryDirectory() as folder:
        started = time.perf_counter()
        running = [start(Path(folder), *ladder) for ladder in ladders]
        for process in running:
            assert process.wait() == 0
        return time.perf_counter() - started


def start(folder: Path, name: str, sets: int, workers: int) -> "subprocess.Popen[bytes]":
    """Start `arena run`."""
    config = folder / f"{name}.yaml"
    config.write_text(CONFIG.format(name=name, sets=sets), encoding="utf-8")
    return run(config, folder / name, workers)


def run(config: Path, out: Path, workers: int) -> "subprocess.Popen[bytes]":
    """Start `arena run` with a config."""
    arguments = ["run", str(config), "--out", str(out), "--workers", str(workers), "--quiet"]
    return subprocess.Popen(
        [sys.executable, "-m", "arena.cli.main", *arguments], cwd=ROOT, stdout=subprocess.DEVNULL
    )
