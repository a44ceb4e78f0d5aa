"""A Dask cluster as the main process sees it: which of its workers play for a run, and what each has been sent.

All of it lives in an event loop, in a thread of its own; the main thread puts jobs in and takes answers out. Sets
are sent to a chosen worker, a few at a time, so what is in flight is known, and what a lost worker was playing.
"""

import asyncio
import logging
import platform
import secrets
import signal
import threading
from collections import deque
from collections.abc import Coroutine
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from queue import SimpleQueue
from typing import Any, Final, TypeVar

import msgspec
from distributed import Client, LocalCluster, Security

from arena.errors import ArenaError
from arena.ladder.executors import dask_worker
from arena.ladder.executors.base import Failed, Played
from arena.ladder.executors.dask_player import Request
from arena.ladder.executors.luggage import Luggage, Reply
from arena.records import SetTask

DEPTH: Final = 4
"""Sets sent to a worker and not come back: one is played, the others bridge the way."""
CONNECT_S: Final = 10.0
JOIN_S: Final = 30.0
"""How long a cluster is waited for that has no worker yet."""
TEND_S: Final = 1.0
RENEW_S: Final = 2.0
"""How often leases are renewed."""
ANSWER_S: Final = 10.0
"""Seconds without an answer after which the scheduler is taken for lost."""
ALONE_S: Final = 120.0
"""Seconds without a worker after which the run ends."""
CLOSE_S: Final = 0.4
"""How long each step of leaving is waited for; together they take less than two seconds."""
_HUSH: Final = "import os; os.dup2(os.open(os.devnull, os.O_WRONLY), 2)"
"""What workers of Dask's own on this machine begin with: one that is ended early would show where it was."""

T = TypeVar("T")
log = logging.getLogger(__name__)
_encode = msgspec.msgpack.Encoder().encode


@dataclass(frozen=True)
class Address:
    """Where the scheduler is, and dask's TLS files for it; an empty `scheduler`: processes of this machine."""

    scheduler: str = ""
    tls_ca: str | None = None
    tls_cert: str | None = None
    tls_key: str | None = None


@dataclass(eq=False)
class Job:
    """A task under way, and the contents that it needs."""

    task: SetTask
    needs: tuple[str, ...]
    follower: asyncio.Task[None] | None = None


@dataclass
class _Member:
    """A worker that plays for the run. `number` counts them from 1; `unanswered` are in the order of sending."""

    address: str
    number: int
    has: set[str] = field(default_factory=set)
    unanswered: deque[Job] = field(default_factory=deque)


