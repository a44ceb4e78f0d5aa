"""Ladders played on a real Dask cluster, and what is refused before the first match."""

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from typer.testing import CliRunner

from arena.cli.main import app
from arena.errors import ArenaError
from arena.ladder.entrants import load_ladder
from arena.ladder.executors.dask_worker import LEASE_S
from arena.ladder.runner import LOG_FILE, Outcome, run_ladder
from tests.ladder.executors.dask_kit import ROOT, DaskProcesses, Keys, dask_processes, new_keys
from tests.ladder.executors.kit import await_file, descendants, left_after
from tests.ladder.kit import write_config

TALKER = """
from arena.bots import Bot

class Talker(Bot):
    games = ("bridgette", "fiftysix")

    def act(self, view):
        if self.rng.random() < 0.01:
            print("thinking")
        if self.rng.random() < 0.002:
            raise ValueError("no idea")
        return self.rng.choice(view.legal)
"""
SLOW = """
import time
from pathlib import Path
from arena.bots import BridgetteBot

class Slow(BridgetteBot):
    def act(self, view):
        begun = Path({begun!r})
        if {always} or not begun.exists():
            begun.write_text("now")
            time.sleep(60)
        return view.legal[0]
"""


def config_in(folder: Path, address: str | None = None, **keys: Any) -> Path:
    """A ladder of both games, with bots of every kind, on a cluster or on this machine."""
    (folder / "talker.py").write_text(TALKER)
    bots = [
        {"bot": str(ROOT / "bots/random_legal.py"), "isolation": "none"},
        {"bot": "talker.py"},
        {"bot": str(ROOT / "bots/bridgette_steady.py"), "name": "steady", "isolation": "sandbox"},
        {"command": [sys.executable, str(ROOT / "bots/external/first_legal.py")], "name": "first"},
    ]
    executor = {"kind": "local"} if address is None else {"kind": "dask", "scheduler": address}
    four = {"id": "four", "game": "fiftysix", "variant": {"tables": 1}}
    given = {
        "games": [{"id": "bridgette", "game": "bridgette"}, four],
        "format": {"kind": "round_robin", "sets_per_pairing": 2},
        "workers": "auto",
        "isolation": "process",
        "executor": executor,
    }
    return write_config(folder, bots, **given | keys)


def slow_config(folder: Path, address: str, always: bool, **keys: Any) -> Path:
    """A ladder of Bridgette whose bots take a minute for each decision, or for one only, and leave `begun`."""
    (folder / "slow.py").write_text(SLOW.format(begun=str(folder / "begun"), always=always))
    given = {
        "executor": {"kind": "dask", "scheduler": address},
        "workers": "auto",
        "isolation": "process",
        "limits": {"decision_ms": 600_000, "match_s": 6000},
        "format": {"kind": "round_robin", "sets_per_pairing": 2},
    }
    return write_config(folder, [{"bot": "slow.py", "name": name} for name in "ab"], **given | keys)


def outputs(results: Path) -> list[bytes]:
    """What people take from a ladder."""
    commands = [["export", results], ["standings", results, "--format", "json"]]
    return [CliRunner().invoke(app, list(map(str, command))).stdout_bytes for command in commands]


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskProcesses]:
    """A cluster without workers."""
    with dask_processes(tmp_path_factory.mktemp("dask"), workers=0) as processes:
        yield processes


@pytest.fixture
def bare(scheduler: DaskProcesses) -> Iterator[DaskProcesses]:
    """The same, for a test to add workers that end with it."""
    yield scheduler
    scheduler.end_workers()


@pytest.fixture
def cluster(bare: DaskProcesses) -> DaskProcesses:
    """Two workers."""
    bare.add_worker()
    bare.add_worker()
    bare.await_workers(2)
    return bare


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    """What the ladder of `config_in` comes to on this machine."""
    folder = tmp_path_factory.mktemp("local")
    run_ladder(load_ladder(config_in(folder)), folder / "results", workers=2, quiet=True)
    return outputs(folder / "results")


def run_and(folder: Path, config: Path, bytes_stored: int, then: Callable[[], object]) -> Outcome:
    """Play a ladder into `folder`, and do something once so many bytes are in its database."""
    ladder = load_ladder(config)
    folder.mkdir()
    database = folder / "ladder.db-wal"

    def wait_and_do() -> None:
        while not database.exists() or database.stat().st_size < bytes_stored:
            time.sleep(0.01)
        then()

    other = threading.Thread(target=wait_and_do, daemon=True)
    other.start()
    outcome = run_ladder(ladder, folder, quiet=True)
    other.join(10)
    return outcome


@pytest.mark.system
def test_a_cluster_that_loses_a_worker_leaves_the_bytes_of_a_local_run(cluster, local, tmp_path):
    def replace_one() -> None:
        cluster.workers[0].kill()
        cluster.add_worker()

    outcome = run_and(tmp_path / "away", config_in(tmp_path, cluster.address), 180_000, replace_one)
    assert outcome.complete
    assert outcome.voids == ()
    log = (tmp_path / "away" / LOG_FILE).read_text()
    assert "was lost" in log  # what was in flight came back as a failure, and was played again
    assert "not played, trying again: worker" in log
    assert "ValueError: no idea" in log  # a bot's fault, logged where it was played
    assert outputs(tmp_path / "away") == local
    (printed,) = (tmp_path / "away/logs").glob("*/talker@*.log")
    assert b"thinking" in printed.read_bytes()


