"""Takes all the memory it can get on the heap, and keeps it.

kind: memory
sandbox: timeout, memory
"""

from attack import MIB, Attack

kept = []


class Heap(Attack):
    def attack(self, view):
        for _ in range(16):
            kept.append(b"x" * (16 * MIB))
