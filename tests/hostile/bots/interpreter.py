"""Looks through every object and frame of its interpreter for what is not its own.

kind: gc/frames
sandbox: played
none: played, leak
"""

import gc
import sys

from attack import Attack

TYPE_NAME = type.__dict__["__name__"].__get__  # a class may lie about its name, or raise


class Look(Attack):
    def attack(self, view):
        frame = sys._getframe()
        while frame:
            for value in frame.f_locals.values():
                show(value)
            frame = frame.f_back
        for thing in gc.get_objects():
            show(thing)


def show(thing):
    found = list(thing.values()) if type(thing) is dict else [thing]
    for value in found:
        if type(value) in (str, bytes) and len(value) < 200 and ("TOKEN" in repr(value)):
            print(value)
        elif TYPE_NAME(type(value)) in ("MatchStarted", "Setup"):
            print(str(value)[:300])
