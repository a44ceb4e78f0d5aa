"""Answers in the process's stead: with many actions, with negative ones, with another request's number.

kind: huge ints and objects
sandbox: protocol
"""

import sys

from attack import Attack


class Forge(Attack):
    def attack(self, view):
        wire, child = sys.modules["arena.hosts.wire"], sys.modules["arena.hosts.child"]
        forged = [(-1,), (1 << 63,), tuple(range(10_000)), ()][view.seat % 4]
        child.Answer = lambda number, actions: wire.Answer(number, forged)
