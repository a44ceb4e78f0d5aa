"""Reads the rival's files: where its author keeps them, and where they lie to be played.

kind: reading and writing the rival's source
sandbox: played
process: played, leak
"""

import os

from attack import Attack, attempt


def read(folder):
    for name in os.listdir(folder):
        with open(f"{folder}/{name}") as file:
            print(file.read())


class Read(Attack):
    def attack(self, view):
        for folder in self.targets["rival"]:
            attempt(
                lambda folder=folder: read(folder),
                lambda folder=folder: print(open(f"{folder}/secret.txt").read()),
            )
