"""Announces a long answer and sends a byte of it now and then.

kind: hanging
sandbox: timeout
"""

import os
import time

from attack import Attack


class Drip(Attack):
    def attack(self, view):
        os.write(3, (30_000).to_bytes(4))
        while True:
            os.write(3, b"x")
            time.sleep(0.05)
