"""Never answers: a loop in C that holds the interpreter's lock, with all signals shut out.

kind: hanging
sandbox: timeout
"""

import signal

from attack import Attack


class Loop(Attack):
    def attack(self, view):
        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        sum(range(10**13))
