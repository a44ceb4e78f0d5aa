"""Shows the partner its hand in Python's modules.

kind: partners sharing hands
pool: fiftysix
sandbox: played
none: played, learnt
"""

import json

from attack import Channel


class Share(Channel):
    def send(self, number):
        json.shown = number

    def receive(self):
        return getattr(json, "shown", None)
