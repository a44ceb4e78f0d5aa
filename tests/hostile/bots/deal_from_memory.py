"""Works out the rival's hand from the seed of the match, should it be anywhere in its interpreter.

kind: reconstructing the deal from config, names and procedure
sandbox: played
none: played, learnt
"""

import gc
import re
import sys

from attack import Attack

from arena.games import GAMES
from arena.games.base import HandDealt

SEED = re.compile(r"[0-9a-f]{64}")


class Work(Attack):
    def attack(self, view):
        seeds = set()
        frame = sys._getframe()
        while frame:
            collect(frame.f_locals, seeds)
            frame = frame.f_back
        for thing in gc.get_objects():
            collect(thing, seeds)
        for seed in seeds:
            _, events = GAMES["bridgette"].start(view.variant, seed)
            hands = {event.seat: event.cards for event in events if isinstance(event, HandDealt)}
            if set(hands[view.seat]) == {card.id for card in view.dealt}:
                print("LEARNT", "-".join(map(str, sorted(hands[1 - view.seat]))))


def collect(thing, seeds):
    for value in thing.values() if type(thing) is dict else thing if type(thing) is list else ():
        text = value.hex() if type(value) is bytes and len(value) == 32 else value
        if type(text) is str and SEED.fullmatch(text):
            seeds.add(text)
