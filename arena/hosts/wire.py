"""What a worker and the process of one seat say to each other: length-prefixed msgpack frames over a socket.

A frame is four bytes, the length of what follows (big-endian), and one message. The worker begins with `Setup`;
then each `Tell` and `Ask` carries a number, which the one reply to it repeats. Nothing else may be said: what a
bot sends besides, or in another form, is a fault of protocol. The events are those of the game that the seat may
see, in order; the process folds its own observation from them.
"""

from functools import cache
from typing import Any, Generic, TypeVar, Union

import msgspec

from arena.bots.declarations import Facts
from arena.bots.options import OptionValue
from arena.games import GAMES
from arena.games.base import Event
from arena.hosts.limits import Limits
from arena.records import FaultKind

LARGEST_REPLY = 64 * 1024
HEADER = 4
MOST_ACTIONS = 64
EXIT_MEMORY = 83
"""The exit code of a process that has not even the memory to say that it has none."""
E = TypeVar("E")


class Setup(msgspec.Struct, frozen=True, array_like=True):
    """All that the process of a seat needs before the first event.

    `folder` holds the bot's files; `main` is the one to run and `module` what it is called as a module; `sources`
    are the Python files, by name. A bot in an installed package has no `main`. `class_name` may be empty if
    there is one bot only. `rng_seed` is what `seeds.bot_rng_seed` gives. `locks` and `memory` are for
    `locks.lock`. With a `command` the process becomes that program, which may read what lies at
    `readable`; see `arena.hosts.command`. With a `spec` nothing is played: the process says what the class of the
    bot declares that is called so.
    """

    game: str
    variant: dict[str, str | int]
    seat: int
    folder: str
    main: str
    module: str
    sources: dict[str, bytes]
    class_name: str
    options: dict[str, OptionValue]
    rng_seed: bytes
    limits: Limits
    locks: tuple[str, ...]
    memory: int = 0
    command: tuple[str, ...] = ()
    readable: tuple[str, ...] = ()
    spec: str = ""


class Tell(msgspec.Struct, Generic[E], frozen=True, array_like=True, tag=1):
    """Take these events in; the last one has a hook."""

    id: int
    events: list[E]


class Ask(msgspec.Struct, Generic[E], frozen=True, array_like=True, tag=2):
    """Take these events in and decide."""

    id: int
    events: list[E]


class Here(msgspec.Struct, frozen=True, array_like=True, tag=10):
    """The process has locked itself up and begins with the bot's code."""


class Ready(msgspec.Struct, frozen=True, array_like=True, tag=11):
    """The bot's class is there, and overrides these hooks."""

    hooks: tuple[str, ...]


class Heard(msgspec.Struct, frozen=True, array_like=True, tag=12):
    """The hooks have been called."""

    id: int


class Answer(msgspec.Struct, frozen=True, array_like=True, tag=13):
    """The bot's action; several for a list of discards."""

    id: int
    actions: tuple[int, ...]


class Failed(msgspec.Struct, frozen=True, array_like=True, tag=14):
    """The bot did wrong; `id` is 0 while it is loaded."""

    id: int
    kind: FaultKind
    detail: str
    action: str | tuple[str, ...] | None
    trace: str


class Declared(msgspec.Struct, frozen=True, array_like=True, tag=15):
    """What the bot's class declares."""

    facts: Facts


class Refused(msgspec.Struct, frozen=True, array_like=True, tag=16):
    """The bot cannot be loaded: why not, and the module that was not found, if that is the reason."""

    reason: str
    missing: str


Reply = Here | Ready | Heard | Answer | Failed | Declared | Refused

encode = msgspec.msgpack.Encoder().encode
decode_setup = msgspec.msgpack.Decoder(Setup).decode
decode_reply = msgspec.msgpack.Decoder(Reply).decode


@cache
def request_decoder(game: str) -> "msgspec.msgpack.Decoder[Tell[Event] | Ask[Event]]":
    """Reads what the worker sends after `Setup`."""
    event: Any = Union[GAMES[game].event_types]  # noqa: UP007
    return msgspec.msgpack.Decoder(Tell[event] | Ask[event])


def framed(message: msgspec.Struct) -> bytes:
    """A message as it is sent."""
    payload = encode(message)
    return len(payload).to_bytes(HEADER) + payload
