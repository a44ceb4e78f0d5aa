"""Kills the other processes that its zygote has forked.

kind: killing, stopping, renicing engine or rival
sandbox: played
process: crash, rival
"""

import os
import signal
from pathlib import Path

from attack import Attack, attempt


class Kill(Attack):
    def attack(self, view):
        attempt(lambda: self.kill(os.getppid()))

    def kill(self, zygote):
        siblings = Path(f"/proc/{zygote}/task/{zygote}/children").read_text().split()
        for pid in {int(pid) for pid in siblings} - {os.getpid()}:
            os.kill(pid, signal.SIGKILL)
