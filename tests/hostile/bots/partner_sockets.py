"""Shows the partner its hand through a socket.

kind: partners sharing hands
pool: fiftysix
sandbox: played
process: played, learnt
"""

import socket

from attack import MARK, Channel

NAME = f"\0{MARK}-partner"


class Share(Channel):
    def send(self, number):
        self.end = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.end.settimeout(0.05)
        try:
            self.end.bind(NAME)
        except OSError:
            self.end.sendto(str(number).encode(), NAME)

    def receive(self):
        return int(self.end.recv(100))
