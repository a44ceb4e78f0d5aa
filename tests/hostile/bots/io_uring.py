"""Has the kernel open files on its behalf, past the filter.

kind: io_uring
sandbox: played
process: played, leak?
"""

import ctypes

from attack import Attack, attempt, system_call


class Ring(Attack):
    def attack(self, view):
        attempt(self.set_up)

    def set_up(self):
        system_call(425, 4, ctypes.create_string_buffer(120))
        print(self.targets["forbidden"])
