"""Learns from a path alone whether a file exists, how long it is and when it was changed.

kind: file metadata
sandbox: played
bare: played, leak
process: played, leak
"""

import os

from attack import Attack, attempt


class Look(Attack):
    def attack(self, view):
        path = self.targets["file"]
        attempt(lambda: print("size and time", os.stat(path).st_size, os.stat(path).st_mtime_ns))
