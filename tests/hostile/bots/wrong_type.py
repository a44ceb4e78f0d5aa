"""Answers with something that is no card and no call.

kind: wrong types
sandbox: protocol
"""

from attack import Attack


class Wrong(Attack):
    def attack(self, view):
        return {"card": view}
