"""Replaces what every module relies on.

kind: monkeypatching random, time, json, builtins
sandbox: played, crash, protocol
"""

import builtins

from attack import Attack


class Patch(Attack):
    def attack(self, view):
        builtins.len = lambda _: 0
        builtins.isinstance = lambda *_: True
        builtins.open = builtins.print = builtins.sorted = lambda *_, **__: None
