"""Remembers in files: the twin seating, and the next set.

kind: remembering the twin seating
sets: 2
sandbox: played
process: played, learnt, files
"""

import os

from attack import MARK, Channel, attempt

PLACES = [f"{folder}/{MARK}-twin" for folder in (".", os.path.dirname(__file__), "/tmp", "/var/tmp", "/dev/shm")]


def write(path, number):
    with open(path, "w") as file:
        file.write(str(number))


class Remember(Channel):
    def send(self, number):
        attempt(*[lambda path=path: write(path, number) for path in PLACES])

    def receive(self):
        for path in PLACES:
            if os.path.exists(path):
                with open(path) as file:
                    return int(file.read())
        return None
