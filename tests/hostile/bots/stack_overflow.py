"""Recurses until the stack of C ends.

kind: stack overflow
sandbox: timeout, crash, memory
"""

import sys

from attack import Attack


class Deep:
    def __getattr__(self, name):
        return getattr(self, name + "x"[:0])


class Overflow(Attack):
    def attack(self, view):
        sys.setrecursionlimit(2**31 - 1)
        return Deep().x
