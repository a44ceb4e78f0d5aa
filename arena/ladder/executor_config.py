"""What must fit together in a config's `executor`."""

import re
from pathlib import Path
from typing import Final

from arena.ladder.yaml_source import YamlSource

SCHEDULER: Final = "the address of a Dask scheduler, such as 'tcp://host:8786'"
TLS: Final = ("tls_ca", "tls_cert", "tls_key")


def check_scheduler(text: str) -> str:
    """A sound address as it is. Raises ValueError."""
    if not re.fullmatch(r"[a-z]+://\S+", text):
        raise ValueError(f"expected {SCHEDULER}")
    return text


def check_executor(source: YamlSource) -> None:
    """Report keys that mean nothing with the others, and files that are not there."""
    given = source.value(("executor",))
    if not isinstance(given, dict):
        return
    scheduler = given.get("scheduler")
    if given.get("kind", "local") == "local":
        for key in ("scheduler", *TLS):
            if given.get(key) is not None:
                source.report(("executor", key), "worker processes of this machine have none; expected kind: dask")
        return
    if given.get("kind") == "dask" and source.value(("workers",)) == 0:
        source.report(("workers",), "0 plays in the main process, not with kind: dask; leave out one of them")
    for key in TLS:
        path = given.get(key)
        if not isinstance(path, str):
            continue
        if scheduler is None:
            source.report(("executor", key), f"only with a scheduler; expected scheduler: {SCHEDULER}")
        elif not Path(path).is_file():
            source.report(("executor", key), f"no such file: {path}")
    if given.get("tls_key") is not None and given.get("tls_cert") is None:
        source.report(("executor", "tls_cert"), "missing; expected the certificate of tls_key")
