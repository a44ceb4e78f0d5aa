"""Reads where nothing is.

kind: segfault
sandbox: crash
"""

import ctypes

from attack import Attack


class Segfault(Attack):
    def attack(self, view):
        ctypes.string_at(8)
