"""Answers on the channel itself and goes on thinking, then answers the next request itself, too.

kind: thinking on the rival's time
rival: slow
sandbox: timeout
"""

import os
import sys

from attack import Attack, compute, honest


class Think(Attack):
    def attack(self, view):
        frame = sys._getframe()
        while "request" not in frame.f_locals:
            frame = frame.f_back
        seat, end = frame.f_locals["seat"], frame.f_locals["end"]
        decode, request = frame.f_locals["decode"], frame.f_locals["request"]
        wire = sys.modules["arena.hosts.wire"]
        while True:
            if type(request) is wire.Ask:
                action = seat.observation.action(honest(view))
                os.write(3, wire.framed(wire.Answer(request.id, (action,))))
            else:
                os.write(3, wire.framed(wire.Heard(request.id)))
            compute(0.2)
            request = decode(end.receive())
            for event in request.events:
                seat.observation.see(event)
