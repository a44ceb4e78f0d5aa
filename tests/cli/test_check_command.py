"""`arena check` for a program in any language."""

import re
import sys
from pathlib import Path

import pytest

from arena.cli.main import main
from tests.hosts.command.kit import ANSWERING, EXTERNAL, LOOP, PYTHON


def check(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["arena", "check", *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    assert isinstance(ended.value.code, int)
    return ended.value.code


def test_a_sound_program_is_walked_and_checked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(EXTERNAL)
    assert check(monkeypatch, "--budget", "4", "--game", "bridgette", "--", PYTHON, "first_legal.py") == 0
    shown = capsys.readouterr().out
    assert "  bridgette: discard (" in shown
    assert "exchange 12 cards (B8)" in shown
    assert "matches came out the same a second time" in shown
    in_use = re.search(r"Memory +(\d+\.\d) MB in use at most", shown)
    assert in_use is not None
    assert 5 < float(in_use[1]) < 50
    assert shown.rstrip().endswith("first_legal.py: no problem found.")


def test_a_wrong_program_ends_in_1_with_an_explanation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bot").write_text(f"#!{PYTHON}\nprint('hello')\n")
    (tmp_path / "bot").chmod(0o755)
    assert check(monkeypatch, "./bot") == 1
    shown = capsys.readouterr().out
    assert "At hello: wrote a line that is no reply" in shown
    assert "what to do" in shown


def test_chance_without_a_seed_is_found_and_can_be_seen_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    body = """
import random
def act(line):
    return random.sample(line["legal"], line["count"]) if "count" in line else random.choice(line["legal"])
"""
    (tmp_path / "chance.py").write_text(ANSWERING + body + LOOP)
    assert check(monkeypatch, "--budget", "4", "--game", "bridgette", "--", PYTHON, "chance.py") == 1
    shown = capsys.readouterr().out
    assert "nondeterministic" in shown
    again = next(line for line in shown.splitlines() if line.startswith("  again")).split()[3:-1]
    assert again[-3:] == ["--", PYTHON, "chance.py,"]
    again[-1] = "chance.py"
    assert check(monkeypatch, *again) == 0
    assert "no problem" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--", "nodee", "x.mjs"], "no program 'nodee' on the PATH"),
        (["--", PYTHON, "none.py"], "no file 'none.py': looked in"),
        (["--options", "a=1", "--", PYTHON, "x"], "--options: a command has none"),
        (["--", PYTHON, "later.py"], "the program speaks protocol 2; this arena speaks protocol 1; write for"),
    ],
)
def test_bad_input_is_one_message(
    arguments: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "later.py").write_text(ANSWERING.replace('"protocol": 1', '"protocol": 2') + LOOP)
    assert check(monkeypatch, *arguments) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "arguments", "told"),
    [
        ("bot.c", ["bot.c"], "compile it, and give the program that comes of it: arena check -- ./bot"),
        ("bot.c", ["--", "./bot.c", "x"], "compile it"),
        ("bot.rs", ["--", "bot.rs"], "compile it"),
        ("bot.mjs", ["bot.mjs"], "name what runs it first: [node, bot.mjs]"),
        ("bot.rb", ["bot.rb"], "name what runs it first: [ruby, bot.rb]"),
        ("bot.zip", ["bot.zip"], "a zip file; unpack it, and give the folder"),
    ],
)
def test_a_file_that_cannot_be_run_is_told_with_what_to_do(
    name: str,
    arguments: list[str],
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_text("int main() {}")
    assert check(monkeypatch, *arguments) == 2
    assert told in capsys.readouterr().err


def test_a_folder_that_names_a_command_is_checked_and_its_files_are_called_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "arena-bot.yaml").write_text("command: [python3, late.py]\n")
    body = """
def act(line):
    if line["decision"] == "play" and len(line["hand"]) < 9:
        raise ValueError("late")
    return first_legal(line)
"""
    (tmp_path / "bot" / "late.py").write_text(ANSWERING + body + LOOP)
    assert check(monkeypatch, "--budget", "3", "bot") == 1
    shown = capsys.readouterr().out
    assert "late.py" in shown
    assert "arena-passing-" not in shown
