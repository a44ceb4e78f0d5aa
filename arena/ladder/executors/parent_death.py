"""No worker outlives the main process, however that ends."""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1  # linux/prctl.h


def die_with_parent(parent: int) -> None:
    """Have Linux kill this process when the *thread* that forked it ends; `parent` is that thread's process.

    Elsewhere this does nothing: there a worker notices the end of its pipe once its set is played.
    """
    if sys.platform != "linux":
        return
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGKILL) != 0:
        raise OSError(ctypes.get_errno(), "prctl(PR_SET_PDEATHSIG) failed")
    if os.getppid() != parent:  # it ended before the call, and nobody will tell
        os._exit(1)
