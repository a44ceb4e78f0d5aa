"""Shows the partner a number by where it sleeps: at one of many places in a library that both have mapped.

kind: partners sharing hands
pool: fiftysix
sandbox: played
process: played, learnt
"""

import ctypes
import os
import platform
import sys

from attack import Channel, attempt, honest, libc, system_call

FUTEX = {"x86_64": 202, "aarch64": 98}[platform.machine()]
WAIT, WAKE = 0, 1
FIRST = ctypes.cast(libc.printf, ctypes.c_void_p).value & ~4095


class Pause(ctypes.Structure):
    _fields_ = (("seconds", ctypes.c_long), ("nanoseconds", ctypes.c_long))


class Share(Channel):
    largest = 2048

    def act(self, view):
        if view.seat == 0 and not self.asked:
            self.answer_early(honest(view))
            attempt(self.sleep)
        elif view.seat == 2:
            attempt(self.wake)
        return super().act(view)

    def answer_early(self, answer):
        """Send the answer now, and nothing when it is time to."""
        frame, wire = sys._getframe(), sys.modules["arena.hosts.wire"]
        while "request" not in frame.f_locals:
            frame = frame.f_back
        request, end = frame.f_locals["request"], frame.f_locals["end"]
        action = frame.f_locals["seat"].observation.action(answer)
        os.write(3, wire.framed(wire.Answer(request.id, (action,))))
        end.send = lambda _: delattr(end, "send")

    def sleep(self):
        place = ctypes.c_void_p(FIRST + 4 * self.number)
        value = ctypes.c_uint32.from_address(place.value)
        system_call(FUTEX, place, WAIT, value, ctypes.byref(Pause(0, 500_000_000)), None, 0)

    def wake(self):
        for number in range(self.largest):
            if system_call(FUTEX, ctypes.c_void_p(FIRST + 4 * number), WAKE, 1, None, None, 0):
                print("LEARNT", number)
                return
