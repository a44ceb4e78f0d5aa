"""A process among none: in a namespace of its own ids count from 1, and tell nothing of other processes."""

import ctypes
import signal
from typing import Final

from arena.hosts.linux.libc import syscall
from arena.hosts.linux.programs import program_calls

_CLONE_NEWPID: Final = 0x20000000
_python = ctypes.pythonapi


def fork_alone() -> int:
    """Fork as `os.fork` does, but into a new namespace of process ids; what the child starts is in it, too.

    For a process with one thread. In the child `os.getppid` is 0. Raises OSError if the system does not let this
    process: it takes CAP_SYS_ADMIN.
    """
    number = program_calls()[1]["clone"]
    _python.PyOS_BeforeFork()
    try:
        pid = syscall("clone", number, _CLONE_NEWPID | signal.SIGCHLD)
    except OSError:
        _python.PyOS_AfterFork_Parent()
        raise
    if pid == 0:
        _python.PyOS_AfterFork_Child()
    else:
        _python.PyOS_AfterFork_Parent()
    return pid