@pytest.mark.system
def test_a_lost_scheduler_stops_the_run_which_goes_on_elsewhere_to_the_same_bytes(local, tmp_path):
    (tmp_path / "dask").mkdir()
    with dask_processes(tmp_path / "dask", workers=2) as cluster:
        config = config_in(tmp_path, cluster.address)
        outcome = run_and(tmp_path / "away", config, 180_000, cluster.scheduler.kill)
        assert outcome.lost
        assert not outcome.complete
        assert 0 < outcome.sets < 24
        assert outcome.reason == f"the scheduler at {cluster.address} is lost"
        players = [pid for worker in cluster.workers for pid in descendants(worker.pid)]
        assert left_after(players, 12) == []
    assert run_ladder(load_ladder(config_in(tmp_path)), tmp_path / "away", workers=2, quiet=True).complete
    assert outputs(tmp_path / "away") == local


def tls(address: str, keys: Keys, **other: object) -> dict[str, Any]:
    """The executor of a config that shows a certificate, and trusts it."""
    files = {"tls_ca": str(keys.cert), "tls_cert": str(keys.cert), "tls_key": str(keys.key)}
    return {"executor": {"kind": "dask", "scheduler": address} | files | other}


@pytest.mark.system
def test_a_cluster_may_talk_by_tls_and_takes_nobody_without_its_certificate(local, tmp_path, monkeypatch):
    keys, others = new_keys(tmp_path, "cluster"), new_keys(tmp_path, "others")
    with dask_processes(tmp_path, workers=2, keys=keys) as cluster:
        assert cluster.address.startswith("tls://")
        with monkeypatch.context() as patch:
            patch.setattr("arena.ladder.executors.dask_cluster.CONNECT_S", 1)
            for given in (tls(cluster.address, others), tls(cluster.address, keys, tls_ca=str(others.cert))):
                message = refusal(config_in(tmp_path, **given))
                assert message.startswith(f"executor.scheduler: cannot reach {cluster.address} (")
        assert run_ladder(
            load_ladder(config_in(tmp_path, **tls(cluster.address, keys))), tmp_path / "away", quiet=True
        )
    assert outputs(tmp_path / "away") == local


@pytest.mark.system
def test_processes_of_this_machine_may_be_the_cluster(local, tmp_path):
    config = config_in(tmp_path, executor={"kind": "dask"}, workers=2)
    done = subprocess.run(
        [sys.executable, "-m", "arena.cli.main", "run", config, "--out", tmp_path / "away", "--quiet"],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert outputs(tmp_path / "away") == local


@contextmanager
def playing_slowly(config: Path) -> Iterator[subprocess.Popen[str]]:
    """`arena run` of a `slow_config`, once its first set is played; killed in the end."""
    command = [sys.executable, "-m", "arena.cli.main", "run", str(config), "--out", str(config.parent / "results")]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, start_new_session=True) as run:
        try:
            await_file(config.parent / "begun", seconds=60)
            yield run
        finally:
            run.kill()


def players_of(cluster: DaskProcesses) -> list[int]:
    return [pid for worker in cluster.workers for pid in descendants(worker.pid)]


@pytest.mark.system
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL], ids=["Ctrl-C", "kill"])
def test_nothing_plays_on_for_a_run_that_has_ended(how, cluster, tmp_path):
    with playing_slowly(slow_config(tmp_path, cluster.address, always=True)) as run:
        playing = players_of(cluster)
        assert playing
        asked = time.monotonic()
        run.send_signal(how)
        out, _ = run.communicate(timeout=10)
        assert time.monotonic() - asked < 3
        assert left_after(playing, 5) == []
    if how == signal.SIGINT:
        assert out.startswith("Nothing played: interrupted.\n")


@pytest.mark.system
def test_ctrl_c_in_a_terminal_ends_the_processes_of_this_machine_too(tmp_path):
    """There it reaches all processes of the group; Dask's own take a while to end."""
    config = slow_config(tmp_path, "", always=True, executor={"kind": "dask"}, workers=2)
    with playing_slowly(config) as run:
        below = descendants(run.pid)
        asked = time.monotonic()
        os.killpg(run.pid, signal.SIGINT)
        out, err = run.communicate(timeout=10)
        assert time.monotonic() - asked < 5
        assert left_after(below, 5) == []
    assert out.startswith("Nothing played: interrupted.\n")
    assert [line for line in err.splitlines() if line] == [
        "Stopping: what is finished is kept. (Ctrl-C again stops at once.)"
    ]


