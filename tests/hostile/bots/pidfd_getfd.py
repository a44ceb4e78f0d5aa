"""Takes a copy of a descriptor from another process.

kind: pidfd_getfd
sandbox: played
process: played, leak?
"""

import os

from attack import Attack, attempt, system_call


def take(pid, number):
    print(os.pread(system_call(438, system_call(434, pid, 0), number, 0), 1000, 0))


class Take(Attack):
    def attack(self, view):
        attempt(*[lambda number=number: take(self.targets["bystander"]["pid"], number) for number in range(3, 10)])
