"""What a sandboxed bot cannot do, with and without bubblewrap, and what it still can."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.bots.loading import LoadedBot, load_bot
from arena.hosts.hosts import Hosts
from arena.hosts.layers import REQUIRED, bubblewrap_works, missing_layers
from arena.hosts.limits import Limits
from arena.records import FaultKind
from tests.hosts.kit import BOTS, FOUR, Kit, middle_but, written

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Linux has sandboxes")


@pytest.fixture(scope="module", params=["", "bubblewrap"])
def sandbox(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[Kit]:
    if request.param and not bubblewrap_works():
        pytest.skip("bubblewrap does not start here")
    hosts = Hosts(tmp_path_factory.mktemp("sandbox"), wrapped=bool(request.param))
    yield Kit(hosts, "sandbox")
    hosts.close()


def test_every_required_layer_works_here() -> None:
    assert missing_layers() == []


def test_nothing_forbidden_goes_through(sandbox: Kit, tmp_path: Path, middle: LoadedBot) -> None:
    secret = tmp_path / "secret"
    secret.write_text("the cards")
    burglar = load_bot("burglar.py", BOTS)
    played = sandbox.play([burglar, middle], options={"secret": str(secret)})
    assert [fault.detail for fault in played.faults] == []


@pytest.mark.parametrize(
    ("without", "some"),
    [
        ("landlock", ["read-passwd", "read-secret", "list-root", "list-processes", "capabilities"]),
        (
            "seccomp",
            ["tcp", "memfd", "shared-mapping", "parents-clock", "lock", "signal-owner", "mincore"],
        ),
    ],
)
def test_without_one_layer_much_goes_through(
    tmp_path: Path, middle: LoadedBot, without: str, some: list[str]
) -> None:
    """So the attempts are real, and each layer is needed."""
    secret = tmp_path / "secret"
    secret.write_text("the cards")
    hosts = Hosts(tmp_path, tuple(layer for layer in REQUIRED if layer != without))
    try:
        played = Kit(hosts, "sandbox").play(
            [load_bot("burglar.py", BOTS), middle], options={"secret": str(secret)}
        )
    finally:
        hosts.close()
    assert [fault.seat for fault in played.faults] == [0]
    (log,) = (tmp_path / "logs").glob("*/*")
    assert set(some) - set(log.read_text().split()) == set()


def test_a_rivals_files_cannot_be_read(sandbox: Kit, tmp_path: Path, middle: LoadedBot) -> None:
    sandbox.play([middle, middle])
    staged = next(path for path in (sandbox.hosts._folder / "staged").iterdir() if path.name.startswith("middle"))
    spy = middle_but(tmp_path, f"def match_start(self, view): open({str(staged / 'middle.py')!r})", "spy.py")
    assert "PermissionError" in sandbox.play([spy, middle]).faults[0].detail


def test_what_a_bot_needs_still_works(sandbox: Kit, tmp_path: Path, middle: LoadedBot) -> None:
    bot = written(
        tmp_path,
        """
        import time
        from arena.bots import Bot

        class Worker(Bot):
            games = ("bridgette", "fiftysix")

            def match_start(self, view):
                import asyncio, concurrent.futures, csv, sqlite3, statistics, zoneinfo, xml.etree.ElementTree
                import arena.games.bridgette.state
                from pathlib import Path
                assert Path(__file__).read_text().startswith("\\nimport time")
                assert Path("worker.py").exists()
                assert [path.name for path in Path.cwd().iterdir()] == ["worker.py"]
                time.sleep(0.001), time.time(), time.monotonic(), time.process_time(), time.thread_time()
                time.strftime("%x"), time.localtime()
                __import__("random").SystemRandom().random()
                __import__("signal").signal(14, lambda *_: None)
                __import__("signal").setitimer(0, 0.001)
                __import__("decimal").Decimal(1) / 3
                with sqlite3.connect(":memory:") as db:
                    db.execute("create table t(x)")
                print("fine", flush=True)

            def act(self, view):
                return view.legal[len(view.legal) // 2]
        """,
        "worker.py",
    )
    assert [fault.detail + fault.trace for fault in sandbox.play([bot, middle]).faults] == []


NUMPY = """
import numpy as np
from arena.bots import Bot

class Numeric(Bot):
    games = ("bridgette", "fiftysix")

    def __init__(self):
        self.numbers = np.random.default_rng(self.rng.getrandbits(32))
        import numpy.polynomial, numpy.fft

    def act(self, view):
        a = self.numbers.random((60, 60))
        x = np.linalg.solve(a, a.sum(axis=1)) @ a
        order = np.argsort(x[: len(view.legal)])
        np.linalg.svd(a), np.sort(self.numbers.random(10**4))
        return view.legal[int(order[0]) if len(order) == len(view.legal) else 0]
"""


def test_numpy_works(sandbox: Kit, hosts: Hosts, tmp_path: Path) -> None:
    bot = written(tmp_path, NUMPY, "numeric.py")
    here = sandbox.play([bot] * 4, "fiftysix", FOUR)
    assert [fault.detail + fault.trace for fault in here.faults] == []
    assert here.result == Kit(hosts, "none").play([bot] * 4, "fiftysix", FOUR).result


def test_numpy_has_the_memory_of_the_limit_on_top_of_its_own(
    sandbox: Kit, tmp_path: Path, middle: LoadedBot
) -> None:
    body = "import numpy\ndef act(self, view):\n    self.numpy.ones({}, dtype='int8')\n    return view.legal[0]"
    for size, fault in ((80 * 2**20, None), (120 * 2**20, FaultKind.MEMORY)):
        bot = middle_but(tmp_path, body.format(size), f"n{size}.py")
        result = sandbox.play([middle, bot], limits=Limits(memory_mb=100)).result
        assert (result.fault and result.fault.kind) == fault


def test_torch_works(sandbox: Kit, tmp_path: Path, middle: LoadedBot) -> None:
    pytest.importorskip("torch")
    bot = written(
        tmp_path,
        """
        import torch
        from arena.bots import Bot

        class Network(Bot):
            games = ("bridgette",)

            def __init__(self):
                self.net = torch.nn.Sequential(torch.nn.Linear(8, 64), torch.nn.ReLU(), torch.nn.Linear(64, 1))

            def act(self, view):
                with torch.no_grad():
                    worth = self.net(torch.ones(len(view.legal), 8))
                return view.legal[int(worth.argmax())]
        """,
        "network.py",
    )
    limits = Limits(memory_mb=2048)
    assert [fault.detail + fault.trace for fault in sandbox.play([bot, middle], limits=limits).faults] == []
