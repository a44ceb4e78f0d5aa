"""Reads the ladder's database, with the secret that all cards are dealt from.

kind: the database
sandbox: played
process: played, leak
"""

import re

from attack import Attack, attempt


def read(path):
    with open(path, "rb") as file:
        print(re.findall(rb"[0-9a-f]{32}", file.read()))


class Read(Attack):
    def attack(self, view):
        for path in self.targets["databases"]:
            attempt(lambda path=path: read(path))
