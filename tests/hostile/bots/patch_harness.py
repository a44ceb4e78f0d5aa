"""Replaces the harness's own parts in its process: the limit of its output, the rules, and what its answer means.

kind: monkeypatching random, time, json, builtins
sandbox: illegal_action, protocol
"""

import sys

from attack import Attack


class Patch(Attack):
    def attack(self, view):
        sys.modules["arena.hosts.child"].OUTPUT_CAP = 1 << 40
        sys.modules["arena.hosts.channel"].TICK_S = 1e9
        observation = sys.modules["arena.games.bridgette.observation"].BridgetteObservation
        held = {card.id for card in view.hand}
        first = observation.action(view._observation, view.legal[0]) if hasattr(view, "_observation") else 0
        forbidden = next(card for card in range(52) if card not in held)
        observation.action = lambda *_: first - view.legal[0].id + forbidden
