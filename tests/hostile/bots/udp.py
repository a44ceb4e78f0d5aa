"""Sends a datagram to a server on this machine.

kind: UDP
sandbox: played
process: played, network
"""

import socket

from attack import Attack, attempt


def send(port):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as end:
        end.sendto(b"x", ("127.0.0.1", port))


class Send(Attack):
    def attack(self, view):
        attempt(lambda: send(self.targets["udp"]))
