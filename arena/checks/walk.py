"""Walking a program through every kind of line of the protocol, and explaining in plain words what is wrong."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from arena.bots.base import Bot
from arena.bots.command import Command
from arena.bots.files import BotError
from arena.checks.seats import hosts_for
from arena.games import GAMES
from arena.hosts.command.greeting import hint
from arena.hosts.command.seat import CommandSeat, OtherProtocolError
from arena.hosts.command.wire import PROTOCOL
from arena.hosts.details import many_lines
from arena.hosts.hosts import Hosts, Isolation, Occupant
from arena.hosts.inprocess import InProcessPlayers, Seating
from arena.hosts.limits import Limits
from arena.hosts.table import Table
from arena.hosts.zygotes import ZygoteError
from arena.match.players import FaultError
from arena.match.referee import FaultPolicy, play_match

_TABLES: Final[Mapping[str, Mapping[str, object]]] = {
    "bridgette": {},
    "fiftysix": {"players": 4, "tables": 2, "max_deals": 2},
}
"""A short match of each game; a Bridgette match has both kinds of exchange."""
_PROGRAM: Final = "program"
_SHOWN: Final = 300
_EXAMPLES: Final = {
    "hello": f'{{"id": %d, "protocol": {PROTOCOL}, "games": ["bridgette", "fiftysix"]}}',
    "start": '{"id": %d}',
    "tell": '{"id": %d}',
    "call": '{"id": %d, "action": "P"}',
    "play": '{"id": %d, "action": "SA"}',
    "discard": '{"id": %d, "action": ["C2", "D3"]}',
}


@dataclass(frozen=True)
class Wrong:
    """What went wrong: the line that the program was given, what it wrote, what that was, and what to do."""

    where: str
    line: str
    heard: str
    what: str
    advice: str
    trace: str


@dataclass
class Walk:
    """How far a program came: how many lines of each kind it replied to well, and what stopped it, if anything.

    `command` says what it plays.
    """

    command: Command
    passed: Counter[str] = field(default_factory=Counter)
    wrong: Wrong | None = None


def walk(command: Command, isolation: Isolation, limits: Limits) -> Walk:
    """Say hello to a program, and play one short match of each of its games with it.

    Raises BotError if it speaks another version of the protocol, for which there is no walk.
    """
    walk = Walk(command)
    with hosts_for(isolation) as hosts:
        _Walker(walk, hosts, Occupant(_PROGRAM, command, {}, isolation, limits)).go()
    return walk


class _Opener(Bot):
    """Sits at the other seats: bids if nobody has, so that there is a play, else takes the first legal action."""

    games = tuple(GAMES)

    def act(self, view: Any) -> object:
        if view.phase == "call" and not any(call.is_bid for _, call in view.calls):
            return next((call for call in view.legal if call.is_bid), view.legal[0])
        return view.legal[0]


class _Walker:
    def __init__(self, walk: Walk, hosts: Hosts, occupant: Occupant) -> None:
        self.walk = walk
        self.hosts = hosts
        self.occupant = occupant
        self.where = "start"
        self.line: dict[str, Any] = {}
        self.heard = b""

    def go(self) -> None:
        """From hello to the last line of the last match."""
        try:
            games = self.hello()
            for game in games:
                self.match(game)
        except OtherProtocolError as fault:
            raise BotError(f"{self.walk.command.spec}: {fault.detail}; {self.advice(fault)}") from None
        except FaultError as fault:
            self.walk.wrong = self.explained(fault)
        except ZygoteError as error:
            advice = "The program was not even started. Run the command yourself: does it work there?"
            what = f"{self.walk.command.as_named(str(error), _PROGRAM)}{hint(str(error), self.occupant.isolation)}"
            self.walk.wrong = Wrong("the start of the program", "", "", what, advice, "")

    def hello(self) -> tuple[str, ...]:
        """What the program plays."""
        game = next(iter(GAMES.values()))
        seat = self.hosts.program(self.occupant, game, game.variant({}), "")
        self.listen_to(seat)
        try:
            said = seat.greet()
        finally:
            seat.close()
        games = said.games or []
        unknown = [game for game in games if game not in GAMES]
        if unknown or not games:
            what = f"plays {unknown[0]!r}" if unknown else "does not say which games it plays"
            advice = f"Name one or both of {', '.join(GAMES)}: {self.example()}"
            self.walk.wrong = Wrong("hello", self.shown_line(), _shown(self.heard), what, advice, "")
            return ()
        self.walk.command = self.walk.command.answering(list(dict.fromkeys(games)), said.timed is True)
        self.passed()
        return self.walk.command.games

    def match(self, name: str) -> None:
        """One match with the program at seat 0. Raises FaultError for its first fault."""
        game = GAMES[name]
        variant = game.variant(_TABLES[name])
        seat = self.hosts.program(self.occupant, game, variant, "walk")
        self.listen_to(seat, f"{name}: ")
        others = {other: Seating(_Opener, {}) for side in game.sides(variant) for other in side if other}
        table = Table({0: seat}, InProcessPlayers(game, variant, "walk", others))
        try:
            order = range(len(game.sides(variant)))
            result = play_match(game, variant, "walk", table, order=order, policy=FaultPolicy("forfeit"))
        finally:
            table.close()
        fault = result.fault
        if table.faults:
            raise table.faults[0]
        if fault is not None:
            raise FaultError(fault.seat, fault.kind, fault.detail, fault.action)
        self.passed()

    def listen_to(self, seat: CommandSeat, prefix: str = "") -> None:
        """Note every line; the one before has been replied to well."""

        def listen(line: bytes, heard: bytes) -> None:
            self.passed()
            self.line, self.heard = msgspec.json.decode(line), heard
            kind = self.line.get("decision", self.line["type"])
            self.where = kind if kind == "hello" else prefix + kind

        seat.listen = listen

    def passed(self) -> None:
        """The last line has been replied to well."""
        if self.line:
            self.walk.passed[self.where] += 1
            self.line = {}

    def explained(self, fault: FaultError) -> Wrong:
        """A fault in words for the program's author."""
        given = f": {' '.join(fault.action)}" if isinstance(fault.action, tuple) else ""
        return Wrong(
            self.where,
            self.shown_line(),
            _shown(self.heard),
            fault.detail + given,
            self.advice(fault),
            self.walk.command.as_named(fault.trace, _PROGRAM),
        )

    def shown_line(self) -> str:
        """The line, its events left out if it is long."""
        line = msgspec.json.encode(self.line).decode()
        if len(line) > _SHOWN and "events" in self.line:
            line = msgspec.json.encode({**self.line, "events": ["…"]}).decode()
        return line if len(line) <= 2 * _SHOWN else line[: 2 * _SHOWN] + " …"

    def example(self) -> str:
        """What a reply looks like."""
        kind = self.line.get("decision", self.line.get("type", "hello"))
        number: int = self.line.get("id", 1)
        return _EXAMPLES[kind] % number

    def advice(self, fault: FaultError) -> str:
        """What to do about it."""
        if self.where == "hello" and "exit code" in fault.detail and self.occupant.isolation == "sandbox":
            return f"{_ENDED} In the sandbox it cannot start another program: name that one, and not its launcher."
        for said, advice in _ADVICE:
            if said in fault.detail:
                return advice
        return f"A right reply looks like {self.example()}"


