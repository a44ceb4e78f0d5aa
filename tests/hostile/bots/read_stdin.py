"""Waits for input, and reads what is meant for the channel.

kind: reading stdin
sandbox: played, crash
"""

import sys

from attack import Attack, attempt


class Read(Attack):
    def attack(self, view):
        attempt(lambda: sys.stdin.read(), lambda: input(), lambda: open(0).read())
