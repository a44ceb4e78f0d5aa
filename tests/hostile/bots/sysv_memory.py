"""Leaves a segment of System V shared memory behind.

kind: SysV shared memory
sandbox: played
process: played, shared memory
"""

from attack import Attack, attempt, call


class Leave(Attack):
    def attack(self, view):
        attempt(lambda: call("shmget", self.targets["key"], 4096, 0o1600))
