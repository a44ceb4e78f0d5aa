"""Remembers in its modules, its classes and Python's own: the twin seating, the next set, the partner.

kind: remembering the twin seating
sets: 2
sandbox: played
none: played, learnt
"""

import builtins
import sys

from attack import Channel


class Remember(Channel):
    last = None

    def send(self, number):
        Remember.last = builtins.last = sys.modules["json"].last = number

    def receive(self):
        return Remember.last or getattr(builtins, "last", None) or getattr(sys.modules["json"], "last", None)
