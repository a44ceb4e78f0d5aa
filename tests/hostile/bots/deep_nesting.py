"""Answers with lists in lists, and sends the worker nested messages.

kind: deep nesting
sandbox: protocol
"""

import os

from attack import Attack


class Deep(Attack):
    def attack(self, view):
        os.write(3, (60_000).to_bytes(4) + b"\x91" * 60_000)
        answer = []
        for _ in range(100_000):
            answer = [answer]
        return answer
