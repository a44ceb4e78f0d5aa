"""Never answers, without using any time.

kind: hanging
sandbox: timeout
"""

import time

from attack import Attack


class Sleep(Attack):
    def attack(self, view):
        while True:
            time.sleep(1000)
