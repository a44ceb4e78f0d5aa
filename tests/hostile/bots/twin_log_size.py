"""Remembers in the length of its log, which anybody may look at who knows the path.

kind: remembering the twin seating
sandbox: played
bare: played, learnt
process: played, learnt
"""

import os

from attack import Channel

BLOCK = 1024


class Remember(Channel):
    largest = 60

    def send(self, number):
        print("x" * (BLOCK * number))

    def receive(self):
        folder = os.path.dirname(os.path.abspath(__file__))
        return os.stat(f"{folder}/../../logs/{os.path.basename(folder)}.log").st_size // BLOCK
