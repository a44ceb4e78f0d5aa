"""Speaks to servers that listen on a path and on an abstract name.

kind: path and abstract UNIX sockets
sandbox: played
process: played, network
"""

import socket

from attack import Attack, attempt


def connect(address):
    with socket.socket(socket.AF_UNIX) as end:
        end.connect(address)


class Connect(Attack):
    def attack(self, view):
        attempt(lambda: connect(self.targets["path"]), lambda: connect("\0" + self.targets["abstract"]))
