"""Slows another process of the same user down, and lowers its limits.

kind: killing, stopping, renicing engine or rival
sandbox: played
process: played, bystander
"""

import os
import resource

from attack import Attack, attempt


class Renice(Attack):
    def attack(self, view):
        pid = self.targets["bystander"]["pid"]
        attempt(
            lambda: os.setpriority(os.PRIO_PROCESS, pid, 19),
            lambda: os.sched_setaffinity(pid, {min(os.sched_getaffinity(0))}),
            lambda: os.sched_setscheduler(pid, os.SCHED_IDLE, os.sched_param(0)),
            lambda: resource.prlimit(pid, resource.RLIMIT_CORE, (0, 0)),
        )
