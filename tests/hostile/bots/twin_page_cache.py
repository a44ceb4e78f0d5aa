"""Remembers by dropping pages of files that the kernel keeps in memory: to read them again takes longer.

kind: remembering the twin seating
sandbox: played
process: played, learnt?
"""

import os
import time

from attack import Channel

BITS = 8
SLOW_S = 40e-6


def files():
    """Two files for each bit that Python brings along and nobody reads."""
    folder = os.path.dirname(os.__file__) + "/idlelib"
    names = [name for name in sorted(os.listdir(folder)) if name.endswith(".py")]
    return [f"{folder}/{name}" for name in names[: BITS + 1]]


class Remember(Channel):
    """One file for each bit, and one more that is always dropped."""

    largest = 1 << BITS

    def attack(self, view):
        """Looking again would bring the pages back."""

    def send(self, number):
        for bit, path in enumerate(files()):
            with open(path, "rb", 0) as file:
                file.read()
                if number >> bit & 1 or bit == BITS:
                    os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)

    def receive(self):
        slow = [took(path) > SLOW_S for path in files()]
        return sum(1 << bit for bit in range(BITS) if slow[bit]) if slow[BITS] else None


def took(path):
    with open(path, "rb", 0) as file:
        start = time.perf_counter()
        file.read(1)
        return time.perf_counter() - start
