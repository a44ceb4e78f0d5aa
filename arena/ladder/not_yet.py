"""What the config will know and this version of arena cannot do yet: refused, and not taken for a misspelling."""

from collections.abc import Iterable

from arena.ladder.problems import KeyPath
from arena.ladder.yaml_source import YamlSource


def refuse_what_is_to_come(source: YamlSource) -> None:
    """Report every key and value of the config that is not yet available."""
    _keys(source, (), "stages", spoils=[("format",)])
    _keys(source, ("format",), "stages", spoils=[("format",)])
    _values(source, ("executor", "kind"), "dask", instead="local")


def _keys(source: YamlSource, at: KeyPath, *keys: str, instead: str = "", spoils: Iterable[KeyPath] = ()) -> None:
    for key in keys:
        if source.value((*at, key)) is not None:
            available = f"; available: {instead}" if instead else ""
            source.report((*at, key), f"not yet available{available}", *spoils)


def _values(source: YamlSource, at: KeyPath, *values: str, instead: str) -> None:
    """Report a value; what else stands beside it belongs to it and is not judged."""
    value = source.value(at)
    if value in values:
        source.report(at, f"{value} is not yet available; available: {instead}", at[:1])
