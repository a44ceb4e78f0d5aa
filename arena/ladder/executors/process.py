"""One worker process, as the main process sees it, and what it does inside.

Main and worker share a duplex pipe of their own, so the death of one worker cannot harm another. Tasks go in,
answers come out, in the same order. The two never wait for each other: the main process sends only while few
tasks, of less than 2 KB each, are unanswered; they fit in the pipe's buffer (8 KB at the least), so its sends do
not block. So it always comes to read, and a worker that blocks on sending a large answer is relieved.
"""

import gc
import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Collection, Iterable
from contextlib import AbstractContextManager
from multiprocessing.connection import Connection
from typing import TypeAlias

import msgspec

from arena.hosts.linux.prctl import die_with_parent
from arena.ladder.executors.base import Failed, Play, Played, failed, play_set
from arena.ladder.executors.pace import Pace
from arena.records import SetTask

Forking: TypeAlias = Callable[[], AbstractContextManager[None]]

# Seconds an idle worker has to leave by itself, and the kernel to bury one that was killed.
LEAVE_S = 1.0
BURY_S = 5.0

_HELD_SIGNALS = {signal.SIGINT, signal.SIGTERM}
_encode = msgspec.msgpack.Encoder().encode
_decode_answer = msgspec.msgpack.Decoder(Played | Failed).decode


class WorkerProcess:
    """A forked process that plays the sets it is sent, one after the other.

    `unanswered` holds the tasks sent and not come back: the first is being played, the others are queued.
    `siblings` are the pipes of the other workers, which the fork must not keep open. `forking` is entered
    around the fork (see `arena.ladder.logs`).
    """

    def __init__(self, number: int, play: Play, siblings: Iterable[Connection], forking: Forking) -> None:
        self.number = number
        self.unanswered: deque[SetTask] = deque()
        fork = multiprocessing.get_context("fork")
        self.pipe, worker_end = fork.Pipe()
        inherited = [*siblings, self.pipe]
        # A Ctrl-C during the fork must not meet the main process's handlers inside the worker.
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, _HELD_SIGNALS)
        try:
            self._process = fork.Process(
                target=_work,
                args=(play, number, worker_end, inherited, os.getpid(), mask),
                name=f"worker {number}",
                daemon=True,
            )
            with forking():
                self._process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
            worker_end.close()
        self.pid = self._process.pid

    def send(self, task: SetTask) -> bool:
        """Queue a task; False if the worker is dead."""
        try:
            self.pipe.send_bytes(_encode(task))
        except OSError:
            return False
        self.unanswered.append(task)
        return True

    def recall(self) -> int:
        """Forget all tasks but the one that is played; how many those are. What comes of them is dropped."""
        forgotten = max(0, len(self.unanswered) - 1)
        while len(self.unanswered) > 1:
            self.unanswered.pop()
        return forgotten

    def receive(self, answers: list[Played | Failed]) -> bool:
        """Append the answers that lie in the pipe, without waiting; False if no more can come."""
        try:
            while self.pipe.poll():
                answer = _decode_answer(self.pipe.recv_bytes())
                if self.unanswered:
                    self.unanswered.popleft()
                    answers.append(answer)
        except (EOFError, OSError):  # OSError: in the middle of an answer, or with tasks unread
            return False
        return True

    def is_alive(self) -> bool:
        """Whether the process still runs. (A process it forked may keep the pipe open longer.)"""
        return self._process.is_alive()

    def kill(self) -> None:
        """End the process now; nothing of it is waited for."""
        self._process.kill()

    def bury(self, leave_s: float) -> int | None:
        """Free all that the main process holds of it, killing it unless it leaves within `leave_s` seconds.

        Returns the exit code, negative for a signal; None if the kernel does not let go of it.
        """
        self.pipe.close()
        self._process.join(leave_s)
        if self._process.is_alive():
            self._process.kill()
            self._process.join(BURY_S)
        code = self._process.exitcode
        if code is not None:
            self._process.close()
        return code

    def epitaph(self) -> str:
        """Bury a worker that is dead or dying, and say what it died of."""
        code = self.bury(LEAVE_S)
        who = f"worker {self.number} (pid {self.pid})"
        if code is not None and code < 0:
            return f"{who} was killed by signal {-code}"
        return f"{who} ended with exit code {code}"


def _work(
    play: Play,
    number: int,
    pipe: Connection,
    inherited: Iterable[Connection],
    parent: int,
    mask: Collection[signal.Signals],
) -> None:
    """The life of a worker: play what comes, until the pipe ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the main process decides what a Ctrl-C means
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, mask)
    die_with_parent(parent)
    for end in inherited:  # else the end of a pipe would go unnoticed as long as a sibling lives
        end.close()
    gc.freeze()  # the main process's garbage is not ours to finalise
    decode = msgspec.msgpack.Decoder(SetTask).decode
    pace = Pace()
    try:
        while True:
            task = decode(pipe.recv_bytes())
            answer = play_set(play, task, number, pace)
            try:
                data = _encode(answer)
            except Exception:  # not what a set may hold, such as text that is no Unicode
                data = _encode(failed(task))
            pipe.send_bytes(data)
    except (EOFError, OSError):
        _leave_soon()


def _leave_soon() -> None:
    """Let the exit flush the log, but not for ever: nobody may be reading it any more."""
    timer = threading.Timer(LEAVE_S, os._exit, (0,))
    timer.daemon = True
    timer.start()
