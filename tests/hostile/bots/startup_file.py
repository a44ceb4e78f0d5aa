"""Has Python run something whenever it starts: a .pth file beside the installed packages.

kind: .pth files
sandbox: played
process: played, files
"""

import os

from attack import MARK, Attack, attempt


def write(path):
    with open(path, "w") as file:
        file.write("# harmless\n")


class Write(Attack):
    def attack(self, view):
        for folder in self.targets["sites"]:
            attempt(
                lambda folder=folder: write(f"{folder}/{MARK}.pth"),
                lambda folder=folder: os.mkdir(f"{folder}/{MARK}"),
            )
