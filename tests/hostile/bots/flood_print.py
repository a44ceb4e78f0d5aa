"""Prints 40 MB.

kind: floods on stdout
sandbox: played, timeout
"""

import sys

from attack import MIB, Attack


class Flood(Attack):
    def attack(self, view):
        for _ in range(2):
            print("x" * (10 * MIB))
            sys.stderr.write("y" * (10 * MIB))
