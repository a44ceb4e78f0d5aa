"""Every bot in bots/ keeps the contract; a new file there is covered by itself."""

import ast
import hashlib
import os
import subprocess
import sys

import pytest

from tests.kit import ROOT, transcripts

BOTS = sorted(f"bots/{path.name}" for path in (ROOT / "bots").glob("*.py"))

DIGEST = """
import hashlib, sys
from tests.kit import transcripts
print(hashlib.sha256(b"|".join(transcripts(sys.argv[1]))).hexdigest(), end="")
"""


@pytest.mark.parametrize("spec", BOTS)
def test_bot_plays_every_seat_of_every_variant_without_fault_and_alike_in_another_process(spec: str) -> None:
    """The other process has another hash seed."""
    hash_seed = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    other = subprocess.Popen(
        [sys.executable, "-c", DIGEST, spec],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        stdout=subprocess.PIPE,
        text=True,
    )
    here = hashlib.sha256(b"|".join(transcripts(spec))).hexdigest()
    there, _ = other.communicate(timeout=120)
    assert there == here


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
