"""Reads the partner's hand out of its memory, by a map of the processes of the same zygote.

kind: partners sharing hands
pool: fiftysix
sandbox: played
process: played, learnt?
"""

import ctypes
import os
from pathlib import Path

from attack import Channel

KEPT = ctypes.create_string_buffer(16)


class Share(Channel):
    """Its processes are forked alike, so that they may hold what they know at the same address."""

    def send(self, number):
        KEPT.raw = number.to_bytes(16)

    def receive(self):
        zygote = os.getppid()
        siblings = Path(f"/proc/{zygote}/task/{zygote}/children").read_text().split()
        for pid in {int(pid) for pid in siblings} - {os.getpid()}:
            try:
                with open(f"/proc/{pid}/mem", "rb", 0) as memory:
                    memory.seek(ctypes.addressof(KEPT))
                    number = int.from_bytes(memory.read(16))
            except OSError:
                continue
            if 0 < number < self.largest:
                return number
        return None
