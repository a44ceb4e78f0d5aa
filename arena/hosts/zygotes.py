"""The zygotes of one worker, and the processes they fork, as the worker sees them."""

import os
import socket
import struct
import subprocess
import tempfile
import time
from collections import OrderedDict
from collections.abc import Collection
from pathlib import Path
from typing import Final

from arena.hosts.channel import WorkerEnd
from arena.hosts.core import Core
from arena.hosts.launch import ENVIRONMENT, zygote_command
from arena.hosts.linux.prctl import close_to_others
from arena.hosts.output import new_output
from arena.hosts.rlimits import address_space
from arena.hosts.zygote import COMMAND, REPLY

MOST_ZYGOTES: Final = 8
"""How many a worker keeps; each holds Python, arena and some packages, whichever bots use them.

So many with numpy, and the seats of a match, stay under 1 GB, and 16 workers under 16 GB.
"""
START_S: Final = 60.0
ANSWER_S: Final = 30.0


class ZygoteError(Exception):
    """A zygote did not start or does not answer: the harness's fault, nobody's loss."""


class Process:
    """The process of one seat. `channel` speaks to it."""

    def __init__(self, zygote: "Zygote", pid: int, channel: WorkerEnd, output: int) -> None:
        self.pid = pid
        self.channel = channel
        self._zygote = zygote
        self._output = output
        self._clock = (~pid << 3) | 2  # the kernel's id of a process's CPU clock, see clock_getcpuclockid(3)

    @property
    def memory(self) -> int:
        """The size of the address space that it began with, in bytes."""
        return self._zygote.memory

    def cpu_ns(self) -> int:
        """The CPU time it has used, all its threads together; 0 where the system does not tell."""
        try:
            return time.clock_gettime_ns(self._clock)
        except OSError:
            return 0

    def output(self) -> bytes:
        """The beginning of what it has printed."""
        return os.pread(self._output, 1 << 17, 0)

    def wait(self) -> int | None:
        """The wait status of a process whose channel has ended; None if it lives on nevertheless."""
        status = self._zygote.wait(self.pid)
        return None if status < 0 else status

    def end(self) -> None:
        """Kill it, with its process group, and let go of its channel."""
        self.channel.close()
        self._zygote.end(self.pid)

    def close(self) -> None:
        """Let go of what it has printed."""
        os.close(self._output)


class Zygote:
    """A running zygote; `fork` gives a process for a seat.

    `memory` is the size of its address space in bytes, `forked` how many processes are not ended yet. For
    `visible` and `alone` see `zygote_command`.
    """

    def __init__(
        self, packages: Collection[str], visible: Collection[str] | None = None, *, alone: bool = False
    ) -> None:
        self._control, theirs = socket.socketpair()
        with theirs, tempfile.TemporaryFile() as errors:
            self._process = subprocess.Popen(
                zygote_command(theirs.fileno(), packages, visible, alone=alone),
                stdin=subprocess.DEVNULL,
                stdout=errors,
                stderr=errors,
                env=ENVIRONMENT,
                cwd="/",
                pass_fds=(theirs.fileno(),),
                start_new_session=True,
            )
            theirs.close()
            try:
                self._wait_at_most(START_S)
                self.pid = self._reply()
            except ZygoteError as error:
                self.close()
                errors.seek(0)
                said = errors.read().decode(errors="replace").strip()
                raise ZygoteError(f"{error}: {said}" if said else str(error)) from None
        self._wait_at_most(ANSWER_S)
        self.memory = address_space(self.pid)
        self.forked = 0

    def fork(self, *, alone: bool = False) -> Process:
        """A process that waits for its `Setup`; `alone` in a namespace of process ids if the system lets it."""
        ours, theirs = socket.socketpair()
        output = new_output()
        with theirs:
            pid = self._command(b"A" if alone else b"F", 0, theirs.fileno(), output)
        self.forked += 1
        return Process(self, pid, WorkerEnd(ours), output)

    def wait(self, pid: int) -> int:
        """See `Process.wait`; −1 if it lives."""
        return self._command(b"W", pid)

    def end(self, pid: int) -> None:
        """Kill and reap a process, see `Process.end`."""
        self._command(b"E", pid)
        self.forked -= 1

    def is_alive(self) -> bool:
        """Whether it still runs."""
        return self._process.poll() is None

    def close(self) -> None:
        """End it; what it has forked ends with it."""
        self._control.close()
        try:
            self._process.wait(1.0)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _wait_at_most(self, seconds: float) -> None:
        self._control.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, struct.pack("ll", int(seconds), 0))

    def _command(self, command: bytes, pid: int, *descriptors: int) -> int:
        try:
            socket.send_fds(self._control, [COMMAND.pack(command, pid)], descriptors)
        except OSError as error:
            raise ZygoteError(f"the zygote is gone: {error}") from error
        return self._reply()

    def _reply(self) -> int:
        try:
            data = self._control.recv(REPLY.size, socket.MSG_WAITALL)
        except OSError as error:
            raise ZygoteError(f"the zygote does not answer: {error}") from error
        if len(data) < REPLY.size:
            raise ZygoteError("the zygote ended")
        return int(REPLY.unpack(data)[0])


class Zygotes:
    """A worker's zygotes by what they hold; the one not used for longest goes when there are too many.

    They are kept on `core`. `staged` is the folder that those in bubblewrap must be able to see.
    """

    def __init__(self, core: Core, staged: Path, most: int = MOST_ZYGOTES) -> None:
        self._core = core
        self.staged = staged
        self._most = most
        self._running: OrderedDict[tuple[frozenset[str], tuple[str, ...] | None, bool], Zygote] = OrderedDict()

    def fork(
        self, packages: frozenset[str], *, wrapped: bool, visible: tuple[str, ...] = (), alone: bool = False
    ) -> Process:
        """A new process from the zygote that holds these packages, in bubblewrap if asked. Raises ZygoteError.

        In bubblewrap `visible` is there too. For `alone` see `Zygote.fork`.
        """
        kind = (packages, visible if wrapped else None, alone and wrapped)
        zygote = self._running.pop(kind, None)
        if zygote is not None and not zygote.is_alive():
            zygote.close()
            zygote = None
        if zygote is None:
            close_to_others()
            self.staged.mkdir(parents=True, exist_ok=True)
            zygote = Zygote(packages, (str(self.staged), *visible) if wrapped else None, alone=alone)
        self._running[kind] = zygote
        self._core.pin(zygote.pid)  # what it forks stays there
        process = zygote.fork(alone=alone)
        for old in [old for old, other in self._running.items() if not other.forked]:
            if len(self._running) > self._most:
                self._running.pop(old).close()
        return process

    def close(self) -> None:
        """End all of them."""
        while self._running:
            self._running.popitem()[1].close()
