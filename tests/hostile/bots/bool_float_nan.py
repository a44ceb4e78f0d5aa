"""Answers with a card whose id is a bool, a float or not a number.

kind: bool/float/NaN
sandbox: protocol
"""

from attack import Attack, honest

from arena.cards import Card


class Odd(Attack):
    def act(self, view):
        if view.phase != "play":
            return honest(view)
        return Card(True if view.seat == 0 else self.rng.choice((1.0, float("nan"))), "SA", "S", "A")
