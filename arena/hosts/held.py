"""What every seat with a process of its own has in common: waiting for it, its limits, its end, whom to blame."""

import os
import signal
import time
from abc import ABC, abstractmethod
from typing import ClassVar, Final, Generic, Protocol, TypeVar

from arena.games.base import Event
from arena.hosts.budget import START_WALL, Budget, Patience
from arena.hosts.channel import GarbledError
from arena.hosts.details import how_ended
from arena.hosts.limits import Limits
from arena.hosts.output import tail
from arena.hosts.seat import NOT_STARTED
from arena.hosts.wire import EXIT_MEMORY
from arena.match.players import FaultError, HostDiedError
from arena.records import FaultKind

STOPPED: Final = "the bot was stopped at an earlier fault"
IDLE: Final = "does not answer, though it computes little or nothing"


class Channel(Protocol):
    """The worker's end of what a process is spoken to through; both methods may raise GarbledError."""

    def send(self, data: bytes, /) -> None:
        """Send a request, without waiting for long; whether the process is there, `receive` tells."""
        ...

    def receive(self) -> bytes | None:
        """The reply; None if it is not complete within a tick. Raises EOFError if none can come."""
        ...


class Running(Protocol):
    """A process of one seat."""

    @property
    def channel(self) -> Channel:
        """What it is spoken to through."""
        ...

    def cpu_ns(self) -> int:
        """The CPU time it has used, all its threads together; 0 where the system does not tell."""
        ...

    def output(self) -> bytes:
        """What it has printed, as far as it is kept."""
        ...

    def wait(self) -> int | None:
        """The wait status once its channel has ended; None if it lives on nevertheless."""
        ...

    def end(self) -> None:
        """Kill it, with all that it started."""
        ...

    def close(self) -> None:
        """Let go of what is left of it."""
        ...


P = TypeVar("P", bound=Running)


