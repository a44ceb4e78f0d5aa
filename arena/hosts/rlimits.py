"""Resource limits, as far as the system has them; a process can only lower its own."""

import resource
import sys
from pathlib import Path

from arena.hosts.limits import Limits

_MIB = 1 << 20
SPARE_S = 10
"""The kernel's limit of CPU time is a backstop: it comes this much after the worker should have acted."""
_OPEN_FILES = 64


def limit_use(limits: Limits, memory: int) -> None:
    """Limit memory, above the bytes that Python and the packages take, and CPU time; write no core dump."""
    lower(resource.RLIMIT_CORE, 0)
    if sys.platform != "linux":
        limit_cpu(limits)
    lower(resource.RLIMIT_AS, memory + limits.memory_mb * _MIB)


def limit_cpu(limits: Limits) -> None:
    """Limit CPU time, where no worker can read it.

    With such a limit Linux counts a process's CPU time in ticks, of 4 ms, for itself and for whoever reads it.
    """
    lower(resource.RLIMIT_CPU, int(limits.startup_s + limits.match_s) + SPARE_S)


def limit_reach(largest_file: int) -> None:
    """Have no other processes (this does not hold for root), few open files, and none that grow."""
    lower(resource.RLIMIT_NPROC, 0)
    lower(resource.RLIMIT_NOFILE, _OPEN_FILES)
    lower(resource.RLIMIT_FSIZE, largest_file)


def address_space(pid: int) -> int:
    """The size of a process in bytes; 0 where the system does not tell."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_bytes().split()[0]) * resource.getpagesize()
    except OSError:
        return 0


def lower(limit: int, value: int) -> None:
    """Set a limit of this process, soft and hard, to a value or to what is left of it."""
    hard = resource.getrlimit(limit)[1]
    if hard != resource.RLIM_INFINITY:
        value = min(value, hard)
    resource.setrlimit(limit, (value, value))
