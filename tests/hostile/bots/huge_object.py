"""Fails with a message, a name and a list of its own that are as large as they can be.

kind: huge ints and objects
sandbox: timeout, crash, memory
"""

from attack import MIB, Attack


class Huge(Attack):
    def attack(self, view):
        raise type("E" * MIB, (Exception,), {})("\n".join(["x" * MIB] * 8))
