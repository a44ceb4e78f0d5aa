"""One seat whose bot runs in a process of its own, for one match: `process` and `sandbox`."""

import os
import struct
import time
from collections.abc import Callable, Iterator
from typing import Final

import msgspec

from arena.games.base import Event, MatchStarted
from arena.hosts.channel import GarbledError
from arena.hosts.details import many_lines, one_line
from arena.hosts.held import HeldSeat
from arena.hosts.output import tail
from arena.hosts.seat import HIGHEST_ACTION, NO_ACTION, hooks_at
from arena.hosts.wire import (
    MOST_ACTIONS,
    Answer,
    Ask,
    Declared,
    Failed,
    Heard,
    Here,
    Ready,
    Refused,
    Reply,
    Setup,
    Tell,
    decode_reply,
    framed,
)
from arena.hosts.zygotes import Process, ZygoteError
from arena.records import FaultKind


def _unforeseeable() -> Iterator[int]:
    while True:
        yield from struct.unpack("256I", os.urandom(1024))


_new_id = _unforeseeable().__next__
_SAID_BY_BOTS: Final = frozenset(FaultKind) - {FaultKind.TIMEOUT}


class IsolatedSeat(HeldSeat[Process]):
    """A seat with a bot in Python. `fork` gives the process when the match starts; for the rest see `HeldSeat`.

    `folder` is where the bot's files lie for its process.
    """

    idle_ns = 50_000_000
    exit_is_crash = False

    def __init__(self, setup: Setup, fork: Callable[[], Process], blame_death: bool = False) -> None:
        super().__init__(setup.seat, setup.limits, blame_death)
        self.folder = setup.folder
        self._setup = setup
        self._fork = fork
        self._hooks: frozenset[str] = frozenset()
        self._events: list[Event] = []

    def see(self, event: Event) -> None:
        """Keep an event for the next question, or pass it on at once if the bot has a hook for it."""
        if isinstance(event, MatchStarted):
            self._start(event)
        elif self._process is not None:
            self._events.append(event)
            if self._hooks and not self._hooks.isdisjoint(hooks_at(event)):
                self._say(self._process, Tell, Heard)

    def declared(self) -> Declared | Refused:
        """What the bot's class declares, if the setup asks for that. Raises FaultError and HostDiedError."""
        reply = self._enter()
        if isinstance(reply, Declared | Refused):
            return reply
        raise self._stop(FaultKind.PROTOCOL, "said something else than what its class declares")

    def _enter(self) -> Reply:
        """Have a process that runs the bot's file, and return what it says then."""
        process = self._process = self._fork()
        process.channel.send(framed(msgspec.structs.replace(self._setup, memory=process.memory)))
        if not isinstance(self._first_reply(process), Here):
            raise self._broken(process)
        return self._decoded(self._receive(process))

    def _start(self, event: MatchStarted) -> None:
        """Bring the bot to the table: its file is run, its object made, and its hook called."""
        reply = self._enter()
        process = self._process
        assert process is not None
        if isinstance(reply, Failed) and reply.id == 0:
            raise self._stop(reply.kind, one_line(reply.detail), many_lines(reply.trace))
        if not isinstance(reply, Ready):
            raise self._stop(FaultKind.PROTOCOL, "said something else than that it is ready")
        self._hooks = frozenset(reply.hooks)
        self._events.append(event)
        try:
            self._say(process, Tell, Heard)
        finally:
            if self._process is not None:
                self._begin_match(process)

    def _first_reply(self, process: Process) -> Reply | None:
        """What the process says before it runs anything of the bot."""
        end = time.monotonic() + 60
        try:
            while (data := process.channel.receive(more_may_follow=True)) is None:
                if time.monotonic() > end:
                    return None
            return decode_reply(data)
        except (EOFError, GarbledError, msgspec.MsgspecError):
            return None

    def _broken(self, process: Process) -> ZygoteError:
        said = tail(process.output())
        self._let_go()
        return ZygoteError(f"the process of seat {self.seat} did not lock itself up: {said}")

    def _ask(self, process: Process) -> tuple[int, ...]:
        """The action, or a list of discards."""
        reply = self._say(process, Ask, Answer)
        assert isinstance(reply, Answer)
        self._check(reply.actions)
        return reply.actions

    def _say(
        self, process: Process, request: type[Tell[Event]] | type[Ask[Event]], expected: type[Heard] | type[Answer]
    ) -> Heard | Answer:
        """Send what has been kept, and return the reply to it. Raises FaultError."""
        number = _new_id()
        events, self._events = self._events, []
        reply = self._decoded(self._exchange(process, framed(request(number, events))))
        self._spend(process)
        if type(reply) is expected and reply.id == number:
            return reply
        if type(reply) is Failed and reply.id == number and reply.kind in _SAID_BY_BOTS:
            raise self._fault(
                process, reply.kind, one_line(reply.detail), many_lines(reply.trace), _safe(reply.action)
            )
        raise self._stop(FaultKind.PROTOCOL, "sent something else than the answer to what it was asked")

    def _decoded(self, data: bytes) -> Reply:
        try:
            return decode_reply(data)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            raise self._stop(FaultKind.PROTOCOL, "sent what is no message of the protocol") from None

    def _check(self, actions: tuple[int, ...]) -> None:
        """Refuse what cannot be ids of actions, whatever the rules say."""
        if not 1 <= len(actions) <= MOST_ACTIONS:
            raise self._stop(FaultKind.PROTOCOL, f"{len(actions)} actions in one answer")
        if not all(type(action) is int and 0 <= action < HIGHEST_ACTION for action in actions):
            raise self._stop(FaultKind.PROTOCOL, NO_ACTION)


def _safe(action: str | tuple[str, ...] | None) -> str | tuple[str, ...] | None:
    """An illegal action in a bot's words, of no more length than it needs."""
    if isinstance(action, tuple):
        return tuple(one_line(text)[:8] for text in action[:MOST_ACTIONS])
    return None if action is None else one_line(action)[:8]
