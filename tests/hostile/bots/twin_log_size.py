"""Remembers in the length of its log, which anybody may look at who knows the path, or can find it.

kind: remembering the twin seating
sandbox: played
process: played, learnt
"""

import glob
import os

from attack import Channel

BLOCK = 1024


class Remember(Channel):
    largest = 60

    def send(self, number):
        print("x" * (BLOCK * number))

    def receive(self):
        folder = os.path.dirname(os.path.abspath(__file__))
        logs, name = f"{folder}/../../logs", f"{os.path.basename(folder)}.log"
        found = glob.glob(f"{logs}/*/{name}") or [f"{logs}/{name}"]
        return os.stat(found[0]).st_size // BLOCK
