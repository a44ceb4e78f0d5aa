"""The process that plays the sets of one run for a worker of a Dask cluster: ``python -m`` this module.

The worker sends a request for each set through a pipe, and gets a reply for each. All that the process is made of
lies in its folder: how to play (`RECIPE`), and the contents (`CONTENTS`).
"""

import gc
import logging
import pickle
import signal
import socket
import sys
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final

import msgspec

from arena.errors import ArenaError
from arena.hosts.linux.prctl import die_with_parent
from arena.ladder.executors.base import Failed, Measured, Played, failed, play_set
from arena.ladder.executors.luggage import Away, LogLine, MakeAway, Reply
from arena.ladder.executors.pace import Pace
from arena.records import SetTask

RECIPE: Final = "recipe"
CONTENTS: Final = "contents"


class Request(msgspec.Struct, frozen=True):
    """A set to play, and the contents it needs; without a task only whether they can be used here.

    `worker` is the number of whoever plays it. The reply to one without a task is a text: what is wrong.
    """

    worker: int
    needs: tuple[str, ...]
    task: SetTask | None = None


class Player:
    """Plays what it is asked for."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._unpacked: set[str] = set()
        self._away: Away | None = None
        self._pace = Pace()
        self.log = _Kept()

    def answer(self, request: Request) -> bytes:
        """The reply, encoded."""
        if request.task is None:
            return self._problem(request.needs).encode("utf-8", "backslashreplace")
        self.log.process_name = f"worker {request.worker} on {socket.gethostname()}"
        answer = play_set(lambda task: self._play(task, request.needs), request.task, request.worker, self._pace)
        printed = () if self._away is None else tuple(self._away.printed())
        return _encoded(answer, self.log.take(), printed)

    def _play(self, task: SetTask, needs: tuple[str, ...]) -> Measured:
        return self._unpack(needs).play(task)

    def _problem(self, needs: tuple[str, ...]) -> str:
        try:
            self._unpack(needs)
        except ArenaError as error:
            return str(error)
        return ""

    def _unpack(self, needs: tuple[str, ...]) -> Away:
        if self._away is None:
            make: MakeAway = pickle.loads((self._folder / RECIPE).read_bytes())
            self._away = make(self._folder)
        for name in needs:
            if name not in self._unpacked:
                self._away.unpack((self._folder / CONTENTS / name).read_bytes())
                self._unpacked.add(name)
        return self._away


class _Kept(logging.Handler):
    """Keeps log records as they come in."""

    def __init__(self) -> None:
        super().__init__()
        self.process_name = ""
        self._lines: list[LogLine] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep one record as plain text: its parts may be unable to travel."""
        try:
            text = self.format(record)
        except Exception as error:
            text = f"a log message that cannot be formatted ({type(error).__name__})"
        text = text.encode("utf-8", "backslashreplace").decode()
        self._lines.append(
            LogLine(record.name, record.levelno, text, record.created, record.process or 0, self.process_name)
        )

    def take(self) -> tuple[LogLine, ...]:
        """What has come in since the last call."""
        lines, self._lines = self._lines, []
        return tuple(lines)


def _encoded(answer: Played | Failed, log: tuple[LogLine, ...], printed: tuple[tuple[str, bytes], ...]) -> bytes:
    try:
        return msgspec.msgpack.encode(Reply(answer, log, printed))
    except Exception:  # not what a set may hold, such as text that is no Unicode
        return msgspec.msgpack.encode(Reply(failed(answer.task), log, printed))


def main(descriptor: int, parent: int, folder: Path) -> None:
    """Play until the pipe ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})  # as bots find it elsewhere
    die_with_parent(parent)
    player = Player(folder)
    logging.getLogger().addHandler(player.log)
    logging.getLogger("arena").setLevel(logging.INFO)
    gc.freeze()
    decode = msgspec.msgpack.Decoder(Request).decode
    pipe = Connection(descriptor)
    try:
        while True:
            pipe.send_bytes(player.answer(decode(pipe.recv_bytes())))
    except (EOFError, OSError):
        return


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]))
