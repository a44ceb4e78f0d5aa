"""Zygotes and what they fork die with their worker, and never run a bot's code."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.games import GAMES
from arena.hosts.core import Core
from arena.hosts.hosts import Hosts, Occupant
from arena.hosts.limits import Limits
from arena.hosts.zygotes import MOST_ZYGOTES, Zygote, ZygoteError, Zygotes
from arena.match.referee import play_match
from tests.hosts.kit import Kit, middle_but, written

ROOT = Path(__file__).parents[2]


@pytest.fixture
def zygotes(tmp_path: Path) -> Iterator[Zygotes]:
    zygotes = Zygotes(Core(), tmp_path)
    yield zygotes
    zygotes.close()


def is_there(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_until_gone(*pids: int) -> None:
    end = time.monotonic() + 5
    while any(map(is_there, pids)):
        assert time.monotonic() < end
        time.sleep(0.01)


def test_bots_with_the_same_packages_share_a_zygote(zygotes: Zygotes) -> None:
    processes = [zygotes.fork(frozenset(packages), wrapped=False) for packages in ((), ("numpy",), (), ())]
    assert [process._zygote.pid for process in processes][2:] == [processes[0]._zygote.pid] * 2
    assert processes[1]._zygote.pid != processes[0]._zygote.pid
    for process in processes:
        process.end()
        process.close()


def test_the_zygote_not_used_for_longest_goes_but_never_one_that_is_in_use(tmp_path: Path) -> None:
    zygotes = Zygotes(Core(), tmp_path, most=1)
    first = zygotes.fork(frozenset(), wrapped=False)
    second = zygotes.fork(frozenset(["wave"]), wrapped=False)
    assert is_there(first._zygote.pid)
    for process in (first, second):
        process.end()
        process.close()
    third = zygotes.fork(frozenset(["cmd"]), wrapped=False)
    wait_until_gone(first._zygote.pid, second._zygote.pid)
    assert is_there(third.pid)
    third.end()
    third.close()
    zygotes.close()
    wait_until_gone(third._zygote.pid)


def test_a_zygote_that_has_died_is_replaced(zygotes: Zygotes) -> None:
    first = zygotes.fork(frozenset(), wrapped=False)
    os.kill(first._zygote.pid, signal.SIGKILL)
    wait_until_gone(first._zygote.pid, first.pid)
    with pytest.raises(ZygoteError):
        first.end()
    first.close()
    second = zygotes.fork(frozenset(), wrapped=False)
    assert is_there(second.pid)
    second.end()
    second.close()


def test_a_package_that_cannot_be_imported_is_the_bots_affair() -> None:
    zygote = Zygote(["no_such_package"])
    zygote.fork().end()
    zygote.close()


WORKER = """
import sys, time
from pathlib import Path
from arena.hosts.core import Core
from arena.hosts.zygotes import Zygotes
process = Zygotes(Core(), Path(sys.argv[1])).fork(frozenset(), wrapped=False)
print(process._zygote.pid, process.pid, flush=True)
{}
"""


@pytest.mark.parametrize(
    "end", ["time.sleep(60)", "raise SystemExit", "import os; os._exit(0)"], ids=["killed", "exit", "_exit"]
)
def test_zygote_and_children_end_with_their_worker(tmp_path: Path, end: str) -> None:
    command = [sys.executable, "-c", WORKER.format(end), str(tmp_path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as worker:
        assert worker.stdout is not None
        pids = [int(word) for word in worker.stdout.readline().split()]
        if "sleep" in end:
            assert all(map(is_there, pids))
            worker.kill()
    wait_until_gone(*pids)


def test_a_ctrl_c_in_the_terminal_is_the_main_processs_alone(zygotes: Zygotes) -> None:
    process = zygotes.fork(frozenset(), wrapped=False)
    for pid in (process._zygote.pid, process.pid):
        assert os.getsid(pid) != os.getsid(0)
    process.end()
    process.close()


def test_a_zygote_knows_nothing_of_the_bots_it_forked_for(apart: Kit, tmp_path: Path) -> None:
    """What is loaded in one child is in no later one: else they could leave each other word."""
    bot = middle_but(
        tmp_path,
        "def match_start(self, view):\n"
        "    assert 'wave' not in sys.modules\n"
        "    assert not [name for name in sys.modules if name.startswith('arena_bot') and name != __name__]\n"
        "    import wave\n",
    )
    for _ in range(2):
        assert [fault.trace for fault in apart.play([bot, bot]).faults] == []


def test_many_bots_with_numpy_cost_a_worker_one_numpy(tmp_path: Path) -> None:
    """60 of them on 16 workers must fit into 16 GB, so a worker with its zygotes and seats has 1 GB."""
    hosts = Hosts(tmp_path)
    source = """
    import numpy
    from arena.bots import Bot

    class Numeric{n}(Bot):
        games = ("bridgette", "fiftysix")

        def act(self, view):
            self.weights = numpy.ones(10**6) * {n}
            return view.legal[0]
    """
    bots = [written(tmp_path, source.format(n=n), f"numeric{n}.py") for n in range(8)]
    rules = GAMES["fiftysix"]
    variant = rules.variant({"players": 8, "max_deals": 1})
    seats = [Occupant(f"numeric{n}@1", bot, {}, "process", Limits()) for n, bot in enumerate(bots)]
    try:
        with hosts.table(rules, variant, "seed", seats) as table:
            result = play_match(rules, variant, "seed", table, order=range(2))
            zygotes = list(hosts._zygotes._running.values())
            children = [int(pid) for pid in children_of(zygotes[0].pid)]
            assert (result.fault, len(zygotes), len(children)) == (None, 1, 8)
            assert sum(resident_mb(pid) for pid in (os.getpid(), zygotes[0].pid, *children)) < 1000
    finally:
        hosts.close()


def test_as_many_zygotes_with_numpy_as_a_worker_keeps_fit_too(zygotes: Zygotes) -> None:
    """Bots that import different parts of it; eight of them sit at one table."""
    parts = ("fft", "linalg", "ma", "polynomial", "random", "testing", "lib", "typing")
    processes = [zygotes.fork(frozenset(["numpy", f"numpy.{part}"]), wrapped=False) for part in parts]
    pids = {process._zygote.pid for process in processes}
    assert len(pids) == len(parts) == MOST_ZYGOTES
    assert sum(resident_mb(pid) for pid in (os.getpid(), *pids, *(process.pid for process in processes))) < 1000
    for process in processes:
        process.end()
        process.close()


def children_of(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()


def resident_mb(pid: int) -> float:
    """The memory a process has in use, that which it shares with its zygote counted again."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20
