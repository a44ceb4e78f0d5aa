"""From the process that a zygote forked to a running program: pipes, locks, and the jump into it.

The worker gets its ends of the pipes through the channel, which closes by itself once the program runs. What comes
through it after them is why it does not run: so it is certain that nothing of the program has run by then.
"""

import os
import signal
import socket
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NoReturn

from arena.hosts.command.locks import lock_program
from arena.hosts.launch import ENVIRONMENT
from arena.hosts.wire import Setup

LONGEST_ERROR: Final = 4096
_PATH: Final = "/usr/local/bin:/usr/bin:/bin"
_LIBRARIES: Final = (Path("/lib"), Path("/usr/lib"), Path("/usr/local/lib"))


def become(channel: int, setup: Setup) -> NoReturn:
    """Run the command in place of this process, in the current folder. The channel is a socket to the worker."""
    command = setup.command
    try:
        theirs = _give_pipes(channel)
        os.set_inheritable(channel, False)
        for number, end in enumerate(theirs):
            os.dup2(end, number)
        for ignored in (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGINT):
            signal.signal(ignored, signal.SIG_DFL)  # else it would be ignored by the program too
        lock_program(setup.limits, [setup.folder, *setup.readable], setup.locks)
        os.execve(command[0], command, _environment(command[0]))
    except BaseException as error:
        os.write(channel, f"{type(error).__name__}: {error}".encode("utf-8", "replace")[:LONGEST_ERROR])
    os._exit(1)


def _give_pipes(channel: int) -> tuple[int, int, int]:
    """Make the pipes for standard input, output and error; the worker gets its ends, these are the program's."""
    stdin, to_stdin = os.pipe()
    from_stdout, stdout = os.pipe()
    from_stderr, stderr = os.pipe()
    ours = (to_stdin, from_stdout, from_stderr)
    end = socket.socket(fileno=channel)
    socket.send_fds(end, [b"\n"], ours)
    end.detach()
    for number in ours:
        os.close(number)
    return stdin, stdout, stderr


def _environment(program: str) -> Mapping[str, str]:
    """The whole environment of a program: nothing of the user's, and what makes programs act alike."""
    more = {"PATH": f"{Path(program).parent}:{_PATH}", "HOME": "/nonexistent"}
    own = Path(program).resolve().parent.parent / "lib"
    if own not in _LIBRARIES and own.is_dir():
        # The libraries beside a runtime, which it finds by /proc/self/exe where there is one: java its libjli.
        more["LD_LIBRARY_PATH"] = str(own)
    return {**ENVIRONMENT, **more}
