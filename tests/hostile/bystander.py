"""A process that has nothing to do with any match, and must notice nothing."""

import os
import resource
import secrets
import subprocess
import sys
from pathlib import Path
from typing import Any, Self

_SCRIPT = """
import sys
secret = b"BYSTANDER-" + sys.stdin.buffer.readline().strip()
file = open(sys.argv[1])
print(id(secret) + bytes.__basicsize__ - 1, len(secret), flush=True)
sys.stdin.read()
"""


class Bystander:
    """A sleeping process with secrets: in its memory, its environment, its command line and an open file."""

    def __init__(self, file: Path) -> None:
        hidden = secrets.token_hex(8)
        shown, around = f"COMMAND-{secrets.token_hex(8)}", f"AROUND-{secrets.token_hex(8)}"
        self.secrets = (f"BYSTANDER-{hidden}", shown, around)
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", _SCRIPT, str(file), shown],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={"AROUND": around},
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{hidden}\n".encode())
        self._process.stdin.flush()
        self._address, self._length = map(int, self._process.stdout.readline().split())
        self._before = self._state()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()

    @property
    def target(self) -> dict[str, int]:
        """Where it is, and where its secret lies."""
        return {"pid": self._process.pid, "address": self._address, "length": self._length}

    def is_untouched(self) -> bool:
        """Whether it runs as it did before."""
        return self._process.poll() is None and self._state() == self._before

    def _state(self) -> tuple[Any, ...]:
        pid = self._process.pid
        text = Path(f"/proc/{pid}/stat").read_text()
        state = text.rpartition(")")[2].split()[0]
        return (
            "asleep" if state in "SRD" else state,
            os.getpriority(os.PRIO_PROCESS, pid),
            os.sched_getaffinity(pid),
            os.sched_getscheduler(pid),
            resource.prlimit(pid, resource.RLIMIT_CORE),
        )
