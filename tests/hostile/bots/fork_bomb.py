"""Forks, at most three dozen times, by every call there is.

kind: fork bomb
sandbox: played
process: played, processes
"""

import os
import time

from attack import Attack, attempt, libc, system_call


def fork(call):
    for _ in range(12):
        if call() == 0:
            time.sleep(0.3)
            os._exit(0)
    time.sleep(0.05)


class Fork(Attack):
    def attack(self, view):
        attempt(
            lambda: fork(os.fork),
            lambda: fork(libc.fork),
            lambda: fork(lambda: system_call(435, b"\0" * 88, 88)),
        )
