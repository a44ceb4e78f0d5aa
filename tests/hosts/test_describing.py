"""Learning what bots declare without running their code in this process, and what is said of those that cannot."""

import os
import sys
from pathlib import Path

import pytest

from arena.bots.bundle import MANIFEST, Shelf, read_bundle
from arena.bots.declarations import Facts
from arena.bots.loading import BotError, find_bot, load_bot
from arena.hosts.describing import describe, load_apart
from arena.hosts.hosts import Hosts, passing_hosts
from arena.hosts.limits import Limits
from tests.hosts.kit import Kit, written

LIMITS = Limits(startup_s=0.5)
MINE = """
import os
from arena.bots import BridgetteBot, Option

PROCESS = os.getpid()

class Mine(BridgetteBot):
    OPTIONS = {"depth": Option(3, "how far", low=1), "style": Option("bold", "how", choices=("bold", "meek"))}
    timed = True

    def act(self, view):
        return view.legal[0]
"""


def test_a_bot_loaded_apart_is_the_same_bot(apart: Kit, tmp_path: Path) -> None:
    here = written(tmp_path, MINE, "mine.py")
    loaded, facts = load_apart(apart.hosts, "mine.py", tmp_path, apart.isolation, LIMITS)
    assert facts == Facts.of("Mine", here.bot_class)
    assert (loaded, loaded.version({}), loaded.default_name) == (here, here.version({}), here.default_name)


def test_its_code_runs_in_this_process_only_when_its_class_is_asked_for(hosts: Hosts, tmp_path: Path) -> None:
    (tmp_path / "loud.py").write_text(MINE + f"open({str(tmp_path / 'seen')!r}, 'a').write(f'{{PROCESS}} ')\n")
    loaded, _ = load_apart(hosts, "loud.py", tmp_path, "process", LIMITS)
    (process,) = (tmp_path / "seen").read_text().split()
    assert int(process) != os.getpid()
    assert loaded.bot_class.__name__ == "Mine"
    assert (tmp_path / "seen").read_text().split() == [process, str(os.getpid())]


def test_a_sandboxed_bot_touches_nothing_when_it_is_asked(hosts: Hosts, tmp_path: Path) -> None:
    (tmp_path / "loud.py").write_text(f"open({str(tmp_path / 'seen')!r}, 'w')\n{MINE}")
    with pytest.raises(BotError, match=r"loud\.py:1: PermissionError"):
        load_apart(hosts, "loud.py", tmp_path, "sandbox", LIMITS)
    assert not (tmp_path / "seen").exists()


LIKE_HERE = {
    "bot.py": ["def (:", "x = 1/0", "import sys; sys.exit('no')", "x = 1", "import beside"],
    "bot.py:Other": [MINE],
    "bot.py:Mien": [MINE],
    "folder": ["import helper", "import helper.deep", "import nowhere"],
    "folder/bot.py": ["import helper"],
    "nothing.py": [""],
    "nothing": [""],
}
LIKE_HERE["bot.py"] += [
    "from arena.bots import BridgetteBot\nclass A(BridgetteBot): pass",
    "from arena.bots import BridgetteBot\nclass A(BridgetteBot): pass\nclass B(BridgetteBot): pass",
    "from arena.bots import Bot\nclass A(Bot):\n    games = ('chess',)\n    timed = 1\n    OPTIONS = {'x': 3}",
]


@pytest.mark.parametrize(("spec", "source"), [(spec, source) for spec in LIKE_HERE for source in LIKE_HERE[spec]])
def test_errors_are_those_of_loading_it_here(hosts: Hosts, tmp_path: Path, spec: str, source: str) -> None:
    folder = tmp_path / "folder"
    (folder / "helper").mkdir(parents=True)
    (folder / MANIFEST).write_text("bot: bot.py")
    (folder / "helper/__init__.py").write_text("")
    (folder / "helper/deep.py").write_text("1 +")
    (tmp_path / "beside.py").write_text("")
    for place in (tmp_path, folder):
        (place / "bot.py").write_text(source)
    found = []
    for load in (
        lambda: load_bot(spec, tmp_path),
        lambda: load_apart(hosts, spec, tmp_path, "process", LIMITS),
    ):
        try:
            load()
        except BotError as error:
            found.append(str(error))
    assert found in ([], [found[0]] * 2)


