"""Every bot in bots/ keeps the contract; a new file there is covered by itself."""

import ast
import os
import subprocess
import sys

import pytest

from tests.kit import ROOT, check_bot

BOTS = sorted(f"bots/{path.name}" for path in (ROOT / "bots").glob("*.py"))

DIGEST = """
import hashlib, sys
from tests.kit import transcripts
for spec in sys.argv[1:]:
    print(spec, hashlib.sha256(b"|".join(transcripts(spec))).hexdigest())
"""


@pytest.mark.parametrize("spec", BOTS)
def test_bot_plays_every_seat_of_every_variant_alike_and_without_fault(spec: str) -> None:
    check_bot(spec)


def test_bots_play_alike_whatever_the_hash_seed_of_the_process() -> None:
    def digests(hash_seed: str) -> str:
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        command = [sys.executable, "-c", DIGEST, *BOTS]
        run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
        return run.stdout

    first = digests("0")
    assert len(first.splitlines()) == len(BOTS)
    assert digests("1") == first


@pytest.mark.parametrize("spec", BOTS)
def test_bot_is_self_contained(spec: str) -> None:
    """One file: nothing but the standard library, the bots' interface, the cards, the games and the solvers."""
    allowed = ("arena.bots", "arena.cards", "arena.games", "arena.solvers")
    for node in ast.walk(ast.parse((ROOT / spec).read_text(encoding="utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0
            assert not any(alias.name.startswith("_") for alias in node.names)
            names = [node.module or ""]
        for name in names:
            assert name.startswith(allowed) or name.split(".")[0] in sys.stdlib_module_names, name
            assert name.split(".")[0] not in ("time", "datetime", "random", "secrets", "os"), name
