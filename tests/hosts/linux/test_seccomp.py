"""The filter, run by a small interpreter of the kernel's classic BPF: both architectures on any machine."""

import errno
import mmap
import os
import struct

import pytest

from arena.hosts.linux import seccomp
from arena.hosts.linux.syscalls import AARCH64, X86_64

ALLOW, KILL = 0x7FFF0000, 0x80000000
MACHINES = {"x86_64": (0xC000003E, X86_64), "aarch64": (0xC00000B7, AARCH64)}
AT_FDCWD = -100


def refuse(code: int) -> int:
    return 0x00050000 | code


def verdict(program: list[bytes], architecture: int, number: int, *arguments: int) -> int:
    """What the kernel would do with a call."""
    words = [argument & (1 << 64) - 1 for argument in (*arguments, 0, 0, 0, 0, 0, 0)[:6]]
    data = struct.pack("<IIQ6Q", number & 0xFFFFFFFF, architecture, 0, *words)
    accumulator = at = 0
    while True:
        code, if_true, if_false, value = struct.unpack("HBBI", program[at])
        at += 1
        match code:
            case 0x20:
                (accumulator,) = struct.unpack_from("<I", data, value)
            case 0x54:
                accumulator &= value
            case 0x15:
                at += if_true if accumulator == value else if_false
            case 0x35:
                at += if_true if accumulator >= value else if_false
            case 0x06:
                return value
            case _:
                raise AssertionError(f"unknown instruction {code:#x}")


@pytest.fixture(params=MACHINES)
def machine(request: pytest.FixtureRequest) -> tuple[int, dict[str, int], list[bytes]]:
    """Architecture, table and program."""
    architecture, table = MACHINES[request.param]
    return (
        architecture,
        table,
        list(seccomp._instructions(architecture, table, seccomp.CONDITIONS, seccomp.REFUSALS)),
    )


def test_calls_of_the_table_are_allowed_and_no_others(
    machine: tuple[int, dict[str, int], list[bytes]],
) -> None:
    architecture, table, program = machine
    assert len(program) < 4096  # the kernel's limit
    names = {number: name for name, number in table.items()}
    assert len(names) == len(table)
    for number in range(600):
        name = names.get(number)
        found = verdict(program, architecture, number)
        if name is None:
            assert found == refuse(errno.ENOSYS if number >= 424 else errno.EPERM)
        elif name in seccomp.REFUSALS:
            assert found == refuse(errno.ENOTTY)
        elif name not in seccomp.CONDITIONS:
            assert found == ALLOW


def test_what_starts_reaches_or_changes_others_is_in_no_table() -> None:
    words = "fork vfork clone clone3 execve execveat socket socketpair connect sendmsg recvmsg kill tgkill tkill "
    words += "ptrace flock memfd_create shmget msgget semget prctl unshare setns mount bpf seccomp io_uring_setup "
    words += (
        "pidfd_open pidfd_getfd pidfd_send_signal process_vm_readv process_vm_writev mincore pwrite64 ftruncate "
    )
    words += "unlink unlinkat rename renameat2 mkdir mkdirat link symlink chmod fchmodat utimensat setpriority "
    words += (
        "sched_setaffinity setrlimit setuid chroot umask keyctl perf_event_open userfaultfd timer_create sysinfo"
    )
    for table in (X86_64, AARCH64):
        assert not table.keys() & set(words.split())


CASES = [
    ("openat", (AT_FDCWD, 0, os.O_RDONLY | os.O_CLOEXEC), True),
    ("openat", (AT_FDCWD, 0, os.O_RDONLY | 0o200000), True),  # O_DIRECTORY
    ("openat", (AT_FDCWD, 0, os.O_WRONLY), False),
    ("openat", (AT_FDCWD, 0, os.O_RDWR), False),
    ("openat", (AT_FDCWD, 0, os.O_CREAT), False),
    ("openat", (AT_FDCWD, 0, os.O_TRUNC), False),
    ("openat", (AT_FDCWD, 0, 0o20000000), False),  # O_TMPFILE
    ("openat", (AT_FDCWD, 0, 0o10000000), False),  # O_PATH
    ("mmap", (0, 4096, 3, mmap.MAP_PRIVATE), True),
    ("mmap", (0, 4096, 3, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x10), True),
    ("mmap", (0, 4096, 3, mmap.MAP_SHARED), False),
    ("mmap", (0, 4096, 3, mmap.MAP_SHARED | mmap.MAP_ANONYMOUS), False),
    ("mmap", (0, 4096, 3, 0x03), False),  # MAP_SHARED_VALIDATE
    ("fcntl", (3, 1), True),
    ("fcntl", (3, 1030), True),
    ("fcntl", (3, 4), False),  # F_SETFL
    ("fcntl", (3, 6), False),  # F_SETLK
    ("fcntl", (3, 8), False),  # F_SETOWN
    ("fcntl", (3, 1024), False),  # F_SETLEASE
    ("clock_gettime", (1,), True),
    ("clock_gettime", ((~1234 << 3) | 2,), False),
    ("clock_nanosleep", (0, 0, 1, 1), True),
    ("prlimit64", (0, 7, 0, 4096), True),
    ("prlimit64", (0, 7, 4096, 0), False),
    ("prlimit64", (0, 7, 1 << 32, 0), False),  # a pointer whose low word is zero
    ("prlimit64", (1, 7, 0, 4096), False),
]


@pytest.mark.parametrize(("call", "arguments", "allowed"), CASES)
def test_some_calls_are_allowed_in_some_forms_only(
    machine: tuple[int, dict[str, int], list[bytes]], call: str, arguments: tuple[int, ...], allowed: bool
) -> None:
    architecture, table, program = machine
    found = verdict(program, architecture, table[call], *arguments)
    assert found == (ALLOW if allowed else refuse(errno.EPERM))


def test_other_abis_of_the_machine_are_the_end() -> None:
    for name, (architecture, table) in MACHINES.items():
        program = list(seccomp._instructions(architecture, table, seccomp.CONDITIONS, seccomp.REFUSALS))
        assert verdict(program, 0x40000003, table["read"]) == KILL  # 32-bit x86
        if name == "x86_64":
            assert verdict(program, architecture, 0x40000000 | table["read"]) == KILL  # x32


def test_a_machine_that_is_not_known_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seccomp.platform, "machine", lambda: "riscv64")
    seccomp.architecture.cache_clear()
    with pytest.raises(OSError, match="no table of system calls for riscv64"):
        seccomp.architecture()
    seccomp.architecture.cache_clear()


@pytest.mark.parametrize(("operation", "allowed"), [(0, False), (1, False), (9, False), (128, True), (129, True)])
def test_a_place_in_memory_is_waited_at_only_among_ones_own_threads(
    machine: tuple[int, dict[str, int], list[bytes]], operation: int, allowed: bool
) -> None:
    architecture, table, program = machine
    found = verdict(program, architecture, table["futex"], 0, operation)
    assert found == (ALLOW if allowed else refuse(errno.EPERM))


@pytest.mark.parametrize(("advice", "allowed"), [(4, True), (8, True), (14, True), (20, False), (21, False)])
def test_pages_of_files_cannot_be_dropped(
    machine: tuple[int, dict[str, int], list[bytes]], advice: int, allowed: bool
) -> None:
    architecture, table, program = machine
    assert "fadvise64" not in table
    found = verdict(program, architecture, table["madvise"], 0, 0, advice)
    assert found == (ALLOW if allowed else refuse(errno.EPERM))
