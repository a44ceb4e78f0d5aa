"""The system calls of a program in any language: those of a Python bot, threads, waiting for events, and exec.

The filter is in force before the program starts, so it cannot forbid to run one; what can be run is a matter of
Landlock, and whatever is run keeps every lock. Other processes cannot be started: `clone` makes threads only.
"""

import errno
from collections.abc import Mapping
from functools import cache

from arena.hosts.linux.seccomp import (
    CONDITIONS,
    Conditions,
    Filter,
    Test,
    architecture,
    compile_filter,
)

_ANY = 0xFFFFFFFF
_THREAD = 0x00010000
_NAMESPACES = 0x7E020000  # CLONE_NEWNS, CLONE_NEWCGROUP … CLONE_NEWNET
_FUTEX_COMMAND = 0x7F
_FUTEX_WAITS = (0, 9)  # FUTEX_WAIT and FUTEX_WAIT_BITSET: the kernel wakes who waits for the end of a thread
_SET_FLAGS = 4
_ASYNC = 0o20000
_NAME_THREAD = 15
_WRITE = 0x2  # PROT_WRITE
_MAP_KIND_AND_ANONYMOUS = 0x2F
_MAP_SHARED = 0x01
_READABLE = 0x541B  # FIONREAD: how much there is to read
_NONBLOCKING = 0x5421  # FIONBIO
_CLOSE_ON_EXEC = 0x5451  # FIOCLEX

_CONDITIONS: Conditions = {
    **CONDITIONS,
    "clone": ((Test(0, _THREAD | _NAMESPACES, _THREAD),),),
    "futex": (*CONDITIONS["futex"], *((Test(1, _FUTEX_COMMAND, wait),) for wait in _FUTEX_WAITS)),
    "fcntl": (*CONDITIONS["fcntl"], (Test(1, _ANY, _SET_FLAGS), Test(2, _ASYNC, 0))),
    "ioctl": tuple((Test(1, _ANY, command),) for command in (_READABLE, _NONBLOCKING, _CLOSE_ON_EXEC)),
    # What is mapped shared from a file is read only, like all that can be opened; the JVM maps its classes so.
    "mmap": (*CONDITIONS["mmap"], (Test(2, _WRITE, 0), Test(3, _MAP_KIND_AND_ANONYMOUS, _MAP_SHARED))),
    "prctl": ((Test(0, _ANY, _NAME_THREAD),),),
    "getpgid": ((Test(0, _ANY, 0),),),  # one's own, which shells ask for
}

# glibc does without a thread's cores if there is no such call, and for nothing else does it look at its own so.
_REFUSALS = {"clone3": errno.ENOSYS, "sched_getaffinity": errno.ENOSYS}

_X86_64 = {
    "pipe": 22,
    "clone": 56,
    "execve": 59,
    "sysinfo": 99,
    "getpgrp": 111,
    "getpgid": 121,
    "prctl": 157,
    "arch_prctl": 158,
    "epoll_wait": 232,
    "epoll_ctl": 233,
    "epoll_pwait": 281,
    "timerfd_create": 283,
    "timerfd_settime": 286,
    "eventfd2": 290,
    "epoll_create1": 291,
    "pipe2": 293,
    "membarrier": 324,
    "rseq": 334,
    "clone3": 435,
}

_AARCH64 = {
    "eventfd2": 19,
    "epoll_create1": 20,
    "epoll_ctl": 21,
    "epoll_pwait": 22,
    "pipe2": 59,
    "timerfd_create": 85,
    "timerfd_settime": 86,
    "getpgid": 155,
    "prctl": 167,
    "sysinfo": 179,
    "clone": 220,
    "execve": 221,
    "membarrier": 283,
    "rseq": 293,
    "clone3": 435,
}


@cache
def program_calls() -> tuple[int, Mapping[str, int]]:
    """See `seccomp.architecture`, with the calls above."""
    name, table = architecture()
    more = _X86_64 if "open" in table else _AARCH64
    return name, {**table, **more}


@cache
def program_filter() -> Filter:
    """The filter for programs on this architecture. Raises OSError if it is not known."""
    return compile_filter(*program_calls(), _CONDITIONS, _REFUSALS)
