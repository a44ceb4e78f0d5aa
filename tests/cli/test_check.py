"""`arena check`: a readable report, and an exit code."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from arena.cli.main import main

BROKEN = """
from arena.bots import BridgetteBot, Option
class Broken(BridgetteBot):
    OPTIONS = {"sound": Option(False, "whether it works")}
    def act(self, view):
        if view.phase == "play" and not self.options["sound"]:
            raise RuntimeError("no idea")
        return self.rng.choice(view.legal)
"""


def arena(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["arena", *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    assert isinstance(ended.value.code, int)
    return ended.value.code


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "broken.py").write_text(BROKEN)
    monkeypatch.chdir(tmp_path)
    return "broken.py"


def test_a_problem_ends_in_1_and_is_told_with_all_that_is_needed(
    broken: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert arena(monkeypatch, "check", broken, "--budget", "8") == 1
    shown = capsys.readouterr().out
    assert "Problem 1: crash" in shown
    assert "RuntimeError: no idea" in shown
    assert 'raise RuntimeError("no idea")' in shown
    assert "again   arena check broken.py --scene bridgette/" in shown
    assert "contract: " in shown
    assert shown.rstrip().endswith("broken.py: one problem found.")


def test_the_command_of_a_problem_shows_it_again(
    broken: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    arena(monkeypatch, "check", broken, "--budget", "8")
    again = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("  again"))
    assert arena(monkeypatch, *again.split()[2:]) == 1
    shown = capsys.readouterr().out
    assert "RuntimeError: no idea" in shown
    assert "plays: " in shown or "contract: " in shown


def test_options_are_read_as_in_a_config(
    broken: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert arena(monkeypatch, "check", broken, "--options", "sound=true", "--scene", "bridgette/bans/0") == 0
    assert "no problem" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere.py"], "no bot file 'nowhere.py'"),
        (["broken.py", "--options", "sond=true"], "did you mean 'sound'"),
        (["broken.py", "--options", "sound"], "expected KEY=VALUE"),
        (["broken.py", "--options", "sound=3"], "expected true or false"),
        (["broken.py", "--game", "fiftysix"], "the bot plays bridgette"),
        (["broken.py", "--scene", "bridgette/bnas/0"], "did you mean 'bans'"),
        (["broken.py", "--scene", "fiftysix/doubles/0"], "the bot plays bridgette"),
    ],
)
def test_bad_input_ends_in_2_and_one_message(
    broken: str,
    arguments: list[str],
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert arena(monkeypatch, "check", *arguments) == 2
    shown = capsys.readouterr()
    assert message in shown.err
    assert shown.out == ""


def test_a_sound_bot_ends_in_0_with_what_was_covered(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(Path(__file__).parents[2])
    assert arena(monkeypatch, "check", "bots/random_legal.py", "--budget", "8", "--game", "bridgette") == 0
    shown = capsys.readouterr().out
    for part in ("lead, the ban has lapsed (B23)", "discard", "Memory", "Alike", "Random  bridgette: "):
        assert part in shown
    assert "fiftysix" not in shown
    assert shown.rstrip().endswith("bots/random_legal.py: no problem found.")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_check_that_is_stopped_leaves_no_folder_and_no_process(number: signal.Signals, tmp_path: Path) -> None:
    (tmp_path / "tmp").mkdir()
    (tmp_path / "slow.py").write_text(
        "import time\nfrom arena.bots import BridgetteBot\n\nclass Slow(BridgetteBot):\n"
        "    def act(self, view):\n        time.sleep(0.2)\n        return view.legal[0]\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-m", "arena.cli.main", "check", "slow.py"],
        cwd=tmp_path,
        env=os.environ | {"TMPDIR": str(tmp_path / "tmp"), "PYTHONPATH": str(Path(__file__).parents[2])},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        until = time.monotonic() + 60
        while not list((tmp_path / "tmp").glob("arena-*/staged/candidate/slow.py")):
            assert time.monotonic() < until
            time.sleep(0.05)
        process.send_signal(number)
        _, told = process.communicate(timeout=30)
    finally:
        process.kill()
    assert process.returncode == 130
    assert told.endswith("Stopped: nothing was found out yet.\n")
    assert "Traceback" not in told
    assert list((tmp_path / "tmp").iterdir()) == []
