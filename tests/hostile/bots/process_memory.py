"""Reads another process's memory as a file.

kind: /proc/PID/mem
sandbox: played
process: played, leak?
"""

from attack import Attack, attempt


def read(pid, address, length):
    with open(f"/proc/{pid}/mem", "rb", 0) as memory:
        memory.seek(address)
        print(memory.read(length))


class Read(Attack):
    def attack(self, view):
        attempt(lambda: read(**self.targets["bystander"]))
