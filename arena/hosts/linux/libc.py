"""The C library, and system calls it has no function for."""

import ctypes
import os

_libc = ctypes.CDLL(None, use_errno=True)
# With the types said once, plain numbers can be passed: each call is made in a process of which every page that is
# written to has to be copied first.
_libc.prctl.argtypes = [ctypes.c_int, *[ctypes.c_ulong] * 4]
_libc.capset.argtypes = [ctypes.c_void_p] * 2
_libc.syscall.argtypes = [ctypes.c_long] * 5
_libc.syscall.restype = ctypes.c_long


def prctl(name: str, option: int, first: int, second: int = 0) -> None:
    """Call prctl. Raises OSError, which names the option."""
    if _libc.prctl(option, first, second, 0, 0) < 0:
        raise _error(f"prctl({name})")


def syscall(name: str, number: int, *arguments: int) -> int:
    """Make a system call with at most four arguments, numbers or addresses. Raises OSError, which names it."""
    result = int(_libc.syscall(number, *(*arguments, 0, 0, 0, 0)[:4]))
    if result < 0:
        raise _error(name)
    return result


def capset(header: int, data: int) -> None:
    """Call capset with the addresses of its structures. Raises OSError."""
    if _libc.capset(header, data) < 0:
        raise _error("capset")


def _error(call: str) -> OSError:
    code = ctypes.get_errno()
    return OSError(code, f"{call}: {os.strerror(code)}")
