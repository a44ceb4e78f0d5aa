"""What the process of a program does to itself before the program runs: the same layers as for a Python bot.

They differ where a program in any language needs more: threads, running itself, its runtime's files, and room for
the address space that runtimes such as V8 reserve and never use.
"""

import os
import resource
import sys
from collections.abc import Collection
from pathlib import Path
from typing import Final

from arena.hosts.limits import Limits
from arena.hosts.linux.capabilities import drop_capabilities
from arena.hosts.linux.landlock import restrict_to_reading
from arena.hosts.linux.prctl import no_new_privileges
from arena.hosts.linux.programs import program_filter
from arena.hosts.linux.seccomp import filter_system_calls
from arena.hosts.locks import LANDLOCK, PRCTL, RLIMITS, SECCOMP
from arena.hosts.rlimits import limit_cpu, lower

SPARE_MB: Final = 512
"""Private memory a program may have asked for on top of `memory_mb`, which is what it may have in use: threads'
stacks and heaps are asked for whole. The kernel refuses more; the worker looks at what is in use."""
_OPEN_FILES: Final = 256
_SYSTEM: Final = (
    "/bin",
    "/dev/null",
    "/dev/random",
    "/dev/urandom",
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/ssl/openssl.cnf",
    "/lib",
    "/lib64",
    "/proc/meminfo",
    "/usr",
)


def lock_program(limits: Limits, readable: Collection[str], locks: Collection[str]) -> None:
    """Apply the limits, and those of the locks that are asked for, in the order in which they can be.

    What is `readable` can be run, too. Raises OSError if a lock cannot be applied.
    """
    if PRCTL in locks:
        no_new_privileges()
        drop_capabilities()  # in bubblewrap they come from the zygote, whoever the user is
    if LANDLOCK in locks:
        restrict_to_reading(readable, execute=True)
    lower(resource.RLIMIT_CORE, 0)
    if sys.platform != "linux":
        limit_cpu(limits)
    lower(resource.RLIMIT_DATA, (limits.memory_mb + SPARE_MB) << 20)
    if RLIMITS in locks:
        lower(resource.RLIMIT_NOFILE, _OPEN_FILES)
    if SECCOMP in locks:
        filter_system_calls(program_filter())


def readable_by(program: str) -> tuple[str, ...]:
    """What a program may read and run besides the bot's files: the system's programs and libraries, and its own.

    One that is not the system's brings the `lib` beside its `bin` along: so do virtual environments and the
    managers of versions.
    """
    paths = [Path(path) for path in _SYSTEM]
    programs = [Path(program), *_interpreter(Path(program))]
    for path in [*programs, *(path.resolve() for path in programs)]:
        paths.append(path)
        if path.parent.name == "bin" and not path.is_relative_to("/usr"):
            paths += (path.parent.parent / name for name in ("lib", "lib64", "pyvenv.cfg"))
    there = dict.fromkeys(path for path in paths if path.exists())
    # What lies in another of them is there with it; links there, as to /etc/alternatives, cannot be mounted on.
    return tuple(str(path) for path in there if there.keys().isdisjoint(path.parents))


def _interpreter(program: Path) -> list[Path]:
    """What a script says that it is to be run by."""
    with program.open("rb") as file:
        line = file.readline(256)
    words = line[2:].split() if line.startswith(b"#!") else []
    return [Path(os.fsdecode(words[0]))] if words else []
