"""Starts 300 threads.

kind: 300 threads
sandbox: played
process: played, threads
"""

import threading

from attack import Attack, attempt

over = threading.Event()


class Threads(Attack):
    def attack(self, view):
        threading.stack_size(64 * 1024)
        attempt(lambda: [threading.Thread(target=over.wait, args=(0.2,), daemon=True).start() for _ in range(300)])
        over.wait(0.05)
