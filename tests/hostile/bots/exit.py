"""Asks Python to end, in the middle of a match.

kind: exit
sandbox: crash
"""

import sys

from attack import Attack


class Exit(Attack):
    def attack(self, view):
        sys.exit(0)
