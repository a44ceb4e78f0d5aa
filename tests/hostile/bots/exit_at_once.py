"""Ends its process without a word.

kind: os._exit
sandbox: crash
"""

import os

from attack import Attack


class Exit(Attack):
    def attack(self, view):
        os._exit(0)
