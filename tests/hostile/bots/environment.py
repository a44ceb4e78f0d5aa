"""Reads the environment: its own, and those of other processes.

kind: environment
sandbox: played
process: played, leak
"""

import os
from pathlib import Path

from attack import Attack, attempt


class Read(Attack):
    def attack(self, view):
        print(dict(os.environ))
        for pid in ("self", os.getppid(), self.targets["engine"], self.targets["bystander"]["pid"]):
            attempt(lambda pid=pid: print(Path(f"/proc/{pid}/environ").read_bytes()))
