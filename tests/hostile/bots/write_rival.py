"""Changes the rival's files, or puts others in their place.

kind: reading and writing the rival's source
sandbox: played
process: played, crash, files, rival
"""

import os

from attack import MARK, Attack, attempt


def append(path):
    os.chmod(path, 0o644)
    with open(path, "a") as file:
        file.write("\n")


class Write(Attack):
    def attack(self, view):
        for folder in self.targets["rival"]:
            attempt(
                lambda folder=folder: append(f"{folder}/secret.txt"),
                lambda folder=folder: os.symlink("/", f"{folder}/{MARK}"),
                lambda folder=folder: os.remove(f"{folder}/secret.txt"),
            )
