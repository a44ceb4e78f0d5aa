"""Keeps data in files that exist in memory only.

kind: memory
sandbox: played
process: played, timeout, too much memory?
"""

import os
import time

from attack import MIB, Attack, attempt


def take():
    descriptor = os.memfd_create("arena-hostile")
    for _ in range(16):
        os.write(descriptor, b"x" * (16 * MIB))
    time.sleep(0.05)


class Memfd(Attack):
    def attack(self, view):
        attempt(take)
