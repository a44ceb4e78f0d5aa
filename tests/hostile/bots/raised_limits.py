"""Raises its limits, then takes memory.

kind: memory
sandbox: timeout, memory
process: timeout, memory, played, too much memory?
"""

import resource
import time

from attack import MIB, Attack, attempt


class Raise(Attack):
    def attack(self, view):
        for limit in (resource.RLIMIT_AS, resource.RLIMIT_DATA, resource.RLIMIT_CPU, resource.RLIMIT_FSIZE):
            attempt(lambda limit=limit: resource.setrlimit(limit, (resource.RLIM_INFINITY,) * 2))
        kept = [b"x" * (16 * MIB) for _ in range(16)]
        time.sleep(0.05)
        kept.clear()
