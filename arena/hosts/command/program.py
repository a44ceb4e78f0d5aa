"""A running program, as the worker sees it."""

import os
import resource
import socket
from pathlib import Path
from typing import Final

from arena.hosts.command.launch import LONGEST_ERROR
from arena.hosts.command.pipes import Pipes
from arena.hosts.zygotes import Process, ZygoteError

_THREADS: Final = 17  # fields of /proc/PID/stat behind the name, see proc(5)
_RESIDENT: Final = 21
_MIB: Final = 1 << 20


class Program:
    """What a zygote's process has become, with the interface of `zygotes.Process`; `channel` speaks to it."""

    def __init__(self, process: Process) -> None:
        """Wait until it has. Raises ZygoteError if it does not: nothing of the program has run then."""
        self.pid = process.pid
        self.channel = Pipes(*_take_pipes(process.channel.end))
        self._process = process
        self._stat = Path(f"/proc/{process.pid}/stat")
        self._status = self._stat.with_name("status")

    def cpu_ns(self) -> int:
        """The CPU time it has used, all its threads together; 0 where the system does not tell."""
        return self._process.cpu_ns()

    def memory_and_threads(self) -> tuple[float, int]:
        """The memory in use, in MiB, and the number of threads; zeros where the system does not tell."""
        try:
            fields = self._stat.read_bytes().rpartition(b")")[2].split()
        except OSError:
            return 0.0, 0
        return int(fields[_RESIDENT]) * resource.getpagesize() / _MIB, int(fields[_THREADS])

    def peak_mb(self) -> float | None:
        """The most memory it has had in use, in MiB; None where the system does not tell."""
        try:
            lines = self._status.read_text(encoding="utf-8").splitlines()
        except OSError:
            return None
        return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM:")), None)

    def output(self) -> bytes:
        """The end of what it has printed on standard error."""
        return self.channel.printed()

    def wait(self) -> int | None:
        """See `Process.wait`."""
        return self._process.wait()

    def end(self) -> None:
        """Kill it, with its process group."""
        self._process.end()

    def close(self) -> None:
        """Let go of its pipes."""
        self.channel.close()
        self._process.close()


def _take_pipes(channel: socket.socket) -> list[int]:
    """The ends of the pipes, once the program runs and has thereby closed the channel."""
    channel.settimeout(60)
    pipes: list[int] = []
    error = b"it ended before that"
    try:
        _, pipes, _, _ = socket.recv_fds(channel, 1, 3)
        if len(pipes) == 3:
            error = channel.recv(LONGEST_ERROR)
    except OSError as problem:
        error = str(problem).encode()
    if error:
        for end in pipes:
            os.close(end)
        raise ZygoteError(f"the program could not be started: {error.decode(errors='replace')}")
    return pipes
