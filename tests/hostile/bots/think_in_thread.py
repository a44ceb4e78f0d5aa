"""Thinks in a thread while the rival is on turn.

kind: thinking on the rival's time
rival: slow
sandbox: played
process: timeout
"""

import threading

from attack import Attack, attempt, compute


class Think(Attack):
    def attack(self, view):
        attempt(lambda: threading.Thread(target=compute, args=(30,), daemon=True).start())
