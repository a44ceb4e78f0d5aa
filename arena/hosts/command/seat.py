"""One seat whose bot is a program in any language, for one match."""

import time
from collections.abc import Callable
from itertools import count
from typing import Final

import msgspec

from arena.errors import NotationError
from arena.games import GAMES
from arena.games.base import DealEnded, Event, MatchEnded, MatchStarted
from arena.hosts.command import wire
from arena.hosts.command.notation import Words, decision_words, event_words
from arena.hosts.command.program import Program
from arena.hosts.command.wire import PROTOCOL, Reply
from arena.hosts.details import one_line
from arena.hosts.held import HeldSeat
from arena.hosts.wire import Setup, framed
from arena.hosts.zygotes import Process, ZygoteError
from arena.match.players import FaultError
from arena.records import FaultKind

MOST_THREADS: Final = 64
MOST_SHOWN: Final = 60
_LOOK_S: Final = 0.02
"""How often a program's memory and threads are looked at, at most."""
_ASKED_FOR: Final = {
    "hello": frozenset({"protocol", "games", "timed"}),
    "start": frozenset[str](),
    "ask": frozenset({"action"}),
    "tell": frozenset[str](),
}
"""What the reply to each kind of line may hold, besides its id."""


class OtherProtocolError(FaultError):
    """The program was written for another version of the protocol."""


