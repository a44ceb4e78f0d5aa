"""What the config will know and this version of arena cannot do yet: refused, and not taken for a misspelling."""

from arena.ladder.problems import KeyPath
from arena.ladder.yaml_source import YamlSource


def refuse_what_is_to_come(source: YamlSource) -> None:
    """Report every key and value of the config that is not yet available."""
    _values(source, ("executor", "kind"), "dask", instead="local")


def _values(source: YamlSource, at: KeyPath, *values: str, instead: str) -> None:
    """Report a value; what else stands beside it belongs to it and is not judged."""
    value = source.value(at)
    if value in values:
        source.report(at, f"{value} is not yet available; available: {instead}", at[:1])
