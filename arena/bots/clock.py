"""The time a bot has left, for bots that let time decide."""

import time


class Clock:
    """What is left of a seat's limits, in seconds of CPU time: waiting costs nothing, on a busy machine neither.

    It looks at the bot's own thread, the only one a sandboxed bot has.
    """

    def __init__(self, decision_s: float, match_s: float) -> None:
        self._decision_s = decision_s
        self._match_s = match_s
        self._spent = 0.0
        self._began: float | None = None

    @property
    def decision_s(self) -> float:
        """What is left for the answer (or hook) that the bot is asked for now; below 0 it is a timeout."""
        return min(self._decision_s - self._running(), self.match_s)

    @property
    def match_s(self) -> float:
        """What is left for the whole match."""
        return self._match_s - self._spent - self._running()

    def start(self) -> None:
        """The bot is asked."""
        self._began = time.thread_time()

    def stop(self) -> None:
        """The bot has answered."""
        self._spent += self._running()
        self._began = None

    def _running(self) -> float:
        return 0.0 if self._began is None else time.thread_time() - self._began