_ENDED: Final = "The program ended. It must read lines, and write one for each, until its standard input ends."
_ADVICE: Final = (
    ("does not answer", "Does the program flush its output after each line, and end each with a line feed?"),
    ("exit code", _ENDED),
    ("closed its standard output", "Leave standard output open until standard input ends."),
    ("more than one line", "Write exactly one line for each line read; write everything else to standard error."),
    ("not asked for", "Write exactly one line for each line read; write everything else to standard error."),
    ("JSON is malformed", "Each line must be one JSON object; write everything else to standard error."),
    ("truncated", "The line is empty or breaks off. Write each JSON object on one line of its own."),
    ("unknown field", "A reply has only the keys that bots/PROTOCOL.md names; a misspelt one is refused, too."),
    ("speaks protocol", f"write for version {PROTOCOL}, see bots/PROTOCOL.md"),
    ("of CPU time", "Answer faster, or give the entrant other limits in the config."),
    ("MiB, in use", "Use less memory, or give the entrant another memory_mb in the config."),
    ("not legal here", "Choose one of `legal` in the line that was read."),
    ("different cards of the hand", "Choose `count` different cards of `hand`."),
    ("computed while", "Stop computing after a reply until the next line comes."),
    ("replied to line", "Copy the id of the line that was read."),
)
"""Words in a fault's detail, and what to do about it."""


def _shown(heard: bytes) -> str:
    text = many_lines(heard[: 2 * _SHOWN].decode(errors="backslashreplace"))
    return text + (" …" if len(heard) > 2 * _SHOWN else "")
