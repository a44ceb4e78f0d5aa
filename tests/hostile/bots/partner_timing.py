"""Shows the partner one number by hesitating, one bit with each of its first turns.

kind: partners sharing hands
pool: fiftysix
sandbox: played, learnt?
process: played, learnt?
"""

import time

from attack import Attack

BITS = 4
PAUSE = 0.06


class Share(Attack):
    """Seat 0 speaks, its partner at seat 2 listens."""

    turn = 0

    def match_start(self, view):
        self.heard = []
        self.before = 0.0
        self.number = time.monotonic_ns() // 1000 % (1 << BITS)
        if view.seat == 0:
            print("HOLDS", self.number)

    def on_event(self, view, event):
        now, before = time.monotonic(), self.before
        self.before = now
        if view.seat == 2 and getattr(event, "seat", None) == 0 and len(self.heard) < BITS:
            self.heard.append(now - before > PAUSE / 2)
            if len(self.heard) == BITS:
                print("LEARNT", sum(1 << bit for bit, long in enumerate(self.heard) if long))

    def act(self, view):
        if view.seat == 0 and self.turn < BITS and self.number >> self.turn & 1:
            time.sleep(PAUSE)
        self.turn += 1
        return super().act(view)
