"""Landlock: which files a process may read, and none that it may change."""

import ctypes
import os
import stat
import struct
from collections.abc import Iterable
from contextlib import suppress
from functools import cache

from arena.hosts.linux.libc import syscall

# The same numbers on every architecture.
_CREATE_RULESET = 444
_ADD_RULE = 445
_RESTRICT_SELF = 446
_RULE_PATH_BENEATH = 1

_EXECUTE = 1 << 0
_READ_FILE = 1 << 2
_READ_DIR = 1 << 3
_RULE = struct.Struct("=Qi")
_BUFFER = ctypes.create_string_buffer(64)
_BUFFER_AT = ctypes.addressof(_BUFFER)
_TCP = 0b11
_ABSTRACT_SOCKETS_AND_SIGNALS = 0b11


def _files(rights: int) -> int:
    """The first so many rights over files: 13 at first, later renaming across folders, truncating, ioctl."""
    return (1 << rights) - 1


_RULESETS = (
    struct.pack("QQQ", _files(16), _TCP, _ABSTRACT_SOCKETS_AND_SIGNALS),
    struct.pack("QQ", _files(16), _TCP),
    struct.pack("QQ", _files(15), _TCP),
    struct.pack("Q", _files(15)),
    struct.pack("Q", _files(14)),
    struct.pack("Q", _files(13)),
)
"""All that is forbidden unless a rule allows it, by age of the kernel: the richest it takes is used."""


@cache
def best_ruleset() -> bytes:
    """The richest ruleset that this kernel takes, found by trying. Raises OSError if it has no Landlock."""
    for attributes in _RULESETS[:-1]:
        with suppress(OSError):
            os.close(_create(attributes))
            return attributes
    os.close(_create(_RULESETS[-1]))
    return _RULESETS[-1]


def restrict_to_reading(paths: Iterable[str], *, execute: bool = False) -> None:
    """From now on this process can open nothing but what is at or below these paths, and that for reading only.

    With `execute` programs there can be run too. Paths that do not exist are left out. Raises OSError if the
    kernel refuses.
    """
    ruleset = _create(best_ruleset())
    try:
        for path in paths:
            _allow_reading(ruleset, path, _EXECUTE if execute else 0)
        syscall("landlock_restrict_self", _RESTRICT_SELF, ruleset)
    finally:
        os.close(ruleset)


def _create(attributes: bytes) -> int:
    ctypes.memmove(_BUFFER, attributes, len(attributes))
    return syscall("landlock_create_ruleset", _CREATE_RULESET, _BUFFER_AT, len(attributes))


def _allow_reading(ruleset: int, path: str, rights: int) -> None:
    try:
        parent = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    try:
        rights |= _READ_FILE | _READ_DIR if stat.S_ISDIR(os.fstat(parent).st_mode) else _READ_FILE
        _RULE.pack_into(_BUFFER, 0, rights, parent)
        syscall("landlock_add_rule", _ADD_RULE, ruleset, _RULE_PATH_BENEATH, _BUFFER_AT)
    finally:
        os.close(parent)
