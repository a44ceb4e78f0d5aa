"""The zygote: a trusted process that has loaded Python, arena and some packages, and forks the seats' processes.

No bot's code ever runs in it, and it learns nothing of any match: it is handed the two descriptors a child needs
and passes them on. It ends when its worker does.
"""

import gc
import importlib
import os
import signal
import socket
import struct
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from arena.bots.base import Bot
from arena.games import GAMES
from arena.games.base import Event
from arena.hosts import child, locks
from arena.hosts.inprocess import InProcessPlayers, Seating
from arena.hosts.linux.namespaces import fork_alone
from arena.hosts.linux.prctl import adopt_orphans, close_to_others, die_with_parent
from arena.hosts.wire import request_decoder
from arena.match.referee import play_match

COMMAND = struct.Struct(">ci")
"""To the zygote: ``F`` to fork, with the two descriptors for the child, or ``A`` to fork it alone in a namespace
of process ids, if that can be; ``W`` to wait for the end of the process of this id, and ``E`` to end it and all
that it started."""
REPLY = struct.Struct(">i")
"""From it: first its own id; after ``F`` or ``A`` that of the new process, after ``W`` its wait status or −1 if it
lives on, after ``E`` 0."""
LAST_BREATH_S = 1.0
"""How long ``W`` waits: the channel of a dying process ends a little before the process."""


def main(control: int, worker: int, packages: Sequence[str]) -> None:
    """Load the packages, then obey until the worker lets go of the control socket.

    `worker` is the parent to die with; 0 if bubblewrap is, and sees to that itself.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a Ctrl-C is for the main process
    if worker:
        die_with_parent(worker)
    close_to_others()
    adopt_orphans()
    with socket.socket(fileno=control) as end:
        for package in packages:
            # What cannot be imported here cannot be in the child either; there the bot is told.
            with suppress(Exception):
                importlib.import_module(package)
        _warm_up()
        sys.stdout = sys.stderr = child.Output.text()
        gc.collect()
        gc.freeze()
        gc.disable()
        end.sendall(REPLY.pack(os.getpid()))
        _Zygote(end).obey()


class _First(Bot):
    """Takes the first legal action."""

    games = tuple(GAMES)

    def on_event(self, view: Any, event: Event) -> None:
        """Be asked to hear."""

    def act(self, view: Any) -> object:
        return view.legal[0]


def _warm_up() -> None:
    """Do what every child does: what is worked out once and kept is then there, and shared by all."""
    locks.prepare()
    for game in GAMES.values():
        variant = game.variant({})
        request_decoder(game.name)
        seats = [Seating(_First, {}) for side in game.sides(variant) for _ in side]
        players = InProcessPlayers(game, variant, "", seats)
        play_match(game, variant, "", players, order=())


class _Zygote:
    def __init__(self, end: socket.socket) -> None:
        self._end = end
        self._children: set[int] = set()
        listing = f"/proc/self/task/{os.getpid()}/children"  # where there is none, this is not Linux
        self._listing = os.open(listing, os.O_RDONLY) if Path(listing).exists() else None

    def obey(self) -> None:
        while True:
            data, descriptors, _, _ = socket.recv_fds(self._end, COMMAND.size, 2)
            while 0 < len(data) < COMMAND.size:
                data += self._end.recv(COMMAND.size - len(data))
            if not data:
                return
            command, pid = COMMAND.unpack(data)
            if command in (b"F", b"A"):
                answer = self._fork(*descriptors, alone=command == b"A")
            elif command == b"W":
                answer = self._wait(pid)
            else:
                answer = self._end_child(pid)
            self._end.sendall(REPLY.pack(answer))

    def _fork(self, channel: int, output: int, *, alone: bool) -> int:
        zygote = os.getpid()
        pid = None
        if alone:
            with suppress(OSError):
                pid = fork_alone()
                zygote = 0  # which a process of another namespace has for its parent's id
        if pid is None:
            pid = os.fork()
        if pid == 0:
            child.main(channel, output, zygote)
        os.close(channel)
        os.close(output)
        self._children.add(pid)
        return pid

    def _wait(self, pid: int) -> int:
        """The wait status of a child that is dying."""
        end = time.monotonic() + LAST_BREATH_S
        while time.monotonic() < end:
            ended, status = os.waitpid(pid, os.WNOHANG)
            if ended:
                self._children.discard(pid)
                return status
            time.sleep(0.001)
        return -1

    def _end_child(self, pid: int) -> int:
        """Kill and bury a child, unless it is buried, with all it started."""
        if pid in self._children:
            with suppress(ProcessLookupError, PermissionError):  # one that has not come far yet leads no group
                os.kill(pid, signal.SIGKILL)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, signal.SIGKILL)
        if pid in self._children:
            os.waitpid(pid, 0)
            self._children.discard(pid)
        self._end_strays()
        return 0

    def _end_strays(self) -> None:
        """End what a child in `process` has started outside its group; orphans become this process's own."""
        if self._listing is None:
            return
        listed = os.pread(self._listing, 1 << 16, 0)
        for pid in set(map(int, listed.split())) - self._children:
            with suppress(ProcessLookupError, PermissionError, ChildProcessError):
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
