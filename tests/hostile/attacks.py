"""The hostile bots and what each declares of itself, in YAML under the first lines of its docstring."""

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import yaml

from arena.records import FaultKind

BOTS: Final = Path(__file__).parent / "bots"
KINDS: Final = (
    "hanging",
    "hanging at import",
    "thinking on the rival's time",
    "fork bomb",
    "daemon grandchild",
    "exec",
    "300 threads",
    "killing, stopping, renicing engine or rival",
    "memory",
    "exit",
    "os._exit",
    "segfault",
    "stack overflow",
    "BaseException at import",
    "floods on stdout",
    "floods on the channel",
    "reading stdin",
    "filling disks",
    "reading and writing the rival's source",
    "the database",
    ".pth files",
    "file metadata",
    "environment",
    "inherited descriptors",
    "process list",
    "TCP",
    "UDP",
    "path and abstract UNIX sockets",
    "SysV shared memory",
    "gc/frames",
    "/proc/PID/mem",
    "process_vm_readv",
    "ptrace",
    "pidfd_getfd",
    "wrong types",
    "bool/float/NaN",
    "huge ints and objects",
    "deep nesting",
    "pickle payloads",
    "lying int subclasses",
    "closing the channel",
    "monkeypatching random, time, json, builtins",
    "io_uring",
    "32-bit syscalls",
    "user namespaces",
    "mount",
    "remembering the twin seating",
    "partners sharing hands",
    "learning across sets",
    "reconstructing the deal from config, names and procedure",
    "killing itself when losing",
    "control",
)
PLAYED: Final = "played"
"""The verdict on a set in which there was no fault and nothing but what the honest bot would have played."""
VERDICTS: Final = frozenset({PLAYED, *FaultKind})
HARMS: Final = {
    "leak": "a secret is in what the bot printed",
    "learnt": "one of its processes knew what only another could know, or the rival's hand",
    "files": "files were changed, added or removed",
    "shared memory": "System V shared memory was left behind",
    "bystander": "another process was killed, stopped or slowed down",
    "rival": "the rival did not win or play as it would have",
    "engine": "the worker was sent a signal",
    "network": "a server on this machine was spoken to",
    "processes": "there were processes that nobody asked for",
    "threads": "there were threads",
    "too much memory": "far more memory was in use than its limit",
}
"""What an attack may have brought about, as the tests find out for themselves."""


@dataclass(frozen=True)
class Outcome:
    """What may become of an attack: the verdicts allowed, its harm, and harm that depends on the machine."""

    verdicts: frozenset[str]
    harm: frozenset[str]
    perhaps: frozenset[str]


@dataclass(frozen=True)
class Declared:
    """One attack: `outcomes` by isolation, see `Attack.outcome`."""

    name: str
    does: str
    kind: str
    pool: str
    rival: str
    sets: int
    outcomes: Mapping[str, Outcome]

    def outcome(self, isolation: str) -> Outcome:
        """What may become of it: in `sandbox`, `bare` (without bubblewrap), `process`, by `user`."""
        after = {"quick": "sandbox", "bare": "sandbox", "process": "bare", "user": "process", "none": "process"}
        while isolation not in self.outcomes:
            isolation = after[isolation]
        return self.outcomes[isolation]


def declared(path: Path) -> Declared:
    """Read the declaration of an attack without running it."""
    text = ast.get_docstring(ast.parse(path.read_text())) or ""
    does, _, rest = text.partition("\n\n")
    keys = yaml.safe_load(rest)
    outcomes = {
        key: _outcome(keys.pop(key)) for key in ("sandbox", "bare", "process", "user", "none") if key in keys
    }
    kind, pool, rival, sets = (
        keys.pop("kind"),
        keys.pop("pool", "bridgette"),
        keys.pop("rival", "rival"),
        keys.pop("sets", 1),
    )
    if keys or kind not in KINDS or "sandbox" not in outcomes:
        raise ValueError(f"{path.name}: {keys or kind}")
    return Declared(path.stem, " ".join(does.split()), kind, pool, rival, sets, outcomes)


def _outcome(text: str) -> Outcome:
    words = {word.strip() for word in text.split(",")}
    perhaps = frozenset(word[:-1] for word in words if word.endswith("?"))
    verdicts = VERDICTS & words
    harm = words - verdicts - {f"{word}?" for word in perhaps}
    if not verdicts or not (harm | perhaps) <= HARMS.keys():
        raise ValueError(text)
    return Outcome(frozenset(verdicts), frozenset(harm), perhaps)


ATTACKS: Final = {path.stem: declared(path) for path in sorted(BOTS.glob("*.py"))}
