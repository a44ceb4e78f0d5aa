"""Leaves a process behind that belongs to nobody.

kind: daemon grandchild
sandbox: played
process: played, processes
"""

import os
import time

from attack import Attack, attempt


def daemon():
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.closerange(0, 64)
            time.sleep(20)
        os._exit(0)
    time.sleep(0.05)


class Daemon(Attack):
    def attack(self, view):
        attempt(daemon)
