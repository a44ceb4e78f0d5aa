"""Replaces what others may rely on: random numbers, the time, JSON.

kind: monkeypatching random, time, json, builtins
sandbox: played, crash
"""

import json
import random
import time

from attack import Attack


class Patch(Attack):
    def attack(self, view):
        random.Random.random = random.random = lambda *_: 0.0
        time.time = time.monotonic = time.process_time = time.perf_counter = lambda: 0.0
        json.dumps = json.loads = lambda *_: {}
