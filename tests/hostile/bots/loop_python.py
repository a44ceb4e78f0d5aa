"""Never answers: a loop in Python.

kind: hanging
sandbox: timeout
"""

from attack import Attack


class Loop(Attack):
    def attack(self, view):
        while True:
            try:
                pass
            except BaseException:
                pass
