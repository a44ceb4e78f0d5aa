"""Remembers in when files were last read: one of two for each bit.

kind: remembering the twin seating
sandbox: played
bare: played, learnt?
process: played, learnt?
"""

import os
import time

from attack import Channel

BITS = 16
DAY = 90_000


def files():
    """Files that Python brings along and nobody reads."""
    for folder, folders, names in os.walk(os.path.dirname(os.__file__) + "/test"):
        folders.sort()
        yield from (f"{folder}/{name}" for name in sorted(names))


class Remember(Channel):
    largest = 1 << BITS

    def send(self, number):
        now = time.time()
        old = [path for path in files() if os.stat(path).st_atime < now - DAY]
        for bit in range(BITS):
            with open(old[2 * bit + (number >> bit & 1)]) as file:
                file.buffer.read(1)

    def receive(self):
        now = time.time()
        old = [path for path in files() if not now - DAY <= os.stat(path).st_atime < now - 30]
        read = [os.stat(path).st_atime >= now - 30 for path in old[: 2 * BITS]]
        return sum(1 << bit for bit in range(BITS) if read[2 * bit + 1]) if any(read) else None
