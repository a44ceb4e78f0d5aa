"""Closes the channel and lives on.

kind: closing the channel
sandbox: protocol
"""

import os
import time

from attack import Attack


class Close(Attack):
    def attack(self, view):
        os.closerange(0, 64)
        time.sleep(5)
