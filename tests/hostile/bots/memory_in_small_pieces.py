"""Takes memory in so small pieces that not even an error finds room.

kind: memory
sandbox: memory, crash, timeout
"""

from attack import Attack


class Small(Attack):
    def attack(self, view):
        self.kept = []
        while len(self.kept) < 10**7:
            try:
                self.kept.append(bytearray(50))
            except MemoryError:
                self.kept.append(None)