def test_what_lies_beside_the_bot_is_hinted_at(hosts: Hosts, tmp_path: Path) -> None:
    (tmp_path / "beside.py").write_text("")
    (tmp_path / "bot.py").write_text("import beside")
    with pytest.raises(BotError, match=r"to have beside\.py with it, put both in a folder of their own"):
        load_apart(hosts, "bot.py", tmp_path, "process", LIMITS)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("import os; os._exit(5)", "ended with exit code 5"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "was ended by signal 9 (killed)"),
        ("while True: pass", "longer than startup_s, 0.5 s of CPU time, to start"),
        ("import time; time.sleep(60)", "does not answer, though it computes little or nothing"),
        ("print('well'); x = bytearray(1 << 40)", "MemoryError"),
        (
            "import os\nfrom arena.hosts import wire\nos.write(3, wire.framed(wire.Heard(1)))\nos._exit(0)",
            "said something else than what its class declares",
        ),
        ("import os\nos.write(3, bytes([0, 0, 0, 1, 0xC1]))\nos._exit(0)", "what is no message of the protocol"),
    ],
)
def test_a_bot_that_cannot_be_asked_is_explained(hosts: Hosts, tmp_path: Path, source: str, message: str) -> None:
    (tmp_path / "bad.py").write_text(source)
    with pytest.raises(BotError) as told:
        load_apart(hosts, "bad.py", tmp_path, "process", LIMITS)
    assert str(told.value).startswith("bad.py:")
    assert message in str(told.value)


@pytest.mark.parametrize("lie", ["games=()", "games=('chess',)", "options={'x': Option(1, 'x', low=9)}"])
def test_a_lie_that_no_declaration_could_be_is_refused(hosts: Hosts, tmp_path: Path, lie: str) -> None:
    told = {"class_name": "'Mine'", "games": "('bridgette',)", "options": "{}", "timed": "False"}
    key, _, value = lie.partition("=")
    facts = ", ".join(f"{name}={word}" for name, word in (told | {key: value}).items())
    (tmp_path / "liar.py").write_text(
        f"{MINE}\nfrom arena.hosts import declaring\nfrom arena.hosts.wire import Declared\n"
        f"from arena.bots.declarations import Facts\ndeclaring.Declared = lambda _: Declared(Facts({facts}))\n"
    )
    with pytest.raises(BotError, match="tampered with the answer"):
        load_apart(hosts, "liar.py", tmp_path, "process", LIMITS)


def test_a_bundle_on_the_shelf_is_loaded_apart_too(hosts: Hosts, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(MINE)
    kept = read_bundle(tmp_path / "mine.py")
    shelf = Shelf(tmp_path / "shelf")
    shelf.put(kept)
    loaded, facts = load_apart(hosts, kept.hash, tmp_path, "process", LIMITS, shelf)
    assert (loaded.bundle, facts.class_name) == (kept.hash, "Mine")


def test_an_installed_bot_is_imported_here(hosts: Hosts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "installed_apart.py").write_text(MINE)
    monkeypatch.syspath_prepend(tmp_path)
    loaded, facts = load_apart(hosts, "installed_apart:Mine", tmp_path, "process", LIMITS)
    assert os.getpid() == sys.modules["installed_apart"].PROCESS
    assert (loaded.games, facts.timed) == (("bridgette",), True)


def test_packages_that_a_bot_imports_are_there_and_count_for_nothing(hosts: Hosts, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(f"import numpy\n{MINE}")
    found = find_bot("mine.py", tmp_path)
    assert found is not None
    assert describe(hosts, found, "process", Limits(startup_s=0.5, memory_mb=64)).class_name == "Mine"


def test_nothing_is_left_of_hosts_for_a_while(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(MINE)
    with passing_hosts() as hosts:
        folder = hosts._folder
        load_apart(hosts, "mine.py", tmp_path, "process", LIMITS)
        assert list(folder.iterdir()) != []
    assert not folder.exists()
