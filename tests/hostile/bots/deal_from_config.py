"""Works out the rival's hand from what is published: the names, the procedure, and a secret it looks for.

kind: reconstructing the deal from config, names and procedure
sandbox: played
process: played, learnt
"""

import itertools
import re

from attack import Attack, attempt

from arena.games import GAMES
from arena.games.base import HandDealt
from arena.seeds import match_seed


class Work(Attack):
    def attack(self, view):
        secrets = ["", "0", "1", "secret", "hostile", "0" * 32]
        for path in (self.targets["config"], *self.targets["databases"]):
            attempt(lambda path=path: secrets.extend(found(path)))
        names = [["deal_from_config", "rival"]]
        for secret, pair, k in itertools.product(secrets, names, range(1, 5)):
            rival = rivals_hand(view, match_seed(secret, "bridgette", pair, k))
            if rival is not None:
                print("LEARNT", rival)


def found(path):
    with open(path, "rb") as file:
        return [text.decode() for text in re.findall(rb"[0-9a-f]{32}", file.read())][:5]


def rivals_hand(view, seed):
    """The rival's cards as dealt, if the seed is that of this match."""
    _, events = GAMES["bridgette"].start(view.variant, seed)
    hands = {event.seat: event.cards for event in events if isinstance(event, HandDealt)}
    own = {card.id for card in view.dealt}
    return "-".join(map(str, sorted(hands[1 - view.seat]))) if set(hands[view.seat]) == own else None
