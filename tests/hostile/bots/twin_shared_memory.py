"""Remembers in memory that outlives its process.

kind: remembering the twin seating
sets: 2
sandbox: played
process: played, learnt, shared memory
"""

import ctypes

from attack import Channel, call


class Remember(Channel):
    def memory(self):
        return call("shmat", call("shmget", self.targets["key"], 4096, 0o1600), None, 0)

    def send(self, number):
        ctypes.c_uint32.from_address(self.memory()).value = number

    def receive(self):
        return ctypes.c_uint32.from_address(self.memory()).value