@pytest.mark.system
def test_a_run_that_is_heard_of_no_more_loses_its_leases_and_later_goes_on(cluster, tmp_path):
    with playing_slowly(slow_config(tmp_path, cluster.address, always=False)) as run:
        playing = players_of(cluster)
        run.send_signal(signal.SIGSTOP)
        assert left_after(playing, LEASE_S + 5) == []
        run.send_signal(signal.SIGCONT)
        out, _ = run.communicate(timeout=60)
    assert out.splitlines()[-4].startswith("Played 2 sets (4 matches")
    assert "plays too" in (tmp_path / "results" / LOG_FILE).read_text()


# Bad input


def refusal(config: Path) -> str:
    """The one message with which a run is refused; nothing has been stored."""
    with pytest.raises(ArenaError) as refused:
        run_ladder(load_ladder(config), config.parent / "results", quiet=True)
    assert not (config.parent / "results").exists()
    return str(refused.value)


@pytest.mark.system
def test_an_unreachable_scheduler_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("arena.ladder.executors.dask_cluster.CONNECT_S", 1)
    message = refusal(config_in(tmp_path, "tcp://127.0.0.1:9"))
    assert message.startswith("executor.scheduler: cannot reach tcp://127.0.0.1:9 (")
    assert message.endswith(
        "; check the address, and that 'dask scheduler' runs there and can be reached from here"
    )


def test_a_scheduler_with_tls_is_not_asked_without_certificates(tmp_path):
    assert refusal(config_in(tmp_path, "tls://127.0.0.1:9")) == (
        "executor: tls://127.0.0.1:9 needs certificates; add tls_ca, and tls_cert and tls_key, or name them in "
        "Dask's own configuration"
    )


@pytest.mark.system
def test_a_scheduler_without_workers_is_refused(bare, tmp_path, monkeypatch):
    monkeypatch.setattr("arena.ladder.executors.dask_cluster.JOIN_S", 0.5)
    assert refusal(config_in(tmp_path, bare.address)) == (
        f"executor.scheduler: {bare.address} has no workers; start some: dask worker {bare.address} --nthreads 1"
    )


@pytest.mark.system
def test_a_worker_of_several_threads_is_refused(bare, tmp_path):
    bare.add_worker(threads=2)
    message = refusal(config_in(tmp_path, bare.address))
    assert message.startswith("worker tcp://")
    assert ": 2 threads; expected one each" in message
    assert "--nthreads 1" in message


@pytest.mark.system
def test_a_worker_of_another_python_is_refused(bare, tmp_path, monkeypatch):
    bare.add_worker()
    here = SimpleNamespace(python_version_tuple=lambda: ("3", "99", "0"), python_version=sys_version)
    monkeypatch.setattr("arena.ladder.executors.dask_cluster.platform", here)
    minor = ".".join(map(str, sys.version_info[:2]))
    assert refusal(config_in(tmp_path, bare.address)).endswith(f": Python {minor}; expected 3.99, as here")


def sys_version() -> str:
    import platform

    return platform.python_version()


OTHER_VERSION = ("version.py", 'VERSION: Final = "0.1.0"', 'VERSION: Final = "0.0.9"')
OTHER_CODE = ("records.py", '"""', '"""Changed. ')


@pytest.mark.system
@pytest.mark.parametrize(
    ("file", "before", "after", "problem"),
    [
        (*OTHER_VERSION, "arena 0.0.9; expected 0.1.0, as here"),
        (*OTHER_CODE, "another state of arena 0.1.0; install there exactly what is installed here"),
        ("ladder/executors/dask_worker.py", "def describe", "def tell", "it has no arena, or another version"),
    ],
)
def test_a_worker_of_another_version_is_refused(bare, tmp_path, file, before, after, problem):
    (tmp_path / "other").mkdir()
    shutil.copytree(ROOT / "arena", tmp_path / "other/arena")
    changed = tmp_path / "other/arena" / file
    changed.write_text(changed.read_text().replace(before, after, 1))
    bare.add_worker(arena=tmp_path / "other")
    message = refusal(config_in(tmp_path, bare.address))
    assert message.startswith("worker tcp://")
    assert f": {problem}" in message


@pytest.mark.system
def test_a_worker_that_lacks_what_a_bot_needs_is_refused(bare, tmp_path, monkeypatch):
    bare.add_worker()
    monkeypatch.setattr("arena.ladder.entrants.package_versions", lambda modules: {"no-such-package": "1.0"})
    message = refusal(config_in(tmp_path, bare.address))
    assert message.startswith("worker tcp://")
    assert ": random_legal: no-such-package is not installed; expected 1.0" in message


def test_a_missing_extra_is_refused(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    monkeypatch.delitem(sys.modules, "arena.ladder.executors.dask_cluster", raising=False)
    monkeypatch.delitem(sys.modules, "arena.ladder.executors.dask_worker", raising=False)
    message = refusal(config_in(tmp_path, "tcp://127.0.0.1:9"))
    assert message.startswith("executor.kind: dask needs dask.distributed, which is not installed (")
    assert message.endswith("; pip install 'trick-arena[dask]', or use kind: local")
