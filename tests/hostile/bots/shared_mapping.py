"""Takes memory that is shared, so that it counts for nobody.

kind: memory
sandbox: timeout, played, memory
"""

import mmap

from attack import MIB, Attack, attempt, fill

kept = []


def take():
    for _ in range(16):
        kept.append(mmap.mmap(-1, 16 * MIB))
        fill(kept[-1], 16 * MIB)


class Shared(Attack):
    def attack(self, view):
        attempt(take)
