"""Which installed packages a bot's files import."""

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution, packages_distributions, version
from pathlib import PurePath

from arena.bots.files import BotFile

_OWN = ["msgspec", "pyyaml"]
"""What arena needs in the process of a seat."""
_NAME = re.compile(r"[\w.-]+")
_ARENA = "arena.solvers"
"""What every zygote holds anyway, the games and all that bots derive from, would only make them differ."""


def imported_packages(files: Iterable[BotFile]) -> frozenset[str]:
    """The modules of installed packages, and of arena's solvers, that Python files name in import statements.

    Files that cannot be read as Python import nothing: what is wrong with them comes out when they are run.
    """
    files = list(files)
    own = {PurePath(file.name).parts[0].removesuffix(".py") for file in files}
    names = {name for file in files if file.name.endswith(".py") for name in _imports(file.content)}
    return frozenset(name for name in names if _is_package(name, own))


def package_folders(modules: Iterable[str]) -> list[str]:
    """The folders and files of the installed distributions of the modules, and of arena, and all they require."""
    wanted = [name for root in _roots(modules) for name in _distributions().get(root, ())]
    wanted += _OWN
    found: dict[str, None] = {}
    seen: set[str] = set()
    while wanted:
        name = wanted.pop()
        if (known := name.lower().replace("_", "-")) in seen:
            continue
        seen.add(known)
        with suppress(PackageNotFoundError):
            installed = distribution(name)
            wanted += [_NAME.match(line)[0] for line in installed.requires or () if "extra ==" not in line]  # type: ignore[index]
            tops = {file.parts[0] for file in installed.files or ()} - {".."}
            found |= dict.fromkeys(str(installed.locate_file(top)) for top in sorted(tops) or [""])
    return list(found)


def package_versions(modules: Iterable[str]) -> dict[str, str]:
    """The installed distributions that the modules belong to, with their versions, sorted by name."""
    return installed_versions(name for root in _roots(modules) for name in _distributions().get(root, ()))


def installed_versions(distributions: Iterable[str]) -> dict[str, str]:
    """The versions of these distributions, sorted by name; those that are not installed are left out."""
    found = {}
    for name in sorted(set(distributions)):
        with suppress(PackageNotFoundError):
            found[name] = version(name)
    return found


def _roots(modules: Iterable[str]) -> set[str]:
    return {module.partition(".")[0] for module in modules} - {"arena"}


def _imports(source: bytes) -> Iterator[str]:
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module


def _is_package(name: str, own: set[str]) -> bool:
    root, *parts = name.split(".")
    if root in own or any(part.startswith("_") for part in (root, *parts)):
        return False
    if root == "arena":
        return name.startswith(_ARENA)
    return root not in sys.stdlib_module_names and root in _distributions()


@cache
def _distributions() -> dict[str, list[str]]:
    return dict(packages_distributions())
