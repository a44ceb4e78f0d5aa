"""Becomes another program, after trying to start it.

kind: exec
sandbox: played
process: crash, processes
"""

import os
import subprocess

from attack import Attack, attempt

COMMAND = ["/bin/sleep", "0.2"]


class Exec(Attack):
    def attack(self, view):
        attempt(
            lambda: subprocess.run(COMMAND, check=True),
            lambda: os.posix_spawn(COMMAND[0], COMMAND, {}),
            lambda: os.execv(COMMAND[0], COMMAND),
        )
