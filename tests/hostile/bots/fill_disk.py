"""Writes large files wherever it can.

kind: filling disks
sandbox: played
process: played, files
"""

import os

from attack import MARK, MIB, Attack, attempt


def write(folder):
    with open(f"{folder}/{MARK}-{os.getpid()}", "wb") as file:
        file.write(b"x" * MIB)


class Fill(Attack):
    def attack(self, view):
        for folder in (".", "/tmp", "/var/tmp", "/dev/shm", os.path.dirname(__file__), *self.targets["folders"]):
            attempt(lambda folder=folder: write(folder))
