import subprocess
import sys
from pkgutil import walk_packages

import arena.games
from arena.bots.files import BotFile
from arena.hosts.packages import imported_packages, package_versions


def imported(*sources: str, names: tuple[str, ...] = ("bot.py", "helper.py", "deep/more.py")) -> set[str]:
    files = [BotFile(name, source.encode()) for name, source in zip(names, sources, strict=False)]
    return set(imported_packages(files))


def test_installed_packages_are_found_wherever_they_are_imported() -> None:
    assert imported("import numpy as np") == {"numpy"}
    assert imported("def f():\n    from numpy.linalg import solve") == {"numpy.linalg"}
    assert imported("", "try:\n    import numpy, yaml\nexcept ImportError:\n    pass") == {"numpy", "yaml"}


def test_of_arena_only_what_not_every_zygote_holds_is() -> None:
    assert imported("from arena.solvers.solve import solve") == {"arena.solvers.solve"}
    assert imported("from arena.games.bridgette.state import BridgetteState\nimport arena.cards") == set()
    assert imported("import arena.ladder.store, arena.hosts.zygote") == set()


def test_every_zygote_holds_the_games_and_what_bots_derive_from() -> None:
    code = "import sys, arena.hosts.zygote; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, check=True
    ).stdout.split()
    assert {"arena.cards", "arena.seeds", "arena.bots", "arena.bots.options"} <= set(loaded)
    games = {module.name for module in walk_packages(arena.games.__path__, "arena.games.")}
    assert games <= set(loaded)


def test_what_is_python_s_the_bots_own_or_not_there_is_not() -> None:
    assert imported("import os, json.decoder, antigravity") == set()
    assert imported("import helper, deep.more", "import bot", "") == set()
    assert imported("import no_such_package\nfrom . import x\nfrom .y import z") == set()
    assert imported("import numpy", "", names=("bot.py", "numpy.py")) == set()


def test_programs_within_packages_are_not_run() -> None:
    assert imported("import pytest.__main__, numpy._core") == set()


def test_files_that_are_no_python_import_nothing() -> None:
    assert imported("import numpy as", "\0", "(" * 1000) == set()
    assert imported("import numpy", names=("weights.bin",)) == set()


def test_versions_are_those_of_the_distributions() -> None:
    versions = package_versions(["numpy.linalg", "yaml", "arena.cards"])
    assert list(versions) == ["PyYAML", "numpy"]
    assert versions["numpy"].count(".") == 2