class CommandSeat(HeldSeat[Program]):
    """A seat whose process becomes the command of `setup`, and is spoken to as `bots/PROTOCOL.md` says.

    `fork` gives the process when the match starts. A program that exits has done so itself, so that is its crash;
    one that is killed by a signal may have been killed by anybody: see `HeldSeat`. `listen` is called with every
    line and what came back to it, before that is judged.
    """

    idle_ns = 250_000_000  # runtimes collect garbage and compile when they have nothing else to do
    channel_name = "standard output"
    exit_is_crash = True

    def __init__(self, setup: Setup, fork: Callable[[], Process], blame_death: bool = False) -> None:
        super().__init__(setup.seat, setup.limits, blame_death)
        self._setup = setup
        self._fork = fork
        self._game = GAMES[setup.game]
        self._variant = self._game.variant(setup.variant)
        self._observation = self._game.observation(self._game.public(self._variant), setup.seat)
        self._ids = count(1)
        self._told: list[Words] = []
        self._looked = 0.0
        self.listen: Callable[[bytes, bytes], None] = lambda line, heard: None
        self._timed = False

    def see(self, event: Event) -> None:
        """Keep an event for the next question; at the end of a deal and of the match the program is told."""
        if isinstance(event, MatchStarted):
            self._observation.see(event)
            self._start(event)
        elif self._process is not None:
            self._observation.see(event)
            self._told.append(event_words(event))
            if isinstance(event, DealEnded | MatchEnded):
                self._say(self._process, wire.tell(next(self._ids), self._take_told()))

    def greet(self) -> Reply:
        """Start the program and return what it says of itself. Raises FaultError and HostDiedError."""
        process = self._fork()
        process.channel.send(framed(self._setup))
        try:
            program = self._process = Program(process)
        except ZygoteError:
            process.end()
            process.close()
            raise
        reply = self._say(program, wire.hello(next(self._ids)))
        if reply.protocol != PROTOCOL:
            said = "does not say which protocol" if reply.protocol is None else f"speaks protocol {reply.protocol}"
            fault = self._stop(FaultKind.PROTOCOL, f"the program {said}; this arena speaks protocol {PROTOCOL}")
            raise fault if reply.protocol is None else OtherProtocolError(fault.seat, fault.kind, fault.detail)
        self._timed = reply.timed is True
        return reply

    def _start(self, event: MatchStarted) -> None:
        """Start the program, and tell it what is played."""
        self.greet()
        program, setup = self._process, self._setup
        assert program is not None
        number = next(self._ids)
        self._say(
            program,
            wire.start(number, event, self._game, self._variant, setup.seat, setup.rng_seed, setup.limits),
        )
        self._begin_match(program)

    def _ask(self, process: Program) -> tuple[int, ...]:
        """The action, or a list of discards."""
        decision = decision_words(self._observation.view)
        clock = None
        if self._timed:
            answer_s, match_s = self._budget.left_s()
            clock = {"decision_s": answer_s, "match_s": match_s}
        reply = self._say(process, wire.ask(next(self._ids), decision, clock, self._take_told()))
        if decision["decision"] == "discard":
            return self._discards(process, decision, reply.action)
        return (self._action(process, decision["decision"], reply.action),)

    def _take_told(self) -> list[Words]:
        told, self._told = self._told, []
        return told

    def _say(self, process: Program, words: Words) -> Reply:
        """Send a line, and return the reply to it. Raises FaultError."""
        line = wire.line(words)
        try:
            data = self._exchange(process, line)
        finally:
            self.listen(line, process.channel.heard)
        self._look(process)
        self._spend(process)
        try:
            reply = wire.decode_reply(data)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise self._stop(FaultKind.PROTOCOL, one_line(f"wrote a line that is no reply: {error}")) from None
        if reply.id != words["id"]:
            raise self._stop(
                FaultKind.PROTOCOL, f"replied to line {reply.id} when it was to reply to line {words['id']}"
            )
        if reply.error is not None:
            if self._budget.has_begun:
                raise self._fault(process, FaultKind.CRASH, one_line(reply.error))
            raise self._stop(FaultKind.CRASH, one_line(reply.error))
        given = {key for key in _KEYS if getattr(reply, key) is not None}
        if surplus := sorted(given - _ASKED_FOR[words["type"]]):
            raise self._stop(FaultKind.PROTOCOL, f"replied to {words['type']} with {surplus[0]}")
        return reply

    @property
    def peak_mb(self) -> float | None:
        """The most memory the program has had in use, in MiB; None once it is closed, or if it is not told."""
        return None if self._process is None else self._process.peak_mb()

    def _look(self, process: Program) -> None:
        """See that the program has not too much memory in use, nor too many threads, and does something."""
        super()._look(process)
        now = time.monotonic()
        if now < self._looked + _LOOK_S:
            return
        self._looked = now
        used, threads = process.memory_and_threads()
        limit = self._setup.limits.memory_mb
        if used > limit:
            raise self._stop(FaultKind.MEMORY, f"more than memory_mb, {limit} MiB, in use")
        if threads > MOST_THREADS:
            raise self._stop(FaultKind.MEMORY, f"more than {MOST_THREADS} threads")

    def _action(self, process: Program, decision: str, answer: object) -> int:
        """The action that a text stands for, which need not be legal."""
        if not isinstance(answer, str):
            expected = f"expected a {'card' if decision == 'play' else 'call'} as a text"
            raise self._fault(process, FaultKind.PROTOCOL, f"{decision}: {expected}, got {_named(answer)}")
        try:
            return self._game.parse_action(f"{decision} {answer}")
        except NotationError as error:
            raise self._fault(process, FaultKind.PROTOCOL, one_line(f"{decision}: {error}")) from None

    def _discards(self, process: Program, decision: Words, answer: object) -> tuple[int, ...]:
        """The actions that a list of discards stands for, in its order."""
        if not isinstance(answer, list):
            detail = f"discard: expected a list of {decision['count']} cards, got {_named(answer)}"
            raise self._fault(process, FaultKind.PROTOCOL, detail)
        wanted = decision["count"]
        actions = tuple(self._action(process, "discard", card) for card in answer)
        if not (len(actions) == len(set(actions)) == wanted and set(answer) <= set(decision["hand"])):
            detail = f"discard: expected {wanted} different cards of the hand"
            raise self._fault(process, FaultKind.ILLEGAL_ACTION, detail, action=tuple(answer[:MOST_SHOWN]))
        return actions


_KEYS: Final = tuple(field for field in Reply.__struct_fields__ if field not in ("id", "error"))


def _named(answer: object) -> str:
    """What an answer is, in the words of JSON."""
    return "nothing" if answer is None else "a list" if isinstance(answer, list) else "a text"
