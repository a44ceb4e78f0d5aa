"""Reads from every descriptor that might have been left open, and lists those of others.

kind: inherited descriptors
sandbox: played
process: played, leak
"""

import os

from attack import Attack, attempt


def through(pid):
    for number in os.listdir(f"/proc/{pid}/fd"):
        if os.readlink(f"/proc/{pid}/fd/{number}").endswith("secret.txt"):
            print(open(f"/proc/{pid}/fd/{number}").read())


class Read(Attack):
    def attack(self, view):
        for number in range(4, 256):
            attempt(lambda number=number: print(os.pread(number, 1000, 0)))
        for pid in (self.targets["engine"], self.targets["bystander"]["pid"]):
            attempt(lambda pid=pid: through(pid))
