"""The process of one seat, for one match: locks itself up, loads the bot, and answers until it is killed.

Forked from a zygote, so all modules are there already. Until `Here` is sent nothing of the bot has run, and any
failure is the harness's; from then on everything this process says may be the bot's doing.
"""

import gc
import io
import os
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

from arena.bots.base import Bot
from arena.bots.classes import find_class
from arena.bots.files import BotFile
from arena.bots.modules import run_file
from arena.games import GAMES
from arena.hosts.channel import BotEnd
from arena.hosts.command.launch import become
from arena.hosts.details import describe_exception, trace_of
from arena.hosts.linux.prctl import die_with_parent
from arena.hosts.locks import lock
from arena.hosts.seat import Seat
from arena.hosts.wire import (
    EXIT_MEMORY,
    Answer,
    Ask,
    Failed,
    Heard,
    Here,
    Ready,
    Setup,
    decode_setup,
    framed,
    request_decoder,
)
from arena.match.players import FaultError
from arena.records import FaultKind

OUTPUT_CAP = 64 * 1024
"""How much of what a bot prints in a match is kept; the rest is dropped."""
DECLARING = "arena.hosts.declaring"
"""Not imported here: it needs modules that no playing bot has to carry along."""
_CHANNEL = 3


def main(channel: int, output: int, zygote: int) -> NoReturn:
    """Live the life of a seat's process; `zygote` is the id of the process that forked it."""
    try:
        die_with_parent(zygote)
        os.setsid()
        _arrange_descriptors(channel, output)
        gc.enable()
        end = BotEnd(_CHANNEL)
        setup = decode_setup(end.receive())
        os.chdir(setup.folder)
        if setup.command:
            become(_CHANNEL, setup)
        lock(setup.limits, setup.memory, setup.folder, setup.locks)
        end.send(framed(Here()))
    except BaseException as error:
        os.write(2, f"{type(error).__name__}: {error}\n".encode())
        os._exit(1)
    code = 0
    try:
        if setup.spec:
            end.send(framed(import_module(DECLARING).declared(setup)))
        else:
            _serve(end, setup)
    except EOFError:
        pass
    except MemoryError:
        code = EXIT_MEMORY
    except BaseException as error:
        os.write(2, f"{type(error).__name__}: {error}\n".encode("utf-8", "backslashreplace"))
        code = 1
    os._exit(code)


def _arrange_descriptors(channel: int, output: int) -> None:
    """Keep 0 (nothing to read), 1 and 2 (what is printed) and 3 (the channel), and close all others."""
    channel = os.dup(channel)  # away from the numbers it will be copied to
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.dup2(channel, _CHANNEL)
    os.closerange(_CHANNEL + 1, os.sysconf("SC_OPEN_MAX"))


class Output(io.RawIOBase):
    """What the bot prints, as `sys.stdout` and `sys.stderr`: written at once, up to the cap."""

    def __init__(self) -> None:
        self._left = OUTPUT_CAP

    @classmethod
    def text(cls) -> io.TextIOWrapper:
        """As a file for text."""
        raw: Any = cls()
        return io.TextIOWrapper(raw, encoding="utf-8", errors="backslashreplace", write_through=True)

    def writable(self) -> bool:
        """It is."""
        return True

    def fileno(self) -> int:
        """The descriptor behind it."""
        return 1

    def write(self, data: bytes) -> int:  # type: ignore[override]
        """Write as much as there is room for, and say that it was all."""
        part = bytes(data[: self._left])
        self._left -= len(part)
        with suppress(OSError):  # the bot has filled the file behind our back
            os.write(1, part)
        return len(data)


def _serve(end: BotEnd, setup: Setup) -> None:
    """Load the bot, then answer what comes."""
    seat = _load(end, setup)
    if seat is None:
        return
    end.send(framed(Ready(tuple(sorted(seat.hooks)))))
    decode = request_decoder(setup.game).decode
    see, hear = seat.observation.see, seat.hear
    while True:
        request = decode(end.receive())
        reply: Heard | Answer | Failed
        try:
            for event in request.events:
                see(event)
            if type(request) is Ask:
                reply = Answer(request.id, tuple(seat.decide()))
            else:
                hear(request.events[-1])
                reply = Heard(request.id)
        except FaultError as fault:
            reply = Failed(request.id, fault.kind, fault.detail, fault.action, fault.trace)
        except KeyboardInterrupt as error:  # nobody's but the bot's: this process has no terminal
            reply = Failed(request.id, FaultKind.CRASH, describe_exception(error), None, trace_of(error))
        end.send(framed(reply))


def _load(end: BotEnd, setup: Setup) -> Seat | None:
    """The seat with the bot's class; None after saying that it cannot be loaded."""
    game = GAMES[setup.game]
    try:
        bot_class = _bot_class(setup)
    except BaseException as error:
        kind = FaultKind.MEMORY if isinstance(error, MemoryError) else FaultKind.CRASH
        end.send(framed(Failed(0, kind, describe_exception(error), None, trace_of(error))))
        return None
    observation = game.observation(game.public(game.variant(setup.variant)), setup.seat)
    return Seat(observation, bot_class, setup.options, setup.rng_seed, setup.limits)


def _bot_class(setup: Setup) -> type[Bot]:
    """Run the bot's file, as it is run for isolation `none`, or import its package."""
    if setup.main:
        files = [BotFile(name, content) for name, content in setup.sources.items()]
        module = run_file(files, setup.main, Path(setup.folder), setup.module)
    else:
        module = import_module(setup.module)
    name = setup.class_name if hasattr(module, setup.class_name) else ""
    return find_class(module, name, setup.main or setup.module)
