"""Stops another process of the same user.

kind: killing, stopping, renicing engine or rival
sandbox: played
process: played, bystander
"""

import os
import signal

from attack import Attack, attempt


class Stop(Attack):
    def attack(self, view):
        attempt(lambda: os.kill(self.targets["bystander"]["pid"], signal.SIGSTOP))
