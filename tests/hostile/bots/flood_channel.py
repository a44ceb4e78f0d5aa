"""Writes to the channel without end.

kind: floods on the channel
sandbox: protocol, timeout
"""

import os

from attack import MIB, Attack


class Flood(Attack):
    def attack(self, view):
        while True:
            os.write(3, b"\0\0\0\1x" * MIB)
