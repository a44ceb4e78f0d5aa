"""The section of bots/README.md on a bot that loses: every command in it works on the ladder of that page."""

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from arena.cli.main import app
from arena.ladder.entrants import load_ladder
from arena.ladder.runner import run_ladder

ROOT = Path(__file__).parents[2]
README = (ROOT / "bots" / "README.md").read_text(encoding="utf-8")
SECTION = README.split("## When it loses")[1].split("\n## ")[0]
COMMANDS = re.search(r"```sh\n(.*?)```", SECTION, re.DOTALL)[1].splitlines()  # type: ignore[index]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the bot and the ladder of the page have been saved and run."""
    folder = tmp_path_factory.mktemp("author")
    (folder / "configs").mkdir()
    (folder / "bots").mkdir()
    for name in ("random_legal.py", "fiftysix_plain.py"):
        (folder / "bots" / name).write_bytes((ROOT / "bots" / name).read_bytes())
    bot, config = (re.search(rf"```{kind}\n(.*?)```", README, re.DOTALL)[1] for kind in ("python", "yaml"))  # type: ignore[index]
    (folder / "bots" / "mine56.py").write_text(bot, encoding="utf-8")
    few = re.sub(r"sets_per_pairing: \d+", "sets_per_pairing: 2", config) + "isolation: none\n"
    (folder / "configs" / "mine56.yaml").write_text(few, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        run_ladder(load_ladder(Path("configs/mine56.yaml")), Path("results/mine56"), workers=0, quiet=True)
    return folder


def run(command: str, typed: str = "") -> str:
    done = CliRunner().invoke(app, shlex.split(command)[1:], input=typed)
    assert done.exit_code == 0, done.output
    return done.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_works(folder: Path, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    monkeypatch.chdir(folder)
    found = re.search(r"arena replay mine56 (\S+) --deal", run(COMMANDS[0]))
    assert found
    typed = "d" * 400 if "--watch" in command else "1\n" * 9000
    assert run(command.replace("MATCH", found[1]), typed)


def test_the_section_shows_each_of_them() -> None:
    shown = " ".join(COMMANDS)
    for option in ("--worst", "--against", "-n", "--deal", "--with", "--watch", "arena play"):
        assert option in shown
