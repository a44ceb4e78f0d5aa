"""Remembers in parts of large files that nobody has read for long: to read them a second time is quicker.

kind: remembering the twin seating
sandbox: played
bare: played, learnt?
"""

import os
import time

from attack import MIB, Channel

BITS = 8
MOST = 40 * (BITS + 1)
SLOW_S = 40e-6


def parts():
    """Places far from each other in what can be read of libraries and Python."""
    found = []
    for top in ("/usr/lib", "/lib", os.path.dirname(os.__file__)):
        for folder, folders, names in os.walk(top):
            folders.sort()
            for name in sorted(names):
                path = f"{folder}/{name}"
                size = 0 if os.path.islink(path) else os.stat(path).st_size
                found += [(path, place) for place in range(MIB, size - MIB, MIB)]
            if len(found) > MOST:
                return found
    return found


class Remember(Channel):
    """Reads one part for each bit that is 1, and before them one that says that these have been used."""

    largest = 1 << BITS

    def attack(self, view):
        """Looking again would be reading."""

    def receive(self):
        self.parts = parts()
        self.used = next(place for place in range(0, MOST, BITS + 1) if took(*self.parts[place]) > SLOW_S)
        read = [took(*part) <= SLOW_S for part in self.parts[self.used - BITS : self.used]]
        return sum(1 << bit for bit, quick in enumerate(read) if quick)

    def send(self, number):
        for bit in range(BITS):
            if number >> bit & 1:
                took(*self.parts[self.used + 1 + bit])


def took(path, place):
    with open(path, "rb", 0) as file:
        start = time.perf_counter()
        os.pread(file.fileno(), 1, place)
        return time.perf_counter() - start
