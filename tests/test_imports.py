"""Imports point downwards only (design, "Folders")."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import arena

PACKAGE = Path(arena.__file__).parent

FOUNDATION = ("cards", "errors", "seeds", "records", "version")
LAYERS: tuple[tuple[str, ...], ...] = (
    ("games",),
    ("solvers",),
    ("bots",),
    ("match",),
    ("hosts",),
    ("stats",),
    ("ladder", "checks"),
    ("analysis",),
    ("report", "web"),
    ("submissions",),
    ("cli",),
    ("api", ""),
)
"""From the lowest to the highest; "" is `arena/__init__.py` itself. Neighbours in one layer stay apart."""

ALLOWED: dict[str, set[str]] = {name: set(FOUNDATION) for name in FOUNDATION}
_below = set(FOUNDATION)
for _layer in LAYERS:
    ALLOWED.update({_name: _below | {_name} for _name in _layer})
    _below = _below.union(_layer)
ALLOWED["stats"] = {"errors", "records", "stats"}
ALLOWED[""] = {name for name in ALLOWED if name}


def unit_of(file: Path, package: Path = PACKAGE) -> str:
    """The package or module of the top level that a file belongs to."""
    parts = file.relative_to(package).with_suffix("").parts
    return "" if parts == ("__init__",) else parts[0]


def imported_units(file: Path, package: Path = PACKAGE) -> Iterator[tuple[int, str]]:
    """Line and top-level unit of everything a file imports from `arena`, wherever in the file it does."""
    here = ("arena", *file.relative_to(package).parts[:-1])
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name.split(".") for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = [] if node.level == 0 else list(here[: len(here) + 1 - node.level])
            base += node.module.split(".") if node.module else []
            names = [[*base, alias.name] for alias in node.names]
        else:
            continue
        for name in names:
            if name[0] == "arena":
                unit = name[1] if len(name) > 1 else ""
                known = unit in ALLOWED or (package / unit).is_dir() or (package / f"{unit}.py").is_file()
                yield node.lineno, unit if known else ""


def complaints(file: Path, package: Path = PACKAGE) -> list[str]:
    """What a file imports that it may not."""
    unit = unit_of(file, package)
    if unit not in ALLOWED:
        return [f"{file.name}: arena/{unit} has no layer: add it to LAYERS in tests/test_imports.py"]
    return [
        f"arena/{file.relative_to(package)}:{line}: {unit or 'arena'} may not import {other or 'arena itself'}"
        for line, other in imported_units(file, package)
        if other not in ALLOWED[unit]
    ]


@pytest.mark.parametrize("file", sorted(PACKAGE.rglob("*.py")), ids=lambda file: str(file.relative_to(PACKAGE)))
def test_imports_point_downwards(file: Path) -> None:
    assert complaints(file) == []


@pytest.mark.parametrize(
    ("file", "source", "complaint"),
    [
        ("games/x.py", "from arena.bots import Bot", "games may not import bots"),
        ("games/x.py", "def f():\n    import arena.match.referee", "games may not import match"),
        ("games/x.py", "from ..bots import base", "games may not import bots"),
        ("games/deep/x.py", "from ... import ladder", "games may not import ladder"),
        ("stats/x.py", "from arena.games.base import Game", "stats may not import games"),
        ("stats/x.py", "from arena import cards", "stats may not import cards"),
        ("cli/x.py", "import arena", "cli may not import arena itself"),
        ("web/x.py", "from arena.report import tables", "web may not import report"),
        ("cards.py", "from arena.games import base", "cards may not import games"),
        ("quux/x.py", "", "arena/quux has no layer"),
        ("quux.py", "", "arena/quux has no layer"),
    ],
)
def test_a_wrong_import_is_found(tmp_path: Path, file: str, source: str, complaint: str) -> None:
    path = tmp_path / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(source, encoding="utf-8")
    found = complaints(path, tmp_path)
    assert len(found) == 1
    assert complaint in found[0]


@pytest.mark.parametrize(
    ("file", "source"),
    [
        ("games/x.py", "import os\nfrom arena.cards import Card\nfrom arena.games.base import Game"),
        ("stats/x.py", "from arena.records import SetResult\nfrom arena.stats import ratings"),
        ("ladder/x.py", "from arena.stats.ratings import RatingTable\nfrom arena import records"),
        ("cli/x.py", "from arena.report import tables\nfrom . import main"),
        ("report/x.py", "from arena import match"),
        ("__init__.py", "from arena.api import open, play"),
        ("seeds.py", "from arena.errors import ArenaError"),
    ],
)
def test_a_right_import_is_not(tmp_path: Path, file: str, source: str) -> None:
    path = tmp_path / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(source, encoding="utf-8")
    assert complaints(path, tmp_path) == []


def test_the_readme_names_every_file_and_folder() -> None:
    readme = (PACKAGE / "README.md").read_text(encoding="utf-8")
    units = {f"{path.name}/" for path in PACKAGE.iterdir() if (path / "__init__.py").is_file()}
    units |= {path.name for path in PACKAGE.glob("*.py") if path.name != "__init__.py"}
    assert {unit for unit in units if f"| `{unit}` |" not in readme} == set()
