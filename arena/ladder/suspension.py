"""When an entrant that keeps faulting is suspended. Pure: the sets decide, in schedule order, not as they finish.

The set with which an entrant has faulted in more than the allowed share of its last `WINDOW` sets suspends it
from the set `notice` places later in the schedule on. No set is begun before all those are finished that could
suspend somebody from it (`barrier`); the notice is long enough that workers hardly ever wait for that.
"""

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from arena.ladder.formats.base import Epoch

WINDOW: Final = 50
LEAST_NOTICE: Final = 200


def notice(epoch: Epoch, sides: int) -> int:
    """How many sets of an epoch's schedule lie between the cause of a suspension and its beginning.

    That is when everybody has about played another window.
    """
    return max(LEAST_NOTICE, -(-WINDOW * len(epoch.entrants) // sides))


class _Sentence(NamedTuple):
    """A suspension: the set that caused it, the first it holds for, and how many of the last sets were faulty."""

    cause: int
    at: int
    faulty: int


class FaultWatch:
    """Takes in a pool's finished sets in schedule order, and knows who is to be suspended, and where.

    Sets are counted over all epochs; `index` is the number of those taken in. `rate` is `max_fault_rate`.
    """

    def __init__(self, rate: float, sides: int) -> None:
        self._most = rate * WINDOW
        self._sides = sides
        self._windows: dict[str, deque[tuple[int, bool]]] = {}
        self._sentences: dict[str, _Sentence] = {}
        self._starts: list[tuple[int, int]] = []
        self._lifts: Mapping[str, Sequence[int]] = {}
        self.index = 0

    def plan(self, epochs: Sequence[Epoch], lifts: Mapping[str, Sequence[int]]) -> None:
        """Know the epochs, and the indexes from which on an entrant's earlier sets are forgiven."""
        self._lifts = lifts
        self._starts = []
        start = 0
        for epoch in epochs:
            if epoch.length != 0:
                self._starts.append((start, notice(epoch, self._sides)))
            start += epoch.length or 0

    def add(self, entrants: Sequence[str], faulty: Sequence[str]) -> None:
        """Take in the next set: who played, and who of them faulted; nobody if it is void."""
        index = self.index
        self.index += 1
        for key in entrants:
            window = self._windows.get(key)
            if window is None:
                window = self._windows[key] = deque(maxlen=WINDOW)
            window.append((index, key in faulty))
            if key in faulty:
                self._judge(key, index)

    def due(self, index: int) -> dict[str, int]:
        """Who is to be suspended from a set on, and in how many of its last sets it had faulted."""
        return {key: sentence.faulty for key, sentence in self._sentences.items() if self._holds(key, index)}

    @property
    def barrier(self) -> int:
        """The set that must not begin before more sets are finished: it may turn out to be without somebody."""
        present = self._present(self.index)
        return min(max(start, self.index) + ahead for start, ahead in self._starts if start >= present[0])

    def _judge(self, key: str, index: int) -> None:
        """Pass a sentence if the set just taken in is the cause of one, and none is still to come."""
        window = self._windows[key]
        forgiven = max((at for at in self._lifts.get(key, ()) if at <= index), default=0)
        faulty = sum(bad for at, bad in window if at >= forgiven)
        last = self._sentences.get(key)
        if faulty > self._most and (last is None or last.at <= index or last.cause < forgiven):
            self._sentences[key] = _Sentence(index, index + self._present(index)[1], faulty)

    def _holds(self, key: str, index: int) -> bool:
        """Whether a suspension begins at a set, and has not been forgiven before it began."""
        sentence = self._sentences[key]
        return sentence.at == index and not any(
            sentence.cause < lift <= index for lift in self._lifts.get(key, ())
        )

    def _present(self, index: int) -> tuple[int, int]:
        """Start and notice of the epoch that a set belongs to."""
        return max(start for start in self._starts if start[0] <= index)
