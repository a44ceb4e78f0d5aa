"""The `arena` command as a whole."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from arena.cli.commands import Commands
from arena.cli.main import main
from arena.cli.streams import READER_GONE
from arena.ladder.stored import open_ladder
from tests.ladder.kit import write_config
from tests.report.kit import stored

ROOT = Path(__file__).parents[2]


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
    for name, command in Commands().items():
        assert name in listed
        assert arena(monkeypatch, name, "--help") == 0
        shown = capsys.readouterr().out
        assert f"Example: arena {name}" in shown
        assert "<bool>" not in shown, "a flag takes no value"
        for argument in command.params:
            if argument.param_type_name == "argument":
                assert argument.metavar is not None
                assert argument.metavar[0].isupper()


def test_what_a_bot_says_does_nothing_to_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Texts that a bot chose and that an error quotes: a message, a name, an option."""
    rude = r"\x1b]0;x\x07\x1b[31m\x9b2J"
    body = "    def call(self, view): ...\n    def play(self, view): ...\n    def discard(self, view): ...\n"
    head = "from arena.bots import BridgetteBot\n"
    for text in (
        f'raise ValueError("boo {rude}")\n',
        f'{head}class B(BridgetteBot):\n    OPTIONS = {{"a{rude}": 1}}\n{body}',
        f'{head}class B(BridgetteBot):\n{body}B.__name__ = "B{rude}"\n',
    ):
        (tmp_path / "rude.py").write_text(text)
        monkeypatch.chdir(tmp_path)
        arena(monkeypatch, "check", "rude.py", "--budget", "1", "--isolation", "none")
        shown = capsys.readouterr()
        assert "".join((shown.out + shown.err).split("\n")).isprintable()


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


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return stored(tmp_path_factory.mktemp("ladder"), "abc")


GONE = (READER_GONE, "")
FULL = (2, "standard output cannot be written: No space left on device\n")


@pytest.mark.parametrize(
    ("command", "shell", "expected"),
    [
        ("--help", "| true", GONE),
        ("--version", "| true", GONE),
        ("standings RESULTS", "| true", GONE),
        ("standings RESULTS", "> /dev/full", FULL),
        ("standings RESULTS", ">&-", (0, "")),
        ("standings RESULTS", "2> /dev/full", (0, "")),
        ("standings RESULTS", "<&- >&- 2>&-", (0, "")),
        ("export RESULTS --table sets", "| true", GONE),
        ("export RESULTS --table sets", "> /dev/full", FULL),
        ("export RESULTS --table sets", ">&-", (0, "")),
        ("standings nowhere", ">&-", (2, "nowhere: no such ladder")),
        ("standings nowhere", "2>&-", (2, "")),
        ("standings --pol x", "2> /dev/full", (2, "")),
    ],
)
def test_wherever_the_output_leads_there_is_an_exit_code_and_no_traceback(
    results: Path, command: str, shell: str, expected: tuple[int, str]
) -> None:
    """As with `| head`; here the reader is gone before a word has been written."""
    done = process(*(str(results) if word == "RESULTS" else word for word in command.split()), shell=shell)
    code, error = expected
    assert done.returncode == code
    assert done.stderr.startswith(error)
    assert done.stderr.count("\n") <= 1


def test_report_writes_all_files_even_if_nobody_reads_where_they_are(results: Path, tmp_path: Path) -> None:
    for number, (shell, expected) in enumerate([("| true", GONE), ("> /dev/full", FULL), (">&-", (0, ""))]):
        done = process("report", str(results), "--out", str(tmp_path / str(number)), shell=shell)
        assert (done.returncode, done.stderr) == expected
        assert len(list((tmp_path / str(number)).iterdir())) == 8


def test_a_run_goes_on_if_nobody_reads_what_it_says_on_the_side(tmp_path: Path) -> None:
    config = write_config(tmp_path)
    done = process("run", str(config), "--out", str(tmp_path / "out"), shell="2>&1 | true")
    assert (done.returncode, done.stderr) == GONE
    with open_ladder(tmp_path / "out") as ladder:
        assert ladder.finished("bridgette") == 12
        assert ladder.sessions()[0].reason == "the end of the schedule is reached"


def test_signs_that_an_encoding_lacks_are_escaped(results: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    done = process("standings", "--help")
    assert done.returncode == 0
    assert "\\u2212 3 sigma" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (
            ["export", "--format", "xml"],
            "Invalid value for '--format': 'xml' is not one of 'jsonl', 'csv', 'parquet'",
        ),
        (["play", "bridge"], "Invalid value for 'GAME': 'bridge' is not one of 'bridgette', 'fiftysix'"),
        (["run"], "Missing argument 'CONFIG'"),
        (["replay", "quick", "x", "--deal", "two"], "Invalid value for '--deal'"),
    ],
)
def test_a_wrong_value_is_told_in_plain_words(
    arguments: list[str], told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert arena(monkeypatch, *arguments) == 2
    shown = capsys.readouterr().err
    assert told in shown
    assert "Value error" not in shown


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
