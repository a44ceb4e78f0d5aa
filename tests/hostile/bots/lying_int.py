"""Answers with a number that is equal to every other.

kind: lying int subclasses
sandbox: protocol, crash
"""

from attack import Attack

from arena.cards import Card


class Lie(int):
    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    def __hash__(self):
        return hash(0)

    def __lt__(self, other):
        return True

    __le__ = __gt__ = __ge__ = __lt__


class Liar(Attack):
    def attack(self, view):
        return Card(Lie(10**6), "SA", "S", "A")
