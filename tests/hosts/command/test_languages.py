"""Programs of the usual kinds play in the sandbox as they are, with bubblewrap and without."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.bots.command import Command
from arena.hosts.hosts import Hosts
from arena.hosts.layers import REQUIRED, bubblewrap_works, missing_layers
from tests.hosts.command.kit import EXTERNAL, HERE, PYTHON, command, first_legal
from tests.hosts.kit import FOUR, Kit

pytestmark = pytest.mark.skipif(sys.platform != "linux" or bool(missing_layers()), reason="no sandbox here")

PROGRAMS = HERE / "programs"
WORDS = {
    "sh": ["sh", "first_legal.sh"],
    "bash": ["bash", "first_legal.sh"],
    "awk": ["awk", "-f", "first_legal.awk"],
    "mawk": ["mawk", "-f", "first_legal.awk"],
    "gawk": ["gawk", "-f", "first_legal.awk"],
    "perl": ["perl", "first_legal.pl"],
    "python": [PYTHON, str(EXTERNAL / "first_legal.py")],
    "node": ["node", str(EXTERNAL / "first_legal.mjs")],
}


@pytest.fixture(scope="module", params=["bare", "bubblewrap"])
def boxed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kit]:
    wrapped = request.param == "bubblewrap"
    if wrapped and not bubblewrap_works():
        pytest.skip("bubblewrap does not start here")
    hosts = Hosts(tmp_path_factory.mktemp("hosts"), REQUIRED, wrapped=wrapped)
    yield Kit(hosts, "sandbox")
    hosts.close()


def check(boxed: Kit, program: Command) -> None:
    """Play a match of 56 with the program in two seats."""
    seats = [first_legal(), program] * 2
    played = boxed.play(seats, "fiftysix", FOUR, isolation=["none", "sandbox"] * 2)
    assert [(fault.detail, fault.trace) for fault in played.faults] == []


@pytest.mark.parametrize("name", WORDS)
def test_a_program_plays_in_the_sandbox(boxed: Kit, name: str) -> None:
    program, *words = WORDS[name]
    found = shutil.which(program)
    if found is None:
        pytest.skip(f"{program} is not installed")
    if Path(found).resolve().name == "mawk":
        words = ["-W", "interactive", *words]  # else it reads whole blocks
    check(boxed, command(program, *words, base=PROGRAMS))


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
def test_a_compiled_program_plays_in_the_sandbox(boxed: Kit, tmp_path: Path) -> None:
    subprocess.run(["cc", "-O1", "-o", tmp_path / "first", PROGRAMS / "first_legal.c"], check=True)
    check(boxed, command("./first", base=tmp_path))


@pytest.mark.skipif(shutil.which("javac") is None, reason="there is no Java compiler")
def test_a_java_program_plays_in_the_sandbox(boxed: Kit, tmp_path: Path) -> None:
    subprocess.run(["javac", "-d", tmp_path, PROGRAMS / "FirstLegal.java"], check=True)
    check(boxed, command("java", "-cp", str(tmp_path), "FirstLegal", base=tmp_path))
