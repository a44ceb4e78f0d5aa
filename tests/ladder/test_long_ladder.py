"""A ladder as long as a night: what it costs from beginning to end, and what is left of it after many kills."""

import hashlib
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pytest

from tests.bench.memory import family, matches_in, resident
from tests.ladder.executors.dask_kit import ROOT
from tests.ladder.executors.kit import descendants, left_after
from tests.ladder.kit import write_config

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc"),
]
MATCHES = 200_000
KILLS = 40
GROWTH = 1.05
"""How much more memory the end of a run may take than the end of its second tenth, when all has been loaded."""
SIGNALS = {number.name: number for number in (signal.SIGKILL, signal.SIGINT, signal.SIGTERM)}
COMMAND = [sys.executable, "-m", "arena.cli.main"]
TICKS_S = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Sample:
    """A run at one moment: matches stored, CPU seconds of all processes, bytes of the main one and of a worker."""

    matches: int
    cpu_s: float
    main: int
    worker: int


def config_in(folder: Path, matches: int, **keys: object) -> Path:
    """A ladder of Bridgette between bots that decide by chance."""
    bots = [{"bot": str(ROOT / "bots/random_legal.py"), "name": name} for name in "abcd"]
    given = {
        "format": {"kind": "round_robin", "sets_per_pairing": matches},
        "stop": {"sets": matches // 2},
        "workers": 2,
    }
    return write_config(folder, bots, **given | keys)


@contextmanager
def running(config: Path, results: Path, workers: int) -> Iterator["subprocess.Popen[bytes]"]:
    """`arena run`, beside which nothing is left over."""
    command = [*COMMAND, "run", str(config), "--out", str(results), "--workers", str(workers), "--quiet"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            yield process
        finally:
            process.kill()


def cpu_s(pid: int) -> float:
    """The CPU seconds of a process so far; 0 once it has ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return (int(fields[11]) + int(fields[12])) / TICKS_S


def sample(run: int, results: Path) -> Sample:
    everybody = family(run)
    workers = max((resident(pid) for pid in everybody if pid != run), default=0)
    return Sample(matches_in(results / "ladder.db"), sum(map(cpu_s, everybody)), resident(run), workers)


@pytest.fixture(scope="module")
def smooth(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Sample]]:
    """The folder of an undisturbed run, and how it was after each tenth."""
    folder = tmp_path_factory.mktemp("smooth")
    results = folder / "results"
    samples: list[Sample] = []
    with running(config_in(folder, MATCHES), results, 2) as run:
        while run.poll() is None:
            now = sample(run.pid, results)
            if now.main and now.worker and now.matches * 10 >= MATCHES * len(samples):
                samples.append(now)
            time.sleep(0.1)
    assert run.returncode == 0
    return results, samples


def test_a_long_ladder_takes_no_more_time_and_memory_in_the_end_than_in_the_beginning(smooth):
    results, samples = smooth
    rates = [
        (after.matches - before.matches) / (after.cpu_s - before.cpu_s) for before, after in pairwise(samples)
    ]
    for rate, at in zip(rates, samples[1:], strict=True):
        print(f"{at.matches:>9,} matches: {rate:5.0f} a CPU second, main process {at.main / 1e6:.1f} MB, "
              f"a worker {at.worker / 1e6:.1f} MB")  # fmt: skip
    size = (results / "ladder.db").stat().st_size / MATCHES
    print(f"{size:.0f} bytes of database a match")
    second, last = samples[2], samples[-1]
    assert last.matches >= 0.9 * MATCHES
    assert rates[-1] >= 0.95 * rates[0]  # a quiet machine is needed to tell
    assert last.main <= GROWTH * second.main
    assert last.worker <= GROWTH * second.worker
    assert size <= 400


def test_a_match_of_56_takes_at_most_6_kb(tmp_path):
    config = config_in(tmp_path, 200, games=[{"id": "four", "game": "fiftysix"}])
    with running(config, tmp_path / "results", 2) as run:
        assert run.wait() == 0
    size = (tmp_path / "results/ladder.db").stat().st_size / 200
    print(f"{size:.0f} bytes of database a match of 56")
    assert size <= 6000


def test_a_long_ladder_killed_at_random_moments_comes_to_what_an_undisturbed_one_does(smooth, tmp_path):
    chance = random.Random(5)
    config, results = config_in(tmp_path, MATCHES), tmp_path / "results"
    moments = sorted(chance.randrange(MATCHES) for _ in range(KILLS))
    done = 0
    while done < KILLS:
        with running(config, results, chance.randint(1, 3)) as run:
            while done < KILLS and run.poll() is None:
                if matches_in(results / "ladder.db") < moments[done]:
                    time.sleep(0.05)
                    continue
                done += 1
                disturb(run, chance)
    with running(config, results, 2) as run:
        assert run.wait() == 0
    print(f"{done} kills")
    tables = (["export", "--format", "csv", "--table", table] for table in ("sets", "matches"))
    for command in (["standings", "--format", "json"], *tables):
        assert output_of(command, results)[0] == output_of(command, smooth[0])[0]
    _, megabytes = output_of(["verify"], results)
    print(f"arena verify: {megabytes:.0f} MB")


def disturb(run: "subprocess.Popen[bytes]", chance: random.Random) -> None:
    """Kill a run or one of its workers, or ask it to stop; five seconds after its end nothing of it is left."""
    time.sleep(chance.random())
    below = descendants(run.pid)
    how = chance.choice(["worker", *SIGNALS])
    if how == "worker" and below:
        os.kill(chance.choice(below), signal.SIGKILL)
        return
    run.send_signal(SIGNALS.get(how, signal.SIGKILL))
    run.wait(60)  # on a quiet machine it takes less than two seconds: test_signals.py
    assert left_after(below, 5) == []


def output_of(command: list[str], results: Path) -> tuple[bytes, float]:
    """A hash of what a command prints, and the most memory it took, in MB."""
    name, *options = command
    with subprocess.Popen([*COMMAND, name, str(results), *options], stdout=subprocess.PIPE) as process:
        assert process.stdout
        printed = hashlib.file_digest(process.stdout, "sha256").digest()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return printed, usage.ru_maxrss / 1e3
