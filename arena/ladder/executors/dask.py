"""Plays sets on the workers of a Dask cluster, on other machines or in processes of this one."""

import time
from queue import Empty

from arena.ladder.executors.base import ExecutorLostError, Failed, Played, failed
from arena.ladder.executors.dask_cluster import Cluster, Job
from arena.records import SetTask


class DaskExecutor:
    """A face of a cluster for one thread; closing it leaves the cluster open for the next one.

    What goes for `LocalExecutor` when a worker dies goes here when one is lost, or its process: the set it was
    playing is `Failed`, and those queued behind it are played elsewhere. What bots have logged and printed is
    kept when the answer comes in.
    """

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self._in_flight = 0
        self._answers: list[Played | Failed] = []
        self._closed = False

    @property
    def slots(self) -> int:
        """A few sets for each worker."""
        return self._cluster.slots

    def submit(self, task: SetTask) -> None:
        """Send a task to the worker with the fewest, or keep it until one has room."""
        if self._closed:
            raise RuntimeError("the executor is closed")
        self._in_flight += 1
        try:
            needs = self._cluster.luggage.needs(task)
        except Exception:
            self._answers.append(failed(task))
        else:
            self._cluster.take(Job(task, needs))

    def wait(self, timeout: float) -> list[Played | Failed]:
        """The answers that have come."""
        end = time.monotonic() + timeout
        answers, self._answers = self._answers, []
        while self._in_flight > len(answers):
            left = 0.0 if answers else max(0.0, end - time.monotonic())
            try:
                answer = self._cluster.answers.get(timeout=left) if left else self._cluster.answers.get_nowait()
            except Empty:
                break
            if answer is None:
                if answers:
                    self._cluster.answers.put(None)
                    break
                raise ExecutorLostError(self._cluster.lost)
            answers.append(answer)
        self._in_flight -= len(answers)
        return answers

    def recall(self) -> int:
        """Forget what waits here, and what waits with the workers; if one begins it yet, that comes to nothing."""
        forgotten = self._cluster.recall()
        self._in_flight -= forgotten
        return forgotten

    def close(self) -> None:
        """Kill what plays."""
        if not self._closed:
            self._closed = True
            self._in_flight = 0
            self._answers.clear()
            self._cluster.halt()
