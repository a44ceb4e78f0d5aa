"""Speaks to a server on this machine.

kind: TCP
sandbox: played
process: played, network
"""

import socket

from attack import Attack, attempt


def connect(port):
    with socket.create_connection(("127.0.0.1", port), 1) as end:
        end.sendall(b"x")


class Connect(Attack):
    def attack(self, view):
        attempt(lambda: connect(self.targets["tcp"]), lambda: socket.create_server(("127.0.0.1", 0)))
