"""The `arena` command as a whole."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from arena.cli.main import app, main

ROOT = Path(__file__).parents[2]
COMMANDS = ("run", "standings", "report", "replay", "export", "verify")


def arena(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    """Run the command line in this process; its exit code."""
    monkeypatch.setattr(sys, "argv", ["arena", *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    code = ended.value.code
    assert isinstance(code, int)
    return code


def process(*arguments: str, shell: str = "") -> "subprocess.CompletedProcess[str]":
    """Run the command line in a process of its own, if asked at the front of a shell pipe."""
    command = [sys.executable, "-m", "arena.cli.main", *arguments]
    if shell:
        command = ["bash", "-c", f'set -o pipefail; "$@" {shell}', "arena", *command]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def test_every_command_is_listed_and_has_help_with_an_example(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert arena(monkeypatch, "--help") == 0
    listed = capsys.readouterr().out
    names = [command.name or command.callback.__name__ for command in app.registered_commands if command.callback]
    assert set(names) >= set(COMMANDS)
    for name in names:
        assert name in listed
        assert arena(monkeypatch, name, "--help") == 0
        assert f"Example: arena {name}" in capsys.readouterr().out


def test_without_a_command_the_help_is_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    arena(monkeypatch)
    assert "Usage: arena" in capsys.readouterr().out


def test_a_misspelt_command_is_suggested(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert arena(monkeypatch, "standing") == 2
    assert "Did you mean 'standings'?" in capsys.readouterr().err


def test_version(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert arena(monkeypatch, "--version") == 0
    assert capsys.readouterr().out.startswith("arena ")


def test_bad_input_is_one_message_and_exit_code_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    for command in ("standings", "report", "export", "verify"):
        assert arena(monkeypatch, command, "nowhere") == 2
        shown = capsys.readouterr()
        assert shown.out == ""
        assert shown.err.startswith("nowhere: no such ladder")
        assert shown.err.count("\n") == 1


def test_it_runs_as_a_module() -> None:
    result = process("--version")
    assert (result.returncode, result.stderr) == (0, "")


def test_a_reader_that_goes_away_is_no_error() -> None:
    """As with `| head`; here the reader is gone before a word has been written."""
    for arguments in (["--help"], ["--version"]):
        assert process(*arguments, shell="| true").stderr == ""


def test_the_command_runs_with_fixed_hashes_whatever_the_environment_says(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(
        "import os\nfrom arena.bots import BridgetteBot\n"
        "class B(BridgetteBot):\n  act = print\n"
        "raise RuntimeError(f\"hash seed {os.environ['PYTHONHASHSEED']}\")\n"
    )
    (tmp_path / "x.yaml").write_text(
        "ladder: x\ngames: [{id: b, game: bridgette}]\nformat: {kind: round_robin, sets_per_pairing: 1}\n"
        "entrants: [{bot: bot.py}]\n"
    )
    for seed in ({}, {"PYTHONHASHSEED": "7"}):
        done = subprocess.run(
            [sys.executable, "-m", "arena.cli.main", "run", "x.yaml"],
            cwd=tmp_path,
            env={"PYTHONPATH": str(ROOT), "PATH": os.environ["PATH"]} | seed,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 2
        assert "hash seed 0" in done.stderr
