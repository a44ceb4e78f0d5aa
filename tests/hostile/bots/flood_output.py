"""Writes 256 MB where its output goes, past Python.

kind: floods on stdout
sandbox: played
process: played, timeout, too much memory?
"""

import os
import time

from attack import MIB, Attack, attempt


def flood():
    for _ in range(16):
        os.write(1, b"x" * (16 * MIB))
    time.sleep(0.05)


class Flood(Attack):
    def attack(self, view):
        attempt(flood, lambda: os.ftruncate(2, 1 << 40))
