"""What the process of a seat does to itself before any of the bot's code runs; the order matters."""

import os
import sys
import sysconfig
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

from arena.hosts.limits import Limits
from arena.hosts.linux.capabilities import drop_capabilities
from arena.hosts.linux.landlock import best_ruleset, restrict_to_reading
from arena.hosts.linux.prctl import close_to_others, no_new_privileges
from arena.hosts.linux.seccomp import compiled_filter, filter_system_calls
from arena.hosts.readable import MORE, SYSTEM
from arena.hosts.rlimits import limit_reach, limit_use

PRCTL: Final = "prctl"
LANDLOCK: Final = "landlock"
RLIMITS: Final = "rlimits"
SECCOMP: Final = "seccomp"

_ARENA = str(Path(__file__).parents[1])
_LARGEST_FILE = 1 << 17


def lock(limits: Limits, memory: int, folder: str, locks: Collection[str]) -> None:
    """Apply the limits and, in the order of `LOCKS`, those of the locks that are asked for.

    `memory` is what Python and the packages take, in bytes; `folder` holds the bot's files. Raises OSError, and
    nothing of the bot may be run, if one cannot be applied. That the process dies with its parent has been seen
    to before.
    """
    if RLIMITS not in locks:
        limit_use(limits, memory)
    for name, apply in LOCKS.items():
        if name in locks:
            apply(limits, memory, folder)


def _prctl(limits: Limits, memory: int, folder: str) -> None:
    no_new_privileges()
    close_to_others()
    if os.geteuid() == 0:
        drop_capabilities()


def _landlock(limits: Limits, memory: int, folder: str) -> None:
    restrict_to_reading([folder, *_distinct_folders()])


def _rlimits(limits: Limits, memory: int, folder: str) -> None:
    limit_use(limits, memory)
    limit_reach(_LARGEST_FILE)


def _seccomp(limits: Limits, memory: int, folder: str) -> None:
    filter_system_calls()


LOCKS: Final[Mapping[str, Callable[[Limits, int, str], None]]] = {
    PRCTL: _prctl,
    LANDLOCK: _landlock,
    RLIMITS: _rlimits,
    SECCOMP: _seccomp,
}
"""The locks of a sandbox in the order in which they are applied: each needs those before, or would forbid them."""


@cache
def _readable_folders() -> tuple[str, ...]:
    """The folders with Python, the installed packages and the libraries they use.

    A rule for each file that is needed would take too long: it is bubblewrap that lets no more be seen.
    """
    stdlib = [sysconfig.get_path(name) for name in ("stdlib", "platstdlib")]
    sites = [path for path in sys.path if Path(path).name in ("site-packages", "dist-packages")]
    folders = dict.fromkeys([*stdlib, *sites, _ARENA, *SYSTEM, *MORE])
    return tuple(folder for folder in folders if Path(folder).exists())


@cache
def _distinct_folders() -> tuple[str, ...]:
    """The same without links and what lies in others of them: each costs a few system calls."""
    real = {Path(folder).resolve() for folder in _readable_folders()}
    return tuple(sorted(str(path) for path in real if real.isdisjoint(path.parents)))


def prepare() -> None:
    """Find out in the zygote what every child would have to find out."""
    _distinct_folders()
    with suppress(OSError):  # where there is none, a child that is to be sandboxed will say so
        best_ruleset()
        compiled_filter()
