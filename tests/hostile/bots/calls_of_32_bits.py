"""Makes a system call by its 32-bit number, which a filter might take for another: forks.

kind: 32-bit syscalls
sandbox: crash
process: played, processes
"""

import ctypes
import mmap
import os
import time

from attack import Attack

CODE = b"\xb8\x02\x00\x00\x00\xcd\x80\xc3"  # mov eax, 2 (fork); int 0x80; ret


class Call(Attack):
    def attack(self, view):
        rights = mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC
        page = mmap.mmap(-1, 4096, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, rights)
        page.write(CODE)
        if ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(page)))() == 0:
            time.sleep(0.2)
            os._exit(0)
        time.sleep(0.05)
