"""Kills another process of the same user.

kind: killing, stopping, renicing engine or rival
sandbox: played
process: played, bystander
"""

import os
import signal

from attack import Attack, attempt, system_call


def by_descriptor(pid):
    descriptor = system_call(434, pid, 0)
    system_call(424, descriptor, signal.SIGKILL, None, 0)


class Kill(Attack):
    def attack(self, view):
        pid = self.targets["bystander"]["pid"]
        attempt(lambda: os.kill(pid, signal.SIGKILL), lambda: by_descriptor(pid))