class HeldSeat(ABC, Generic[P]):
    """One seat of `arena.match.players.Players`, whose bot runs in a process of its own.

    A process that ends without a word is its bot's crash with `blame_death`, otherwise HostDiedError is raised.
    `printed` is what the bot had printed when it was closed.
    """

    idle_ns: ClassVar[int]
    """CPU time that may pass between an answer and the next request; more is thinking on the rival's time."""
    channel_name: ClassVar[str] = "connection to the arena"
    exit_is_crash: ClassVar[bool]
    """Whether a process that exits, rather than being killed, is its bot's doing for certain."""

    def __init__(self, seat: int, limits: Limits, blame_death: bool) -> None:
        self.seat = seat
        self.printed = b""
        self._cpu_s = 0.0
        self._blame_death = blame_death
        self._budget = Budget(limits)
        self._patience: Patience | None = Patience(START_WALL * limits.startup_s)
        self._process: P | None = None
        self._gone: tuple[FaultKind, str] = (FaultKind.CRASH, NOT_STARTED)
        self._waiting: list[int] = []

    @abstractmethod
    def see(self, event: Event) -> None:
        """Pass an event on, see `Players.see`."""

    def decide(self) -> int:
        """Ask the bot, unless it has answered already."""
        if self._waiting:
            return self._waiting.pop()
        if self._process is None:
            raise FaultError(self.seat, *self._gone)
        actions = self._ask(self._process)
        if len(actions) > 1:
            self._waiting = list(actions[:0:-1])
        return actions[0]

    @property
    def has_answered(self) -> bool:
        """Whether the next decision is known: a list of discards answers several questions."""
        return bool(self._waiting)

    @property
    def cpu_s(self) -> float:
        """The CPU time that the bot's process has used so far, or had used when it was closed."""
        return self._cpu_s if self._process is None else self._process.cpu_ns() / 1e9

    def retire(self) -> None:
        """End the process."""
        self._let_go()

    def close(self) -> None:
        """End the process."""
        self._let_go()

    @abstractmethod
    def _ask(self, process: P) -> tuple[int, ...]:
        """The actions that the bot answers with, at least one. Raises FaultError."""

    def _look(self, process: P) -> None:
        """Look after a process that is waited for, or that has answered. May raise FaultError."""
        if self._patience is not None and self._patience.is_over(process.cpu_ns()):
            raise self._stop(FaultKind.TIMEOUT, IDLE)

    def _exchange(self, process: P, data: bytes) -> bytes:
        """Send a request, and return the reply to it. Raises FaultError."""
        if self._budget.idle_ns(process.cpu_ns()) > self.idle_ns:
            raise self._stop(FaultKind.TIMEOUT, "computed while it was not asked")
        try:
            process.channel.send(data)
        except GarbledError as error:
            raise self._stop(FaultKind.PROTOCOL, str(error)) from None
        return self._receive(process)

    def _receive(self, process: P) -> bytes:
        """The next thing the process says. Raises FaultError if it is late or not understood, or ends."""
        end = None
        try:
            while (data := process.channel.receive()) is None:
                if (late := self._budget.overdue(process.cpu_ns())) is not None:
                    raise self._stop(FaultKind.TIMEOUT, late)
                self._look(process)
                now = time.monotonic()
                end = end or now + self._budget.wall_s
                if now > end:
                    raise self._stop(FaultKind.TIMEOUT, IDLE)
            return data
        except EOFError:
            raise self._died(process) from None
        except GarbledError as error:
            raise self._stop(FaultKind.PROTOCOL, str(error)) from None

    def _spend(self, process: P) -> None:
        """Account for an answer. Raises FaultError if it was late."""
        late = self._budget.spend(process.cpu_ns())
        if late is not None:
            if self._budget.is_empty:
                raise self._stop(FaultKind.TIMEOUT, late)
            raise self._fault(process, FaultKind.TIMEOUT, late)

    def _died(self, process: P) -> FaultError | HostDiedError:
        """Who is to blame for the end of the process."""
        status = process.wait()
        if status is None:
            return self._stop(FaultKind.PROTOCOL, f"closed its {self.channel_name}")
        code = os.waitstatus_to_exitcode(status)
        how = how_ended(code)
        if code >= 0 and self.exit_is_crash:
            return self._stop(FaultKind.CRASH, f"ended {how}")
        if code == EXIT_MEMORY:
            return self._stop(FaultKind.MEMORY, "no memory left, not even to say so")
        if code == -signal.SIGXCPU:
            return self._stop(FaultKind.TIMEOUT, "used up its CPU time")
        if code == -signal.SIGSYS:
            return self._stop(FaultKind.CRASH, "made a system call of another architecture")
        if self._blame_death:
            return self._stop(FaultKind.CRASH, f"ended itself {how}" if code < 0 else f"ended {how}")
        cause = f"was ended {how}" if code < 0 else f"ended {how}"
        said = tail(process.output())
        self._let_go()
        return HostDiedError(self.seat, f"{cause}\n{said}" if said else cause)

    def _begin_match(self, process: P) -> None:
        """The bot has started; from now on the limits of the match hold."""
        self._budget.begin_match(process.cpu_ns())
        self._patience = None

    def _stop(self, kind: FaultKind, detail: str, trace: str = "") -> FaultError:
        """A fault after which the bot is asked nothing more."""
        process = self._process
        assert process is not None
        fault = self._fault(process, kind, detail, trace)
        self._gone = (kind, STOPPED) if self._budget.has_begun else (kind, NOT_STARTED)
        self._let_go()
        return fault

    def _fault(
        self,
        process: P,
        kind: FaultKind,
        detail: str,
        trace: str = "",
        action: str | tuple[str, ...] | None = None,
    ) -> FaultError:
        """A fault, told with what the bot printed last."""
        printed = tail(process.output())
        told = [trace.rstrip(), f"printed last:\n{printed}" if printed else ""]
        return FaultError(self.seat, kind, detail, action, "\n".join(filter(None, told)))

    def _let_go(self) -> None:
        """End the process, if there is one."""
        process, self._process = self._process, None
        if process is not None:
            self._cpu_s = process.cpu_ns() / 1e9
            try:
                process.end()
                self.printed = process.output()
            finally:
                process.close()
