"""Finding the program and the files of a command, and its version; nothing is run."""

import sys
from pathlib import Path

import pytest

from arena.bots.command import load_command
from arena.bots.files import BotError

PROGRAM = sys.executable


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A config's folder with programs, and another one in which commands are run."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    base = tmp_path / "configs"
    for name in ("bots/mine.py", "bots/weights.bin", "bots/other/more.txt", "bots/other/.hidden"):
        path = base / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    (base / "bots" / "own").write_text("#!/bin/sh\n")
    (base / "bots" / "own").chmod(0o755)
    return base


def test_the_words_that_name_files_are_replaced_by_their_copies(folder: Path) -> None:
    command = load_command([PROGRAM, "bots/mine.py", "--depth", "3", "bots/weights.bin"], folder)
    assert [(file.name, file.content) for file in command.files] == [
        ("0/mine.py", b"bots/mine.py"),
        ("0/weights.bin", b"bots/weights.bin"),
    ]
    assert command.line(Path("/staged")) == (
        PROGRAM,
        "/staged/0/mine.py",
        "--depth",
        "3",
        "/staged/0/weights.bin",
    )
    assert command.default_name == "mine"
    assert command.spec == f"{PROGRAM} bots/mine.py --depth 3 bots/weights.bin"


def test_a_folder_stands_for_all_its_files(folder: Path) -> None:
    command = load_command([PROGRAM, "bots/other", "bots/mine.py"], folder)
    assert [file.name for file in command.files] == ["0/mine.py", "0/other/more.txt"]
    assert command.line(Path("/staged"))[1:] == ("/staged/0/other", "/staged/0/mine.py")


def test_files_of_different_folders_lie_apart(folder: Path) -> None:
    command = load_command([PROGRAM, "bots/mine.py", "bots/other/more.txt"], folder)
    assert [file.name for file in command.files] == ["0/mine.py", "1/more.txt"]


def test_a_relative_path_is_looked_for_beside_the_config_then_in_the_current_folder(folder: Path) -> None:
    for place, text in ((Path.cwd(), "current"), (folder, "config")):
        (place / "x.py").write_text(text)
        assert load_command([PROGRAM, "x.py"], folder).files[0].content == text.encode()


def test_a_plain_name_is_looked_for_on_the_path(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(folder / "bots"))
    command = load_command(["own", "bots/mine.py"], folder)
    assert command.program == str(folder / "bots" / "own")
    assert not command.is_own
    assert [file.name for file in command.files] == ["0/mine.py"]


def test_a_program_at_a_relative_path_is_one_of_the_bots_files(folder: Path) -> None:
    command = load_command(["bots/own", "fast"], folder)
    assert command.is_own
    assert command.line(Path("/staged")) == ("/staged/0/own", "fast")
    assert command.default_name == "own"


def test_a_link_to_a_program_is_a_program_of_this_machine(folder: Path) -> None:
    (folder / "python").symlink_to(Path(PROGRAM).resolve())
    command = load_command(["./python", "bots/mine.py"], folder)
    assert command.line(Path("/staged"))[0] == str(folder / "python")
    assert [file.name for file in command.files] == ["0/mine.py"]


def test_other_words_are_left_alone(folder: Path) -> None:
    words = [PROGRAM, "bots/mine.py", "--file=bots/none.py", "-x", "", "plain", "a:b"]
    assert load_command(words, folder).line(Path("/s"))[2:] == tuple(words[2:])


def test_the_version_follows_from_files_words_and_noise_and_from_nothing_else(
    folder: Path, tmp_path: Path
) -> None:
    def version(*words: str, base: Path = folder) -> str:
        return load_command([PROGRAM, *words], base).version({})

    first = version("bots/mine.py", "a")
    assert version("bots/mine.py", "a") == first
    assert version("bots/mine.py", "b") != first
    assert version("./bots/mine.py", "a") != first
    assert len(first) == 12
    command = load_command([PROGRAM, "bots/mine.py", "a"], folder)
    assert len({first, command.version({}, 0.1), command.version({}, 0.2)}) == 3
    elsewhere = tmp_path / "elsewhere" / "bots"
    elsewhere.mkdir(parents=True)
    (elsewhere / "mine.py").write_text("bots/mine.py")
    assert version("bots/mine.py", "a", base=elsewhere.parent) == first
    (elsewhere / "mine.py").write_text("changed")
    assert version("bots/mine.py", "a", base=elsewhere.parent) != first


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "expected a program and what it is given, such as [node, bots/external/first_legal.mjs]"),
        ([""], "expected a program and what it is given"),
        (["no-such-program"], "no program 'no-such-program' on the PATH; install it, or give its path"),
        (["/no/such/program"], "the program /no/such/program does not exist; expected one that can be run"),
        ([PROGRAM, "bots/mime.py"], "no file 'bots/mime.py': looked in"),
        ([PROGRAM, "bots/mime.py"], "did you mean 'mine.py'?"),
        ([PROGRAM, "mine.mjs"], "no file 'mine.mjs': looked in"),
        ([PROGRAM, "a/b"], "no file 'a/b': looked in"),
        (["bots/mine.py"], "bots/mine.py cannot be executed; make it executable (chmod +x), or name what runs it"),
        (["bots/other"], "no file 'bots/other'"),
        ([PROGRAM, "bots/big"], "too big for a bot; at most 64 MB are taken"),
        ([PROGRAM, "bots/linked"], "a symbolic link; a bot is made of regular files only"),
    ],
)
def test_what_is_wrong_is_said(folder: Path, words: list[str], message: str) -> None:
    with (folder / "bots" / "big").open("wb") as big:
        big.truncate(65 << 20)
    (folder / "bots" / "linked").mkdir()
    (folder / "bots" / "linked" / "x").symlink_to("/etc/hosts")
    with pytest.raises(BotError) as told:
        load_command(words, folder)
    assert message in str(told.value)
    assert "\n" not in str(told.value)


def test_a_program_that_cannot_be_executed_is_said(folder: Path) -> None:
    with pytest.raises(BotError, match=r"weights\.bin is not executable; expected one that can be run"):
        load_command([str(folder / "bots" / "weights.bin")], folder)


def test_a_command_says_of_itself_what_a_bots_class_does(folder: Path) -> None:
    command = load_command([PROGRAM, "bots/mine.py"], folder).answering(["bridgette"], timed=True)
    assert command.games == ("bridgette",)
    assert command.bot_class.games == ("bridgette",)
    assert command.bot_class.timed
    assert command.bot_class.OPTIONS == {}