class Cluster:
    """A connection to a cluster whose workers have been examined, for the length of a run. To be closed.

    `answers` has None as its last once the cluster is lost, and `lost` says how. At most `most` workers are used
    (None: all); where there is no scheduler so many processes are started. Raises ArenaError: there is no such
    scheduler, or no worker, or one does not fit.
    """

    def __init__(self, address: Address, luggage: Luggage, most: int | None = None) -> None:
        self.luggage = luggage
        self.answers: SimpleQueue[Played | Failed | None] = SimpleQueue()
        self.lost = ""
        self._address = address
        self._most = most
        self._run = secrets.token_hex(16)
        self._members: dict[str, _Member] = {}
        self._refused: set[str] = set()
        self._joining: set[str] = set()
        self._waiting: deque[Job] = deque()
        self._background: set[asyncio.Task[Any]] = set()
        self._numbers = count(1)
        self._turns = count(1)
        self._local: LocalCluster | None = None
        self._client: Client | None = None
        for name in ("distributed", "distributed.client"):  # what matters is told here, in our words
            logging.getLogger(name).setLevel(logging.CRITICAL)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._serve, name="dask", daemon=True)
        self._thread.start()
        try:
            self._call(self._open()).result()
        except BaseException:
            self.close()
            raise

    @property
    def workers(self) -> int:
        """How many play now."""
        return len(self._members)

    @property
    def slots(self) -> int:
        """How many sets should be in flight."""
        return DEPTH * max(1, self.workers)

    def take(self, job: Job) -> None:
        """Send a job to a worker once one has room."""
        self._loop.call_soon_threadsafe(self._take, job)

    def recall(self) -> int:
        """Forget all jobs but the first of each worker; how many those are."""
        return self._call(self._recall()).result()

    def halt(self) -> None:
        """Forget all jobs, and stop what is played."""
        self._call(self._halt()).result()

    def close(self) -> None:
        """Leave the cluster, or end it if it was started here; idempotent."""
        if self._thread.is_alive():
            self._call(self._leave()).result()
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()

    def _call(self, coroutine: Coroutine[Any, Any, T]) -> "Future[T]":
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop)

    # In the event loop

    def _serve(self) -> None:
        # Processes that are started from here inherit this: what a Ctrl-C means, the main process decides.
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        self._loop.run_forever()

    async def _open(self) -> None:
        self._client = await self._connect(self._address)
        addresses = list(await self._first_workers())[: self._most]
        problems = [problem for problem in await asyncio.gather(*map(self._admit, addresses)) if problem]
        if problems:
            raise ArenaError("\n".join(problems))
        self._start(self._tend())
        self._start(self._renew())

    async def _connect(self, address: Address) -> Client:
        if not address.scheduler:
            self._local = await LocalCluster(
                n_workers=self._most,
                threads_per_worker=1,
                asynchronous=True,
                dashboard_address="127.0.0.1:0",
                silence_logs=logging.CRITICAL,
                preload=[_HUSH],
            )
            client: Client = await Client(self._local, asynchronous=True, set_as_default=False)
            return client
        given = {"tls_ca_file": address.tls_ca, "tls_client_cert": address.tls_cert}
        given |= {"tls_client_key": address.tls_key}
        security = Security(**{key: path for key, path in given.items() if path is not None})
        try:
            if address.scheduler.startswith("tls:") and not security.get_connection_args("client")["ssl_context"]:
                raise ArenaError(
                    f"executor: {address.scheduler} needs certificates; add tls_ca, and tls_cert and tls_key, or "
                    "name them in Dask's own configuration"
                )
            client = await Client(
                address.scheduler, security=security, timeout=CONNECT_S, asynchronous=True, set_as_default=False
            )
        except (OSError, ValueError, RuntimeError, ImportError) as error:
            raise ArenaError(
                f"executor.scheduler: cannot reach {address.scheduler} ({_line(error)}); check the address, and "
                "that 'dask scheduler' runs there and can be reached from here"
            ) from error
        return client

    async def _first_workers(self) -> dict[str, int]:
        """The workers there are, waiting for one if there is none."""
        end = self._loop.time() + JOIN_S
        while not (there := await self._there()):
            if self._loop.time() >= end:
                raise ArenaError(
                    f"executor.scheduler: {self._address.scheduler} has no workers; start some: "
                    f"dask worker {self._address.scheduler} --nthreads 1"
                )
            await asyncio.sleep(TEND_S)
        return there

    async def _there(self) -> dict[str, int]:
        """The workers by address, each with its number of threads."""
        assert self._client is not None
        found: dict[str, int] = await asyncio.wait_for(self._client.nthreads(), ANSWER_S)
        return found

    async def _admit(self, address: str) -> str:
        """Let a worker play, unless something stands against it: what that is."""
        try:
            problem = await self._examine(address)
        except Exception as error:
            problem = f"cannot be examined: {_line(error)}"
        if problem:
            self._refused.add(address)
            return f"worker {address}: {problem}"
        self._members[address] = _Member(address, next(self._numbers), set(self.luggage.needs(None)))
        self._hand_out()
        return ""

    async def _examine(self, address: str) -> str:
        threads = (await self._there()).get(address, 1)
        if threads != 1:
            return (
                f"{threads} threads; expected one each, or sets would share a bot's time: "
                "start it with --nthreads 1, and --nworkers for as many as it has cores"
            )
        here = platform.python_version_tuple()[:2]
        there = tuple((await self._ask(address, platform.python_version)).split(".")[:2])
        if there != here:
            return f"Python {'.'.join(there)}; expected {'.'.join(here)}, as here"
        try:
            found = await self._ask(address, dask_worker.describe)
        except OSError:
            raise
        except Exception as error:  # of what type, depends on how far it came
            return f"it has no arena, or another version ({_line(error)}); install there what is installed here"
        own = dask_worker.describe()
        if found["version"] != own["version"]:
            return f"arena {found['version']}; expected {own['version']}, as here"
        if found != own:
            return f"another state of arena {own['version']}; install there exactly what is installed here"
        await self._ask(address, dask_worker.admit, self._run, self.luggage.recipe)
        needs = self.luggage.needs(None)
        await self._ask(address, dask_worker.deliver, self._run, [self.luggage.content(name) for name in needs])
        problem: str = await self._submit(address, dask_worker.check, self._run, _encode(Request(0, needs)))
        return problem

    @property
    def _is_connected(self) -> bool:
        return self._client is not None and bool(self._client.status == "running")

    async def _ask(self, address: str, function: Any, *args: Any) -> Any:
        assert self._client is not None
        return (await self._client.run(function, *args, workers=[address]))[address]

    async def _submit(self, address: str, function: Any, *args: Any) -> Any:
        """The result of a task of one worker; its tasks begin in the order of these calls."""
        assert self._client is not None
        turn = next(self._turns)
        key = f"arena-{self._run}-{turn}"
        return await self._client.submit(
            function, *args, key=key, workers=[address], pure=False, priority=-turn, retries=0
        )

    def _start(self, coroutine: Coroutine[Any, Any, Any]) -> None:
        task = self._loop.create_task(coroutine)
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    async def _tend(self) -> None:
        """See who comes and who goes."""
        seen = self._loop.time()
        misses = 0
        while not self.lost:
            try:
                there = await self._there()
            except (OSError, TimeoutError):
                misses += 1  # one may be due to a stop of this process, not of the scheduler
                if misses > 1 or not self._is_connected:
                    self._lose()
                continue
            misses = 0
            if not self._is_connected:
                self._lose()
                return
            for address in [address for address in self._members if address not in there]:
                self._bury(self._members.pop(address), "was lost")
            self._refused &= there.keys()
            for address in there:
                if address not in self._members and address not in self._refused | self._joining:
                    self._invite(address)
            if self._members:
                seen = self._loop.time()
            elif self._loop.time() - seen > ALONE_S:
                self._lose(f"no worker is left at {self._where}")
                return
            await asyncio.sleep(TEND_S)

    def _invite(self, address: str) -> None:
        if self._most is None or len(self._members) + len(self._joining) < self._most:
            self._joining.add(address)
            self._start(self._join(address))

    async def _join(self, address: str) -> None:
        try:
            problem = await self._admit(address)
        finally:
            self._joining.discard(address)
        log.warning("%s", problem or f"worker {self._members[address].number} ({address}) plays too")

    async def _renew(self) -> None:
        while not self.lost:
            # Not waited for: one that has died keeps the others' renewals no longer than its own.
            for address in [*self._members, *self._joining]:
                self._start(self._renew_one(address))
            await asyncio.sleep(RENEW_S)

    async def _renew_one(self, address: str) -> None:
        try:
            await self._ask(address, dask_worker.renew, self._run)
        except Exception as error:
            log.info("worker %s: its lease was not renewed: %s", address, _line(error))

    @property
    def _where(self) -> str:
        return self._address.scheduler or "this machine"

    def _lose(self, cause: str = "") -> None:
        """Nothing comes back any more."""
        if not self.lost:
            self.lost = cause or f"the scheduler at {self._where} is lost"
            self.answers.put(None)

    def _bury(self, member: _Member, how: str) -> None:
        """The set a worker was playing has failed; those behind it are played elsewhere."""
        cause = f"worker {member.number} ({member.address}) {how}"
        log.warning("%s", cause)
        if member.unanswered:
            job = member.unanswered.popleft()
            _forget(job)
            self.answers.put(Failed(job.task, cause))
        self._requeue(member)

    def _requeue(self, member: _Member) -> None:
        for job in member.unanswered:
            _forget(job)
        self._waiting.extendleft(reversed(member.unanswered))
        member.unanswered.clear()
        self._hand_out()

    def _take(self, job: Job) -> None:
        self._waiting.append(job)
        self._hand_out()

    def _hand_out(self) -> None:
        while self._waiting and self._members:
            member = min(self._members.values(), key=lambda member: len(member.unanswered))
            if len(member.unanswered) == DEPTH:
                return
            job = self._waiting.popleft()
            member.unanswered.append(job)
            job.follower = self._loop.create_task(self._follow(member, job))

    async def _follow(self, member: _Member, job: Job) -> None:
        """Have a job played by a worker."""
        try:
            missing = [name for name in job.needs if name not in member.has]
            if missing:
                contents = [self.luggage.content(name) for name in missing]
                await self._ask(member.address, dask_worker.deliver, self._run, contents)
                member.has.update(missing)
            request = _encode(Request(member.number, job.needs, job.task))
            reply = await self._submit(member.address, dask_worker.play, self._run, request)
        except Exception as error:
            if not self._is_connected:
                self._lose()
            elif job in member.unanswered:
                member.unanswered.remove(job)
                self.answers.put(Failed(job.task, f"worker {member.number} ({member.address}): {_line(error)}"))
                self._hand_out()
            return
        if job not in member.unanswered:
            return
        if reply == dask_worker.GONE:  # the lease ran out, as after a long stop of this process
            self._members.pop(member.address, None)
            job.follower = None
            self._requeue(member)
            return
        member.unanswered.remove(job)
        self._hand_out()
        self.answers.put(self._opened(msgspec.msgpack.decode(reply, type=Reply)))

    def _opened(self, reply: Reply) -> Played | Failed:
        """The answer in a reply; what was logged and printed with it is kept here."""
        for line in reply.log:
            record = logging.makeLogRecord(
                {
                    "name": line.logger,
                    "levelno": line.level,
                    "levelname": logging.getLevelName(line.level),
                    "msg": line.text,
                    "created": line.created,
                    "process": line.process,
                    "processName": line.process_name,
                }
            )
            logger = logging.getLogger(line.logger)
            if logger.isEnabledFor(line.level):
                logger.handle(record)
        for entrant, printed in reply.printed:
            self.luggage.keep(entrant, printed)
        return reply.answer

    async def _recall(self) -> int:
        behind = [job for member in self._members.values() for job in list(member.unanswered)[1:]]
        forgotten = len(self._waiting) + len(behind)
        for job in behind:
            _forget(job)
        for member in self._members.values():
            while len(member.unanswered) > 1:
                member.unanswered.pop()
        self._waiting.clear()
        return forgotten

    async def _halt(self) -> None:
        self._waiting.clear()
        for member in self._members.values():
            for job in member.unanswered:
                _forget(job)
        busy = [member.address for member in self._members.values() if member.unanswered]
        for member in self._members.values():
            member.unanswered.clear()
        await self._tell(busy, dask_worker.halt)
        while not self.answers.empty():
            self.answers.get()

    async def _tell(self, addresses: list[str], function: Any) -> None:
        """Call a function of workers for this run, if they can be reached soon; else their leases run out."""
        if self._client is None or not addresses or not self._is_connected:
            return
        call = self._client.run(function, self._run, workers=addresses, on_error="ignore")
        try:
            await asyncio.wait_for(call, CLOSE_S)
        except (OSError, TimeoutError) as error:
            log.info("not all workers could be told to stop: %s", _line(error))

    async def _leave(self) -> None:
        for task in list(self._background):
            task.cancel()
        if self._local is None:
            await self._tell(list(self._members), dask_worker.release)
        if self._client is not None:
            await self._client.close(CLOSE_S)
        if self._local is not None:
            # In good order they would take seconds.
            ends = (nanny.close(timeout=CLOSE_S / 2) for nanny in self._local.workers.values())
            await asyncio.gather(*ends, return_exceptions=True)
            closed = self._local.close(CLOSE_S)
            assert closed is not None  # in an event loop
            with suppress(TimeoutError):  # they end with this process
                await closed


def _forget(job: Job) -> None:
    if job.follower is not None:
        job.follower.cancel()
        job.follower = None


def _line(error: BaseException) -> str:
    """An error in one line."""
    return " ".join(str(error).split()) or type(error).__name__
