"""A disk that gets full at any moment of a run: nothing half-written, and with more space the run goes on."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.ladder.schema import DATABASE
from arena.ladder.stored import open_ladder
from tests.ladder.kit import write_config

SETS = 60


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A file system in memory whose size is to be set."""
    place = tmp_path / "disk"
    place.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4k", "tmpfs", place], check=True)
    yield place
    subprocess.run(["umount", place], check=True)


def resize(disk: Path, size: str) -> None:
    subprocess.run(["mount", "-o", f"remount,size={size}", disk], check=True)


def arena(*arguments: object) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "arena.cli.main", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=300)


@pytest.mark.system
@pytest.mark.parametrize("size", ["40k", "140k", "200k"])
def test_a_full_disk_ends_a_run_with_one_message_and_loses_nothing(size: str, disk: Path, tmp_path: Path) -> None:
    config = write_config(tmp_path, "ab", format={"kind": "round_robin", "sets_per_pairing": SETS})
    run = ("run", config, "--out", disk / "out", "--quiet", "--workers", 1)
    resize(disk, size)
    full = arena(*run)
    assert full.returncode == 2
    assert full.stdout == ""
    assert len(full.stderr.splitlines()) == 1
    assert any(words in full.stderr.lower() for words in ("free some space", "is there and has space"))
    resize(disk, "10m")
    if (disk / "out" / DATABASE).exists():
        with open_ladder(disk / "out") as stored:
            kept = sum(stored.finished(pool.id) for pool in stored.rules())
    else:
        kept = 0
    assert kept < SETS
    assert arena(*run).stdout.startswith(f"Played {SETS - kept} sets ")
    assert (
        arena("verify", disk / "out").stdout == f"{2 * SETS} matches of {SETS} sets played again, differences: 0\n"
    )
