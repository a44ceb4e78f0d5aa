"""Keeps what it learns of a rival for later sets, in its own folder and its home.

kind: learning across sets
sets: 2
sandbox: played
process: played, learnt, files
"""

import os

from attack import MARK, Channel, attempt


class Learn(Channel):
    def places(self):
        return [
            f"{os.path.dirname(__file__)}/{MARK}-learnt",
            *[f"{at}/{MARK}-learnt" for at in self.targets["folders"]],
        ]

    def send(self, number):
        for path in self.places():
            attempt(lambda path=path: open(path, "w").write(str(number)))

    def receive(self):
        for path in self.places():
            if os.path.exists(path):
                return int(open(path).read())
        return None
