"""Tries what a sandbox forbids, once a match, and fails with the list of what went through."""

import ctypes
import fcntl
import mmap
import multiprocessing.shared_memory
import os
import resource
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

from arena.bots import Bot, Option

libc = ctypes.CDLL(None, use_errno=True)


def syscall(number: int, *arguments: int) -> None:
    """Make a system call by its number; raises OSError."""
    if libc.syscall(number, *arguments) < 0:
        raise OSError(ctypes.get_errno(), "refused")


def leads_nowhere() -> None:
    """Take files by way of a link."""
    Path("link").symlink_to("/etc")


class Burglar(Bot):
    """See the module."""

    games = ("bridgette", "fiftysix")
    OPTIONS: ClassVar = {"secret": Option("", "a file it must not read"), "own": Option("", "a file of its own")}

    def match_start(self, view: Any) -> None:
        through = [name for name, attempt in self.attempts().items() if self.succeeds(attempt)]
        if through:
            print(*through)
            raise RuntimeError(f"{len(through)} went through")

    def act(self, view: Any) -> object:
        return view.legal[0]

    def succeeds(self, attempt: Callable[[], object]) -> bool:
        """Whether an attempt goes through."""
        try:
            attempt()
        except (OSError, RuntimeError, ValueError, subprocess.SubprocessError):
            return False
        return True

    def attempts(self) -> dict[str, Callable[[], object]]:
        """What is tried."""
        me, parent = os.getpid(), os.getppid()
        own = Path(__file__)
        return {
            "read-passwd": lambda: Path("/etc/passwd").read_text(),
            "read-secret": lambda: Path(str(self.options["secret"])).read_text(),
            "read-memory": lambda: Path("/proc/self/mem").open("rb"),
            "read-environment": lambda: Path(f"/proc/{parent}/environ").read_bytes(),
            "list-root": lambda: os.listdir("/"),  # noqa: PTH208
            "list-neighbours": lambda: list(own.parent.parent.iterdir()),
            "list-processes": lambda: list(Path("/proc").iterdir()),
            "write-own": lambda: own.write_text(""),
            "write-temp": lambda: Path("/tmp/burglar").write_text(""),
            "append": lambda: own.open("a"),
            "read-and-write": lambda: os.open(own, os.O_RDWR),
            "truncate": lambda: os.truncate(own, 0),
            "remove": own.unlink,
            "rename": lambda: own.rename(own.with_name("x")),
            "make-folder": lambda: Path("x").mkdir(),
            "make-link": leads_nowhere,
            "hard-link": lambda: os.link(own, "hard"),
            "permissions": lambda: own.chmod(0o777),
            "owner": lambda: os.chown(own, 1, 1),
            "times": lambda: os.utime(own),
            "attributes": lambda: os.setxattr(own, "user.x", b"x"),
            "fifo": lambda: os.mkfifo("fifo"),
            "path-only": lambda: os.open("/etc/passwd", os.O_PATH),
            "temporary": lambda: os.open("/tmp", os.O_TMPFILE | os.O_RDWR),
            "lock": lambda: fcntl.flock(os.open(own, os.O_RDONLY), fcntl.LOCK_SH),
            "record-lock": lambda: fcntl.lockf(os.open(own, os.O_RDONLY), fcntl.LOCK_SH),
            "lease": lambda: fcntl.fcntl(os.open(own, os.O_RDONLY), 1024, fcntl.F_RDLCK),
            "signal-owner": lambda: fcntl.fcntl(0, fcntl.F_SETOWN, parent),
            "fork": self.fork,
            "thread": lambda: threading.Thread(target=print).start(),
            "program": lambda: subprocess.run(["/bin/true"], check=True),
            "exec": lambda: os.execv("/bin/true", ["true"]),
            "new-session": os.setsid,
            "group": lambda: os.setpgid(0, 0),
            "kill-parent": lambda: os.kill(parent, 0),
            "kill-self": lambda: os.kill(me, 0),
            "kill-all": lambda: os.kill(-1, 0),
            "alarm-parent": lambda: os.pidfd_open(parent),
            "nice": lambda: os.setpriority(os.PRIO_PROCESS, parent, 19),
            "affinity": lambda: os.sched_setaffinity(0, {0}),
            "parents-clock": lambda: time.clock_gettime((~parent << 3) | 2),
            "parents-limits": lambda: resource.prlimit(parent, resource.RLIMIT_CPU),
            "own-limits": lambda: resource.setrlimit(resource.RLIMIT_AS, (-1, -1)),
            "tcp": lambda: socket.socket(),
            "udp": lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM),
            "unix": lambda: socket.socket(socket.AF_UNIX),
            "netlink": lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW),
            "socketpair": socket.socketpair,
            "pipe": os.pipe,
            "shared-memory": lambda: multiprocessing.shared_memory.SharedMemory("arena", create=True, size=8),
            "shared-mapping": lambda: mmap.mmap(-1, 4096),
            "shared-file": lambda: mmap.mmap(os.open(own, os.O_RDONLY), 10, mmap.MAP_SHARED, mmap.PROT_READ),
            "memfd": lambda: os.memfd_create("x"),
            "capabilities": lambda: Path("/proc/sys/kernel/hostname").read_text(),
            "user": lambda: os.setuid(1),
            "root": lambda: os.chroot("."),
            "mask": lambda: os.umask(0),
            "folder": lambda: os.chdir("/"),
            "machine-load": os.getloadavg,
            "grow-output": lambda: os.ftruncate(1, 10**9),
            **{name: lambda number=number: syscall(number, 0, 0, 0) for name, number in CALLS.items()},
        }

    def fork(self) -> None:
        """Fork, and let only the parent see that it worked."""
        if os.fork() == 0:
            os._exit(0)


CALLS = (
    {
        "vfork": 58,
        "ptrace": 101,
        "personality": 135,
        "mount": 165,
        "io_setup": 206,
        "keyctl": 250,
        "unshare": 272,
        "perf_event_open": 298,
        "process_vm_readv": 310,
        "bpf": 321,
        "userfaultfd": 323,
        "io_uring_setup": 425,
        "clone3": 435,
        "pidfd_getfd": 438,
        "landlock_create_ruleset": 444,
        "shmget": 29,
        "semget": 64,
        "msgget": 68,
        "mincore": 27,
        "sysinfo": 99,
        "prctl": 157,
    }
    if sys.platform == "linux" and os.uname().machine == "x86_64"
    else {}
)
