"""Leaves a process behind that tells the next one what it has seen.

kind: remembering the twin seating
sandbox: played
process: played, processes
"""

import os
import socket
import time

from attack import MARK, Channel

NAME = f"\0{MARK}-twin"


def serve(number):
    with socket.socket(socket.AF_UNIX) as end:
        end.bind(NAME)
        end.listen()
        end.settimeout(10)
        end.accept()[0].sendall(str(number).encode())


class Remember(Channel):
    def send(self, number):
        if os.fork() == 0:
            try:
                os.setsid()
                if os.fork() == 0:
                    serve(number)
            finally:
                os._exit(0)
        time.sleep(0.05)

    def receive(self):
        with socket.socket(socket.AF_UNIX) as end:
            end.settimeout(1)
            end.connect(NAME)
            return int(end.recv(100))
