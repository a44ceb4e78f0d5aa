"""What a process asks of the kernel for itself: to die with its parent, gain no rights, be closed to others."""

import os
import signal
import sys

from arena.hosts.linux.libc import prctl

PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38


def die_with_parent(parent: int) -> None:
    """Be killed when the *thread* that started this process ends; `parent` is that thread's process.

    Does nothing but on Linux: elsewhere a process notices the end of its socket.
    """
    if sys.platform != "linux":
        return
    prctl("PR_SET_PDEATHSIG", PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it ended before the call, and nobody will tell
        os._exit(1)


def no_new_privileges() -> None:
    """Never gain rights, neither by running a setuid program nor otherwise; seccomp and Landlock need this."""
    prctl("PR_SET_NO_NEW_PRIVS", PR_SET_NO_NEW_PRIVS, 1)


def close_to_others() -> None:
    """Let no process of the same user look into this one, and write no core dump."""
    if sys.platform == "linux":
        prctl("PR_SET_DUMPABLE", PR_SET_DUMPABLE, 0)


def adopt_orphans() -> None:
    """Become the parent of what descendants leave behind."""
    if sys.platform == "linux":
        prctl("PR_SET_CHILD_SUBREAPER", PR_SET_CHILD_SUBREAPER, 1)
