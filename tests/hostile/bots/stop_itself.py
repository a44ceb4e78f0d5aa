"""Stops its own process and group.

kind: hanging
sandbox: played
process: timeout
"""

import os
import signal

from attack import Attack, attempt


class Stop(Attack):
    def attack(self, view):
        attempt(
            lambda: os.kill(os.getpid(), signal.SIGSTOP),
            lambda: os.killpg(0, signal.SIGSTOP),
            lambda: signal.raise_signal(signal.SIGSTOP),
        )
