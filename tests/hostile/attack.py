"""What the hostile bots have in common; it lies beside each of them in its bundle.

An attack tries all it can, goes on when it is stopped, and then plays as the honest bot does, so that what it came
to shows in the match. What it got hold of it prints: the tests look for secrets in what it printed. All it does is
small, short, on this machine, and safe should it succeed.
"""

import ctypes
import json
import os
import time
from collections.abc import Callable
from typing import Any, ClassVar

from arena.bots import Bot, Option

MARK = "arena-hostile"
"""How every file begins that an attack leaves behind; the tests look for them and remove them."""
MIB = 1 << 20
libc = ctypes.CDLL(None, use_errno=True)


class Attack(Bot):
    """Calls `attack` when it is asked for the first time; otherwise plays like the honest bot.

    `targets` is what even the best informed attacker could know of the machine: paths, ports, process ids.
    """

    games = ("bridgette", "fiftysix")
    OPTIONS: ClassVar = {"targets": Option("{}", "what there is to attack, as JSON")}
    asked = 0

    @property
    def targets(self) -> Any:
        return json.loads(str(self.options["targets"]))

    def attack(self, view: Any) -> object:
        """Do it; what is returned is the answer, unless it is None."""

    def act(self, view: Any) -> object:
        self.asked += 1
        answer = self.attack(view) if self.asked == 1 else None
        return honest(view) if answer is None else answer


class Channel(Attack):
    """Passes a number on from one process to another: of the partner, of the other seating or of the next set.

    Each process prints a number of its own that nobody else can know, sends it, and prints those that it receives.
    """

    largest = 1 << 32

    def match_start(self, view: Any) -> None:
        attempt(self.hear)
        self.number = int.from_bytes(os.urandom(4)) % (self.largest - 1) + 1
        print("HOLDS", self.number)
        attempt(self.tell)

    def attack(self, view: Any) -> object:
        attempt(self.hear)
        return None

    def hear(self) -> None:
        received = self.receive()
        if received and received != getattr(self, "number", None):
            print("LEARNT", received)

    def tell(self) -> None:
        self.send(self.number)

    def send(self, number: int) -> None:
        """Leave a number somewhere."""

    def receive(self) -> int | None:
        """What has been left there."""


def honest(view: Any) -> object:
    """What the honest bot does."""
    return view.legal[len(view.legal) // 2]


def attempt(*attempts: Callable[[], object]) -> None:
    """Try one after the other, each on its own."""
    for one in attempts:
        try:
            one()
        except Exception as error:
            print(f"{type(error).__name__}: {error}"[:200])


def call(name: str, *arguments: Any) -> int:
    """Call a function of the C library. Raises OSError."""
    function = getattr(libc, name)
    function.restype = ctypes.c_long
    return checked(function(*arguments), name)


def system_call(number: int, *arguments: Any) -> int:
    """Make a system call. Raises OSError."""
    libc.syscall.restype = ctypes.c_long
    return checked(libc.syscall(ctypes.c_long(number), *arguments), f"call {number}")


def checked(result: int, name: str) -> int:
    if result < 0:
        raise OSError(ctypes.get_errno(), f"{name}: {os.strerror(ctypes.get_errno())}")
    return int(result)


def compute(seconds: float) -> None:
    """Use CPU time."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def fill(memory: Any, size: int) -> None:
    """Touch every page of a mapping or buffer."""
    for offset in range(0, size, 4096):
        memory[offset] = 1
