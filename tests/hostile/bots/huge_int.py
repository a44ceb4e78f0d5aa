"""Answers with a card whose id has a million digits.

kind: huge ints and objects
sandbox: protocol
"""

from attack import Attack

from arena.cards import Card


class Huge(Attack):
    def attack(self, view):
        return Card(1 << 4_000_000, "SA", "S", "A")
