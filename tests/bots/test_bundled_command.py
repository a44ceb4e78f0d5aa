"""Programs in bundles: a folder whose `arena-bot.yaml` names a command, which anybody may have written."""

import shutil
from pathlib import Path

import pytest

from arena.bots.bundle import MANIFEST, read_bundle
from arena.bots.command import Command, bundled_command
from arena.bots.files import BotError
from arena.bots.loading import load_bot

FILES = {"mine.mjs": "//", "json.py": "", "nets/w.bin": "w", "own": "#!/usr/bin/env node\n", "bin": "\x7fELF"}


def load(folder: Path, command: str, **files: str) -> Command:
    for name, content in {**FILES, **files, MANIFEST: f"command: {command}\n"}.items():
        (folder / "bot" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "bot" / name).write_text(content)
    return bundled_command(read_bundle(folder / "bot"), folder / "bot", "bot")


def test_words_that_name_files_or_folders_of_the_bundle_stand_for_them(tmp_path: Path) -> None:
    command = load(tmp_path, "[sh, mine.mjs, ./nets, nets/w.bin, --flag, plain, '.']")
    assert command.line(Path("/s")) == (
        *(str(shutil.which("sh", path="/usr/local/bin:/usr/bin:/bin")), "/s/mine.mjs", "/s/nets", "/s/nets/w.bin"),
        *("--flag", "plain", "/s"),
    )
    assert command.default_name == "bot"
    assert command.bundle == read_bundle(tmp_path / "bot").hash


@pytest.mark.parametrize("program", ["./own", "./bin"])
def test_a_program_of_its_own_needs_no_mode_as_zip_files_lose_it(program: str, tmp_path: Path) -> None:
    command = load(tmp_path, f"[{program}]")
    assert command.is_own
    assert command.line(Path("/s")) == (f"/s/{program[2:]}",)


def test_the_version_is_that_of_all_files(tmp_path: Path) -> None:
    first = load(tmp_path, "[sh, mine.mjs]").version({})
    (tmp_path / "bot" / "nets" / "w.bin").write_text("other")
    assert bundled_command(read_bundle(tmp_path / "bot"), tmp_path / "bot", "bot").version({}) != first


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("[nodee, mine.mjs]", "no program 'nodee' on the PATH"),
        ("[sh, min.mjs]", "no file 'min.mjs' in the folder; did you mean 'mine.mjs'?"),
        ("[sh, nets/none]", "no file 'nets/none' in the folder"),
        ("[/bin/sh, mine.mjs]", "'/bin/sh' is not in the folder; expected a program by its plain name"),
        ("[sh, /etc/passwd]", "'/etc/passwd' is not in the folder"),
        ("[sh, ../secret]", "'../secret' is not in the folder"),
        ("[sh, nets/../../secret]", "'nets/../../secret' is not in the folder"),
        ("[./nets]", "no file './nets' in the folder"),
        ("[./evil]", "evil is to be run by '/root/.ssh/id_rsa', as its first line says"),
        ("[./dots]", "dots is to be run by '/usr/../root/x', as its first line says"),
    ],
)
def test_what_it_may_not_name_is_told(command: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("")
    with pytest.raises(BotError) as refusal:
        load(tmp_path, command, evil="#!/root/.ssh/id_rsa\n", dots="#! /usr/../root/x y\n")
    assert str(refusal.value).startswith("bot/arena-bot.yaml: command: ")
    assert told in str(refusal.value)


def test_it_cannot_be_held_in_this_process(tmp_path: Path) -> None:
    load(tmp_path, "[sh, mine.mjs]")
    with pytest.raises(BotError, match=r"a command .* cannot be held in this process"):
        load_bot("bot", tmp_path)
