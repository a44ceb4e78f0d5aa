"""A fresh process that loads a bot and plays scenes with it, to compare what it does.

Like the process of a seat it is locked before any of the bot's code runs. The bot can then harm nothing, but it
can lie: about itself alone.
"""

import importlib
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from arena.bots.loading import BotError, load_bot
from arena.bots.options import OptionValue
from arena.checks.playing import play
from arena.checks.programme import find_scene
from arena.checks.seats import Candidate, OwnProcess
from arena.hosts.child import Output
from arena.hosts.hosts import Isolation
from arena.hosts.launch import ENVIRONMENT, site_folders
from arena.hosts.layers import REQUIRED
from arena.hosts.limits import Limits
from arena.hosts.linux.prctl import die_with_parent
from arena.hosts.locks import lock
from arena.hosts.packages import imported_packages
from arena.hosts.passing import passing_folder
from arena.hosts.rlimits import address_space, limit_cpu
from arena.hosts.staging import stage

_HOME = str(Path(__file__).parents[2])
_BOOT = """
import sys
sys.path += sys.argv[1:]
from arena.checks.fresh import main
sys.path.pop()
main()
"""
_LARGEST_REPLY: Final = 1 << 20
_STATUS: Final = "/proc/self/status"


class Job(msgspec.Struct, frozen=True):
    """A bot to load from its folder, as `load_bot` is given it, and the scenes to play by name, in this order."""

    spec: str
    folder: str
    packages: tuple[str, ...]
    options: dict[str, OptionValue]
    limits: Limits
    locks: tuple[str, ...]
    parent: int
    scenes: tuple[str, ...]


class Outcome(msgspec.Struct, frozen=True, tag="outcome"):
    """The bot's actions in each scene, and the memory it took beyond Python, arena and packages, if that shows."""

    actions: dict[str, list[int]]
    memory_mb: float | None


class Refused(msgspec.Struct, frozen=True, tag="refused"):
    """The bot cannot be loaded."""

    reason: str


class FreshError(Exception):
    """The process did not end, or not well."""


def play_fresh(
    bot: Candidate, scenes: Sequence[str], isolation: Isolation, hash_seed: int = 0, computing_s: float = 0.0
) -> Outcome:
    """Play scenes in a new process whose sets of texts are ordered by `hash_seed`.

    They should take `computing_s`; much more is not waited for. Raises FreshError, or BotError if the bot cannot
    be loaded.
    """
    with passing_folder() as folder:
        staged = stage(folder / "bot", bot.loaded.files if bot.loaded.main else ())
        own = filter(None, (bot.loaded.main, bot.loaded.class_name))
        job = Job(
            spec=":".join(own) if bot.loaded.main else bot.loaded.spec,
            folder=str(staged),
            packages=tuple(sorted(imported_packages(bot.loaded.files))),
            options=dict(bot.options),
            limits=bot.limits,
            locks=REQUIRED if isolation == "sandbox" else (),
            parent=os.getpid(),
            scenes=tuple(scenes),
        )
        try:
            reply = _run(job, hash_seed, 10 * (bot.limits.startup_s + computing_s))
        except FreshError as error:
            raise FreshError(str(error).replace(f"{staged}/", bot.loaded.shown_folder)) from None
    if isinstance(reply, Refused):
        raise BotError(reply.reason.replace(f"{staged}/", bot.loaded.shown_folder))
    if reply.actions.keys() != set(scenes):
        raise FreshError("the bot has tampered with the answer")
    return reply


def _run(job: Job, hash_seed: int, wall_s: float) -> Outcome | Refused:
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = subprocess.Popen(
            [sys.executable, "-s", "-P", "-S", "-B", "-c", _BOOT, *site_folders(), _HOME],
            stdin=subprocess.PIPE,
            stdout=out,
            stderr=err,
            env={**ENVIRONMENT, "PYTHONHASHSEED": str(hash_seed)},
            cwd=job.folder,
            start_new_session=True,
        )
        try:
            process.communicate(msgspec.msgpack.encode(job), timeout=wall_s)
        except subprocess.TimeoutExpired:
            raise FreshError(f"not done after {wall_s:.0f} s") from None
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        out.seek(0)
        err.seek(0)
        reply, said = out.read(_LARGEST_REPLY), err.read(_LARGEST_REPLY).decode(errors="replace")
    try:
        return msgspec.msgpack.decode(reply, type=Outcome | Refused)
    except msgspec.MsgspecError:
        if process.returncode in (-signal.SIGKILL, -signal.SIGXCPU):
            raise FreshError("killed, as it used more CPU time or memory than the limits allow") from None
        lines = said.strip().splitlines()
        raise FreshError(lines[-1] if lines else f"ended with code {process.returncode}") from None


def main() -> None:
    """Read a job from standard input, do it, and write the reply to standard output."""
    out = os.dup(1)
    os.dup2(2, 1)  # what the bot prints is not the reply
    job = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=Job)
    die_with_parent(job.parent)
    for package in job.packages:
        with suppress(Exception):  # the bot will be told
            importlib.import_module(package)
    memory = _PeakMemory()
    sys.stdout = sys.stderr = Output.text()
    limit_cpu(job.limits)  # nobody reads the clock of this process
    lock(job.limits, address_space(os.getpid()), job.folder, job.locks)
    reply = msgspec.msgpack.encode(_do(job, memory))
    with os.fdopen(out, "wb") as file:
        file.write(reply)


def _do(job: Job, memory: "_PeakMemory") -> Outcome | Refused:
    try:
        loaded = load_bot(job.spec, Path(job.folder))
    except BotError as error:
        return Refused(str(error))
    bot = Candidate(loaded, job.options, loaded.bot_class.OPTIONS, job.limits)
    return Outcome(
        {name: play(find_scene(name), bot, OwnProcess()).actions for name in job.scenes},
        memory.growth_mb(),
    )


class _PeakMemory:
    """How far the most memory that this process has had in use grows; only Linux says so of one process alone."""

    def __init__(self) -> None:
        self._status = os.open(_STATUS, os.O_RDONLY) if Path(_STATUS).exists() else None
        self._before = self._peak()

    def growth_mb(self) -> float | None:
        """The growth since this object was made, in MiB."""
        now = self._peak()
        return None if now is None or self._before is None else now - self._before

    def _peak(self) -> float | None:
        if self._status is None:
            return None
        lines = os.pread(self._status, 1 << 16, 0).decode().splitlines()
        return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM:")), None)
