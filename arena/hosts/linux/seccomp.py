"""seccomp: the system calls a bot may make, and with which arguments; everything else is refused.

The filter is a small program for the kernel (classic BPF), put together here without a library. It allows what
Python needs to compute, to import, to read files and to use the descriptors it has. It refuses, above all: other
processes and threads, running programs, sockets, opening for writing, memory shared with others, locks on files,
signals to others, and looking at other processes' clocks and limits. It cannot see paths: Landlock does.
"""

import ctypes
import errno
import os
import platform
import struct
from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from arena.hosts.linux.libc import prctl
from arena.hosts.linux.syscalls import AARCH64, X86_64

PR_SET_SECCOMP = 22
_MODE_FILTER = 2

_KILL_PROCESS = 0x80000000
_ERRNO = 0x00050000
_ALLOW = 0x7FFF0000

_LOAD = 0x20  # a word of what the kernel tells of the call
_AND = 0x54
_JUMP_EQUAL = 0x15
_JUMP_AT_LEAST = 0x35
_RETURN = 0x06

_NUMBER = 0  # offsets in struct seccomp_data
_ARCHITECTURE = 4
_ARGUMENTS = 16

_NEWER = 424
"""Calls from here on are so new that libc has another way if they are not there."""
_X32 = 0x40000000
_X86_64 = 0xC000003E  # the kernel's names of the architectures
_AARCH64 = 0xC00000B7


class Test(NamedTuple):
    """Holds if the argument's low word (the high one if `high`), under the mask, has the value."""

    argument: int
    mask: int
    value: int
    high: bool = False


_ANY = 0xFFFFFFFF
_OPEN_TO_CHANGE = 0o3 | os.O_CREAT | os.O_TRUNC | 0o10000000 | 0o20000000  # the last two: O_PATH, O_TMPFILE
_MAP_KIND = 0x0F
_MAP_PRIVATE = 0x02
_FUTEX_PRIVATE = 0x80
_ADVICE = (0, 1, 2, 3, 4, 8, 10, 11, 14, 15, 16, 17, 25)  # MADV_NORMAL … MADV_COLLAPSE
_A_PROCESS_CLOCK = 0x80000000  # the clock ids of processes are negative


def _null(argument: int) -> tuple[Test, ...]:
    return (Test(argument, _ANY, 0), Test(argument, _ANY, 0, high=True))


Conditions = Mapping[str, tuple[tuple[Test, ...], ...]]

CONDITIONS: Conditions = {
    "open": ((Test(1, _OPEN_TO_CHANGE, 0),),),
    "openat": ((Test(2, _OPEN_TO_CHANGE, 0),),),
    "mmap": ((Test(3, _MAP_KIND, _MAP_PRIVATE),),),
    "fcntl": tuple((Test(1, _ANY, command),) for command in (0, 1, 2, 3, 1030)),  # F_DUPFD … F_GETFL, …CLOEXEC
    # Others are known by the file and place that are mapped: a partner could see at which place one waits.
    "futex": ((Test(1, _FUTEX_PRIVATE, _FUTEX_PRIVATE),),),
    # Not MADV_COLD and MADV_PAGEOUT, nor fadvise64: what drops pages of a file, others notice when they read it.
    "madvise": tuple((Test(2, _ANY, advice),) for advice in _ADVICE),
    "clock_gettime": ((Test(0, _A_PROCESS_CLOCK, 0),),),
    "clock_getres": ((Test(0, _A_PROCESS_CLOCK, 0),),),
    "clock_nanosleep": ((Test(0, _A_PROCESS_CLOCK, 0),),),
    "sched_getaffinity": ((Test(0, _ANY, 0),),),  # one's own: for another's it tells which processes are there
    "prlimit64": ((Test(0, _ANY, 0), *_null(2)),),  # one's own, to be read
}
"""For calls that are allowed in some forms only: one of these must hold, each with all its tests."""

REFUSALS: Mapping[str, int] = {"ioctl": errno.ENOTTY}
"""Calls that are refused, always or when no condition holds, with an error for which Python has another way."""


@cache
def architecture() -> tuple[int, Mapping[str, int]]:
    """The kernel's name of this process's architecture and its table. Raises OSError for one that is not known."""
    machine = platform.machine().lower()
    if machine in ("x86_64", "amd64") and struct.calcsize("P") == 8:
        return _X86_64, X86_64
    if machine in ("aarch64", "arm64"):
        return _AARCH64, AARCH64
    raise OSError(errno.ENOSYS, f"no table of system calls for {machine}")


class Filter(ctypes.Structure):
    """struct sock_fprog of linux/filter.h."""

    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


@cache
def compiled_filter() -> Filter:
    """The filter for bots on this architecture. Raises OSError if it is not known."""
    return compile_filter(*architecture(), CONDITIONS, REFUSALS)


def compile_filter(
    name: int, table: Mapping[str, int], conditions: Conditions, refusals: Mapping[str, int]
) -> Filter:
    """A filter that allows the calls of a table; `name` is the kernel's of the architecture."""
    program = b"".join(_instructions(name, table, conditions, refusals))
    return Filter(len(program) // 8, program)


def filter_system_calls(allowed: Filter | None = None) -> None:
    """From now on this process can only make the calls above, or those of another filter.

    Raises OSError if the kernel refuses.
    """
    allowed = allowed or compiled_filter()
    prctl("PR_SET_SECCOMP", PR_SET_SECCOMP, _MODE_FILTER, ctypes.addressof(allowed))


def _instructions(
    name: int, table: Mapping[str, int], conditions: Conditions, refusals: Mapping[str, int]
) -> Iterator[bytes]:
    yield _instruction(_LOAD, _ARCHITECTURE)
    yield _instruction(_JUMP_EQUAL, name, 1, 0)
    yield _instruction(_RETURN, _KILL_PROCESS)
    yield _instruction(_LOAD, _NUMBER)
    if name == _X86_64:
        yield _instruction(_JUMP_AT_LEAST, _X32, 0, 1)
        yield _instruction(_RETURN, _KILL_PROCESS)
    for call, number in table.items():
        if call in conditions or call in refusals:
            refused = _instruction(_RETURN, _ERRNO | refusals.get(call, errno.EPERM))
            yield from _if_equal(number, [*_conditions(conditions.get(call, ())), refused])
        else:
            yield from _if_equal(number, [_instruction(_RETURN, _ALLOW)])
    yield _instruction(_JUMP_AT_LEAST, _NEWER, 0, 1)
    yield _instruction(_RETURN, _ERRNO | errno.ENOSYS)
    yield _instruction(_RETURN, _ERRNO | errno.EPERM)


def _if_equal(number: int, then: list[bytes]) -> Iterator[bytes]:
    """Do this if the call has the number, else go on behind it."""
    yield _instruction(_JUMP_EQUAL, number, 0, len(then))
    yield from then


def _conditions(alternatives: tuple[tuple[Test, ...], ...]) -> Iterator[bytes]:
    for tests in alternatives:
        length = 3 * len(tests) + 1
        for i, test in enumerate(tests):
            offset = _ARGUMENTS + 8 * test.argument + 4 * test.high
            yield _instruction(_LOAD, offset)
            yield _instruction(_AND, test.mask)
            yield _instruction(_JUMP_EQUAL, test.value, 0, length - 3 * (i + 1))
        yield _instruction(_RETURN, _ALLOW)


def _instruction(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("HBBI", code, if_true, if_false, value)
