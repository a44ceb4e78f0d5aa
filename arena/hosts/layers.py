"""Which layers of protection this machine offers, found out by trying each in a process of its own."""

import os
import resource
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from arena.errors import ArenaError
from arena.hosts.launch import BUBBLEWRAP, ENVIRONMENT, bubblewrap
from arena.hosts.limits import Limits
from arena.hosts.locks import LANDLOCK, LOCKS, PRCTL, RLIMITS, SECCOMP, lock

BUBBLEWRAP_LAYER: Final = "bubblewrap"
REQUIRED: Final = tuple(LOCKS)
"""The layers without which there is no sandbox; bubblewrap comes on top where it can start."""

_OUTSIDE = "/"
_SEES = {
    PRCTL: "no new rights, closed to other processes, no capabilities",
    LANDLOCK: "files: Python and the bot's own folder, for reading only",
    RLIMITS: "memory, open files, size of files, processes",
    SECCOMP: "system calls: no processes, programs, sockets, writing, shared memory",
    BUBBLEWRAP_LAYER: "its own view of files and network",
}


@dataclass(frozen=True)
class Layer:
    """One layer: what it protects, whether it works here, and if not, why."""

    name: str
    what: str
    works: bool
    reason: str

    @property
    def required(self) -> bool:
        """Whether a sandbox needs it."""
        return self.name in REQUIRED


@cache
def layers() -> tuple[Layer, ...]:
    """The state of every layer. Takes a fraction of a second the first time."""
    return (*map(_try_lock, LOCKS), _try_bubblewrap())


def working_locks() -> tuple[str, ...]:
    """The locks that work here, in their order."""
    return tuple(layer.name for layer in layers() if layer.works and layer.required)


def bubblewrap_works() -> bool:
    """Whether bubblewrap can start here."""
    return next(layer.works for layer in layers() if layer.name == BUBBLEWRAP_LAYER)


def missing_layers(required: Collection[str] = REQUIRED) -> list[Layer]:
    """Those of the required layers that do not work here."""
    return [layer for layer in layers() if layer.name in required and not layer.works]


class LayerMissingError(ArenaError):
    """A sandbox was asked for and this machine cannot give it."""

    def __init__(self, missing: Collection[Layer]) -> None:
        listed = "\n".join(f"  {layer.name}: {layer.reason}" for layer in missing)
        super().__init__(
            f"isolation sandbox: this machine lacks\n{listed}\n"
            "Run where they are there (`arena doctor` shows them), or, if you trust the bots, write "
            "isolation: process, or isolation: {kind: sandbox, require: best_effort} for what there is."
        )


def _try_lock(name: str) -> Layer:
    """Lock a forked process up with this lock alone and look whether it holds."""
    if sys.platform != "linux":
        return Layer(name, _SEES[name], False, f"there is none on {sys.platform}, only on Linux")
    script = f"from arena.hosts.layers import probe; probe({name!r})"
    command = [sys.executable, "-B", "-c", f"import sys; sys.path[:] = {sys.path!r}; {script}"]
    done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, check=False, timeout=60)
    lines = (done.stderr or done.stdout).strip().splitlines()
    reason = lines[-1] if lines else f"the trial ended with code {done.returncode}"
    works = done.returncode == 0
    return Layer(name, _SEES[name], works, "" if works else reason)


def probe(name: str) -> None:
    """Apply a lock to this process and check that it holds; to be run in a process made for it."""
    try:
        # Landlock and seccomp are refused to a process that might still gain rights.
        lock(Limits(memory_mb=64), 1 << 32, _OUTSIDE if name == PRCTL else "/usr/lib", {PRCTL, name})
        broken = [what for what, forbidden in _FORBIDDEN[name].items() if not _is_refused(forbidden)]
    except OSError as error:
        sys.exit(f"{error.strerror or error}")
    if broken:
        sys.exit(f"is there but did not prevent {', '.join(broken)}")


def _is_refused(attempt: Callable[[], object]) -> bool:
    try:
        attempt()
    except (OSError, MemoryError, ValueError):  # ValueError: of setrlimit
        return True
    return False


def _raise_own_rights() -> None:
    status = Path("/proc/self/status").read_text()
    if "NoNewPrivs:\t1" in status and "CapEff:\t0000000000000000" in status:
        raise PermissionError


_FORBIDDEN: dict[str, dict[str, Callable[[], object]]] = {
    PRCTL: {"new rights": _raise_own_rights},
    LANDLOCK: {
        "listing another folder": lambda: os.listdir(_OUTSIDE),  # noqa: PTH208
        "writing": lambda: Path("/usr/lib/arena-trial").write_bytes(b""),
    },
    RLIMITS: {
        "taking memory": lambda: bytearray(1 << 33),
        "raising a limit": lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (100, 100)),
    },
    SECCOMP: {"another process": os.fork, "a socket": socket.socket},
}


def _try_bubblewrap() -> Layer:
    what = _SEES[BUBBLEWRAP_LAYER]
    if sys.platform != "linux":
        return Layer(BUBBLEWRAP_LAYER, what, False, f"there is none on {sys.platform}, only on Linux")
    if shutil.which(BUBBLEWRAP) is None:
        return Layer(BUBBLEWRAP_LAYER, what, False, f"the program {BUBBLEWRAP} is not installed")
    command = [*bubblewrap([]), str(Path(sys.executable).resolve()), "-S", "-c", ""]
    done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, check=False, timeout=60)
    works = done.returncode == 0
    reason = done.stderr.strip().splitlines()[-1] if done.stderr.strip() else f"ended with code {done.returncode}"
    return Layer(BUBBLEWRAP_LAYER, what, works, "" if works else reason)
