"""Sends the worker a signal; one that would kill it works as well.

kind: killing, stopping, renicing engine or rival
sandbox: played
process: played, engine
"""

import os
import signal

from attack import Attack, attempt, call


class Signal(Attack):
    def attack(self, view):
        engine = self.targets["engine"]
        attempt(
            lambda: os.kill(engine, signal.SIGUSR1),
            lambda: call("sigqueue", engine, signal.SIGUSR1, None),
        )
