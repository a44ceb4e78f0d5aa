"""`arena doctor`: what this machine offers."""

import os
import platform
import sys
from importlib.metadata import PackageNotFoundError, requires, version
from re import match as matched

import typer
from rich.console import Console

from arena.hosts.layers import Layer, layers
from arena.ladder.cores import physical_cores
from arena.report.tables import Table, print_table
from arena.version import VERSION

_MAY_USE = ("numpy", "pandas", "pyarrow", "torch")


def doctor() -> None:
    """Show how well bots can be shut in here, how many cores there are, and the versions of what is installed.

    Ends with exit code 1 if a layer is missing that a sandbox needs.

    Example: arena doctor
    """
    console = Console()
    found = layers()
    for table in (_layers(found), _machine(), _packages()):
        print_table(console, table)
        console.print()
    if any(layer.required and not layer.works for layer in found):
        raise typer.Exit(1)


def _layers(found: tuple[Layer, ...]) -> Table:
    missing = [layer.name for layer in found if layer.required and not layer.works]
    verdict = (
        f"No sandbox here: {', '.join(missing)} missing. Submitted bots are refused unless the config says "
        "isolation: {kind: sandbox, require: best_effort}."
        if missing
        else "Sandboxes work here."
    )
    rows = tuple(
        (
            layer.name,
            "works" if layer.works else "missing",
            "yes" if layer.required else "no",
            layer.reason or layer.what,
        )
        for layer in found
    )
    columns = ("layer", "state", "needed", "what it does, or why it is missing")
    return Table("Isolation", columns, rows, frozenset(columns), (verdict,))


def _machine() -> Table:
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    rows = (
        ("system", f"{platform.system()} {platform.release()} on {platform.machine()}"),
        ("cores", f"{physical_cores()} physical, {allowed} logical that may be used"),
        ("python", f"{platform.python_version()} in {sys.prefix}"),
        ("arena", VERSION),
    )
    return Table("Machine", ("what", "here"), rows, frozenset({"what", "here"}))


def _packages() -> Table:
    """What arena needs, and what else it and bots may use."""
    rows = tuple((name, _version(name)) for name in dict.fromkeys([*_needed(), *_MAY_USE]))
    return Table("Packages", ("package", "version"), rows, frozenset({"package", "version"}))


def _needed() -> list[str]:
    try:
        lines = requires("trick-arena") or []
    except PackageNotFoundError:  # it is run from its sources
        return []
    return sorted(name[0] for line in lines if "extra ==" not in line and (name := matched(r"[\w.-]+", line)))


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"
